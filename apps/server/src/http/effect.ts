import type { Effect } from '@wheelhouse/entities/define';
import { effectOfPath } from '@wheelhouse/entities/effect';
import type { Call } from './call.ts';

/** What a call does: what it says, what the definition says of its path, else what follows from its method and who may make it. */
export function effectOf({ effect, method, access, path }: Call): Effect {
  const known = effect ?? effectOfPath(path);
  if (known !== undefined) return known;
  return method === 'GET' || [access].flat().every((code) => code.endsWith('.query')) ? 'reads' : 'changes';
}
