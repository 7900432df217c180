import { isAbort, reasonOf } from './errors.ts';
import { notify } from '../lib/notify.ts';

/** Shows why something failed, unless its caller gave it up. */
export function showFailure(error: unknown): void {
  if (!isAbort(error)) notify.error(reasonOf(error));
}

/**
 * Waits for work that is more than one writing call (for which there is `useAction`): several calls, a file, a read on
 * demand. Undefined when it failed; the failure has been shown then.
 */
export async function attempt<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    showFailure(error);
    return undefined;
  }
}
