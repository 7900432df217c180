import type { Call } from '../http/call.ts';

/**
 * Models of `/rest/r` whose rows are no table of an entity: another system's, or a history that is asked in a way of its own. Each is read by the
 * call that lists it, under that call's rights and rules.
 */
const models = new Map<string, Call>();

/** Called once for a model, which a module states in its `module.ts`. */
export function registerModel(name: string, call: Call): void {
  models.set(name, call);
}

export function modelCall(name: string): Call | undefined {
  return models.get(name);
}

/** Other names of entities on `/rest/r`. */
const otherNames: ReadonlyMap<string, string> = new Map([['controlCommand', 'vehicleControlLog']]);

/** The entity's own name for a model name. */
export const entityName = (name: string): string => otherNames.get(name) ?? name;
