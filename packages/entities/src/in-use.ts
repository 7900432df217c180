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

/** Texts that people read; a text in a fixed form is a code. */
const isProse = (field: StoredField): boolean =>
  field.kind === 'longText' ||
  field.kind === 'richText' ||
  (field.kind === 'text' && field.pattern === undefined && field.format === undefined);

/** Why a field of a record in use keeps its value; undefined when it may change. */
export function lockedInUse(entity: EntityDef, name: string, field: StoredField, stored: Row): Text | undefined {
  return name === 'sort' || isProse(field) ? undefined : inUse(entity, stored)?.reason;
}
