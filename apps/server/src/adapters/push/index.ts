import type { App } from '../../http/context.ts';
import type { PushAdapter } from './adapter.ts';
import { SandboxPush } from './sandbox.ts';

export { PushRefused, type PushAdapter } from './adapter.ts';

/** The push service of this installation. */
export function pushOf(app: Pick<App, 'db'>): PushAdapter {
  return new SandboxPush(app);
}
