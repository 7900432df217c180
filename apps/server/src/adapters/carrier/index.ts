import type { App } from '../../http/context.ts';
import { sandboxOf } from '../partner/sandbox-server.ts';
import type { CarrierAdapter } from './adapter.ts';
import { GatewayCarrier } from './gateway.ts';
import { OnceCarrier } from './once.ts';
import { startCarrierSandbox } from './sandbox.ts';

export * from './adapter.ts';

export type CarrierApp = Pick<App, 'config' | 'db' | 'pool'>;

const sandbox = sandboxOf(({ pool }: Pick<App, 'pool'>) => startCarrierSandbox(pool));
/** Kept with their tokens. */
const once = new WeakMap<App['pool'], CarrierAdapter>();

/** The interface of a carrier (D:Carrier): the one configured for it, or a sandbox on this machine. */
export async function carrierOf(app: CarrierApp, carrier: number): Promise<CarrierAdapter> {
  const { once: config, perSecond } = app.config.providers.carriers;
  const service = { db: app.db, carrier, perSecond };
  if (config?.carrier !== carrier) return new GatewayCarrier(service, await sandbox(app));
  const adapter = once.get(app.pool) ?? new OnceCarrier(service, config);
  once.set(app.pool, adapter);
  return adapter;
}
