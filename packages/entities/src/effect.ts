import type { ActionDef, CallName, Effect, EntityDef, Transition } from './define.ts';
import { machineNamed } from './reading.ts';
import { entities, pathOfCall, plain } from './registry.ts';

const ofCalls: Readonly<Record<CallName, Effect>> = {
  list: 'reads',
  detail: 'reads',
  add: 'changes',
  update: 'changes',
  batchDelete: 'irreversible',
  enable: 'changes',
  shelf: 'changes',
  sort: 'changes',
  import: 'changes',
  importTemplate: 'reads',
  export: 'reads',
};

/** Whether a machine has a way back from where a step leads, by steps of anybody. */
function leadsBack({ machine, to }: Transition, from: readonly unknown[]): boolean {
  const { transitions } = machineNamed(machine);
  const reached = new Set([String(to)]);
  for (const state of reached) for (const one of transitions) if (one.from.includes(state)) reached.add(one.to);
  return from.some((state) => reached.has(String(state)));
}

/** A step from which its machine has no way back is irreversible; another action is where it says so. */
function effectOfAction({ effect, from, transition }: ActionDef): Effect {
  if (effect !== undefined || transition === undefined) return effect ?? 'changes';
  return leadsBack(transition, from?.[transition.field] ?? []) ? 'changes' : 'irreversible';
}

const pathsOf = (entity: EntityDef): (readonly [string, Effect])[] => [
  ...entity.calls.map((call) => [pathOfCall(entity, call), ofCalls[call]] as const),
  ...Object.values(entity.actions ?? {}).map(
    (action) => [`${entity.base}/${action.path}`, effectOfAction(action)] as const,
  ),
];

const byPath = new Map<string, Effect>();
// Several actions may share a path: the gravest of them counts.
for (const [path, effect] of Object.values(entities).map(plain).flatMap(pathsOf))
  if (byPath.get(path) !== 'irreversible') byPath.set(path, effect);

/** What the call at a path does that a definition gives, whoever serves it; undefined for other paths. */
export const effectOfPath = (path: string): Effect | undefined => byPath.get(path);
