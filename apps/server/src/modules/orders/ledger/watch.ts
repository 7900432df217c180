import { Gauge, type Registry } from 'prom-client';
import { once } from '../../../db/metrics.ts';
import type { App } from '../../../http/context.ts';
import { startRounds } from '../../../work/rounds.ts';
import { wholeSum } from './balances.ts';

const everyMs = 60_000;

/** What the whole ledger comes to, as this process has added it up last. */
export const ledgerGauge = (registry: Registry): Gauge => {
  const name = 'wheelhouse_ledger_sum_fen';
  const help = 'What the whole ledger comes to; 0 unless it is damaged';
  return once(registry, name, () => new Gauge({ name, help, registers: [registry] }));
};

/** Asks every minute whether the whole ledger sums to zero, and says so loudly where it does not. */
export function watchLedger(app: App): { stop(): Promise<void> } {
  const gauge = ledgerGauge(app.metrics);
  return startRounds(app, { name: 'orders.ledgerSum', failure: 'the ledger could not be added up' }, async () => {
    const sum = await wholeSum(app.db);
    gauge.set(sum);
    if (sum !== 0) app.log.error({ sum }, 'the ledger does not sum to zero');
    return everyMs;
  });
}
