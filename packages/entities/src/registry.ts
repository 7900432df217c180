import { accessEntities } from './access/index.ts';
import { alarmsEntities } from './alarms/index.ts';
import { bindingEntities } from './binding/index.ts';
import { bluetoothEntities } from './bluetooth/index.ts';
import { changesEntities } from './changes/index.ts';
import { contentEntities } from './content/index.ts';
import { controlEntities } from './control/index.ts';
import { dealersEntities } from './dealers/index.ts';
import { eventsEntities } from './events/index.ts';
import { feedbackEntities } from './feedback/index.ts';
import { filesEntities } from './files/index.ts';
import { fleetEntities } from './fleet/index.ts';
import { marketingEntities } from './marketing/index.ts';
import { messagesEntities } from './messages/index.ts';
import { ordersEntities } from './orders/index.ts';
import { otaEntities } from './ota/index.ts';
import { prizesEntities } from './prizes/index.ts';
import { referenceEntities } from './reference/index.ts';
import { repairsEntities } from './repairs/index.ts';
import { serviceEntities } from './service/index.ts';
import { simEntities } from './sim/index.ts';
import { statisticsEntities } from './statistics/index.ts';
import { templatesEntities } from './templates/index.ts';
import { theftEntities } from './theft/index.ts';
import { tripsEntities } from './trips/index.ts';
import { usersEntities } from './users/index.ts';
import { vehiclesEntities } from './vehicles/index.ts';
import type { EntityDef } from './define.ts';
import type { Field } from './fields.ts';
import { fieldLabels } from './labels.ts';
import { machines } from './machines.ts';
import { know, plain, shownTarget, type Named } from './reading.ts';

export * from './reading.ts';

/** Every entity, by model name. The console loads them by domain (`domains.ts`); what it imports from here comes without them. */
export const entities = {
  ...accessEntities,
  ...alarmsEntities,
  ...bindingEntities,
  ...bluetoothEntities,
  ...changesEntities,
  ...contentEntities,
  ...controlEntities,
  ...dealersEntities,
  ...eventsEntities,
  ...feedbackEntities,
  ...filesEntities,
  ...fleetEntities,
  ...marketingEntities,
  ...messagesEntities,
  ...ordersEntities,
  ...otaEntities,
  ...prizesEntities,
  ...referenceEntities,
  ...repairsEntities,
  ...serviceEntities,
  ...simEntities,
  ...statisticsEntities,
  ...templatesEntities,
  ...theftEntities,
  ...tripsEntities,
  ...usersEntities,
  ...vehiclesEntities,
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
