import { access } from './access/index.ts';
import { alarms } from './alarms/index.ts';
import { content } from './content/index.ts';
import type { EntityDef } from './define.ts';
import type { Field } from './fields.ts';
import { fieldLabels } from './labels.ts';
import { machines } from './machines.ts';
import { messages } from './messages/index.ts';
import { ota } from './ota/index.ts';
import { know, plain, shownTarget, type Named } from './reading.ts';
import { settings } from './settings/index.ts';
import { sim } from './sim/index.ts';
import { support } from './support/index.ts';
import { vehicles } from './vehicles/index.ts';

export * from './reading.ts';

/** Every entity, by model name. The console loads them by domain (`domains.ts`); what it imports from here comes without them. */
export const entities = {
  ...access,
  ...vehicles,
  ...support,
  ...alarms,
  ...messages,
  ...content,
  ...ota,
  ...settings,
  ...sim,
} as const;
export type EntityName = keyof typeof entities;

know({ labels: fieldLabels, entities, machines });

/** An entity by model name, without its own field types; own names only (`__proto__` is none). */
export function entityOf(name: string): EntityDef | undefined {
  return Object.hasOwn(entities, name) ? plain(entities[name as EntityName]) : undefined;
}

/** An entity that must exist: a definition that names an unknown one is a programming error. */
export function entityNamed<const Name extends string>(name: Name): Named<Name>;
export function entityNamed(name: string): EntityDef {
  const found = entityOf(name);
  if (!found) throw new Error(`No entity ${name}`);
  return found;
}

/** Entity and field that a lookup or joined field shows. */
export function derivedTarget(
  entity: EntityDef,
  field: Field,
): { readonly entity: EntityDef; readonly name: string } | undefined {
  const target = shownTarget(entity, field);
  return target && { entity: entityNamed(target.entity.name), name: target.name };
}
