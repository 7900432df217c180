import { hkdfSync } from 'node:crypto';
import type { App } from '../../http/context.ts';
import { sandboxOf } from '../partner/sandbox-server.ts';
import type { ExpressAdapter } from './adapter.ts';
import { Kuaidi100 } from './kuaidi100.ts';
import { startExpressSandbox } from './sandbox.ts';

export * from './adapter.ts';

export type ExpressApp = Pick<App, 'config' | 'db' | 'pool' | 'secrets'>;

/** The stand-in of this process, with what opens it. */
export const expressSandbox = sandboxOf((app: Pick<App, 'pool' | 'config'>) =>
  startExpressSandbox(app.pool, { moves: !app.config.production }),
);

/** The same at every process: a push reaches another one than subscribed. */
const saltOf = ({ secrets }: Pick<App, 'secrets'>): string =>
  Buffer.from(hkdfSync('sha256', secrets.sealKey, '', 'wheelhouse express salt', 18)).toString('base64url');

/** The service of this installation: the account of EXPRESS_CUSTOMER, or a sandbox on this machine. */
export async function expressOf(app: ExpressApp): Promise<ExpressAdapter> {
  const { account, salt = saltOf(app), perSecond } = app.config.express;
  const common = { db: app.db, salt, perSecond };
  return account === undefined
    ? new Kuaidi100({ ...common, account: await expressSandbox(app), isSandbox: true })
    : new Kuaidi100({ ...common, account, isSandbox: false });
}
