import { keysOf } from '@wheelhouse/contract/object';
import type { CallName, EntityDef } from './define.ts';
import type { MachineName } from './machines.ts';
import { machineNamed } from './reading.ts';
import { type Move, transitionOf } from './transitions.ts';

/**
 * What may be done to a record, by key: the actions of its entity under their names, the sides of its switches (`enable0`, `shelf1`), and
 * `delete`. The console's buttons and the answer of `POST <base>/may` share the keys.
 */

/** Calls that move a state field along its machine. */
export const switchCalls = { enable: 'enabled', shelf: 'shelfStatus' } as const satisfies {
  readonly [C in CallName]?: string;
};
export type SwitchCall = keyof typeof switchCalls;

export const switchKey = (call: SwitchCall, to: number): string => `${call}${to}`;
export const deleteKey = 'delete';

/** A call of an entity that moves its state field. */
export interface SwitchOf {
  readonly call: SwitchCall;
  readonly field: string;
  readonly machine: MachineName;
  /** Its moves, each once: from which states, to which one. */
  readonly moves: readonly (Pick<Move, 'from' | 'to' | 'label'> & { readonly action: string })[];
}

/** The switches of an entity, in the order in which they are shown. */
export function switchesOf(entity: EntityDef): readonly SwitchOf[] {
  return keysOf(switchCalls).flatMap((call) => {
    const field = switchCalls[call];
    const machine = entity.machines?.[field];
    if (machine === undefined || !entity.calls.includes(call)) return [];
    const kept = machineNamed(machine).transitions.filter((one) => one.to !== 'deleted');
    const actions = [...new Set(kept.map(({ action }) => action))];
    return [{ call, field, machine, moves: actions.map((action) => ({ action, ...transitionOf(machine, action) })) }];
  });
}

/** Last segments of its call; of an entity that shares its base with another one, below its own list. */
export const maySegment = ({ callPaths }: Pick<EntityDef, 'callPaths'>): string =>
  callPaths?.list === undefined ? 'may' : `${callPaths.list}/may`;

export const mayPath = (entity: EntityDef): string => `${entity.base}/${maySegment(entity)}`;

/** Whether anything is done to the entity's records but editing them: then it has the call. */
export const answersMay = (entity: EntityDef): boolean =>
  entity.actions !== undefined ||
  (['batchDelete', 'enable', 'shelf'] as const).some((call) => entity.calls.includes(call));
