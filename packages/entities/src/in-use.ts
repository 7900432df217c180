import type { Text } from '@wheelhouse/contract';
import type { EntityDef } from './define.ts';
import type { Row, StoredField } from './fields.ts';
import { machineNamed } from './reading.ts';

interface InUse {
  /** State field that decides it. */
  readonly field: string;
  readonly reason: Text;
}

/** Why a stored record is in use, by the machines of its state fields; undefined when it is not. */
export function inUse(entity: EntityDef, stored: Row): InUse | undefined {
  for (const [field, name] of Object.entries(entity.machines ?? {})) {
    const machine = name && machineNamed(name);
    if (machine?.inUse?.states.includes(String(stored[field]))) return { field, reason: machine.inUse.reason };
  }
  return undefined;
}

/**
 * Why a form may not change a stored record (or one field of it), or why it is not deleted, by the machines of its state fields; undefined when
 * it may.
 */
export function closedTo(
  entity: EntityDef,
  what: 'editable' | 'deletable',
  stored: Row,
  name?: string,
): { readonly field: string; readonly reason?: Text } | undefined {
  for (const [field, machineName] of Object.entries(entity.machines ?? {})) {
    const machine = machineName && machineNamed(machineName);
    const states = what === 'editable' ? machine?.editable?.states : machine?.deletable;
    const state = stored[field] ?? undefined;
    if (state === undefined || states === undefined || states.includes(String(state))) continue;
    const some = what === 'editable' ? machine?.editable?.some?.[String(state)] : undefined;
    if (some !== undefined && (name === undefined || some.includes(name))) continue;
    return { field, ...(what === 'editable' && machine?.editable && { reason: machine.editable.reason }) };
  }
  return undefined;
}

/** Texts that people read; a text in a fixed form is a code. */
const isProse = (field: StoredField): boolean =>
  field.kind === 'longText' ||
  field.kind === 'richText' ||
  (field.kind === 'text' && field.pattern === undefined && field.format === undefined);

/** Why a field of a record in use, or of one that forms do not change any more, keeps its value; undefined when it may change. */
export function lockedInUse(entity: EntityDef, name: string, field: StoredField, stored: Row): Text | undefined {
  const closed = closedTo(entity, 'editable', stored, name)?.reason;
  return closed ?? (name === 'sort' || isProse(field) ? undefined : inUse(entity, stored)?.reason);
}
