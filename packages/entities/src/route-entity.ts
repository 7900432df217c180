import type { EntityDef } from './define.ts';
import { entityOf, type EntityName } from './registry.ts';
import type { ConsoleRoute, RouteEntity } from './routes.ts';

/** Entities that routes are about and that are not registered yet. Registering one takes its line away: this list does not compile otherwise. */
const planned = ['controlCommand', 'pushRecord', 'sapVehicle', 'simFlowDay'] as const satisfies readonly Exclude<
  RouteEntity,
  EntityName
>[];

const isPlanned = (name: string): boolean => (planned as readonly string[]).includes(name);

/** Whether the entity that a route is about is registered. */
export const isRegistered = ({ entity }: ConsoleRoute): boolean => entity !== null && !isPlanned(entity);

/** The registered entity that a route is about; undefined when it is about none, or about one that is still to come. */
export function entityOfRoute({ entity }: ConsoleRoute): EntityDef | undefined {
  const name: EntityName | (typeof planned)[number] | null = entity;
  return name === null ? undefined : entityOf(name);
}
