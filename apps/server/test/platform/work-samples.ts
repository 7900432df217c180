import { entityNamed } from '@wheelhouse/entities/registry';
import { addSample } from '../registry/samples.ts';
import { addCard, ordersOf, submit } from '../sim/world.ts';
import type { TestApp } from '../support/app.ts';

/** Adds a row of a work that is due. @returns counts what its step has done: 1 however often it ran */
type Sample = (t: TestApp) => Promise<() => Promise<number>>;

async function count(t: TestApp, query: string, ...values: unknown[]): Promise<number> {
  const { rows } = await t.app.pool.query<{ n: number }>(`select count(*)::int as n from ${query}`, values);
  return rows[0]?.n ?? -1;
}

/** A row of every work, by its name. */
export const workSamples: Readonly<Record<string, Sample>> = {
  async 'bluetooth.setups'(t) {
    const id = await addSample(t, entityNamed('bluetoothSetup'));
    return () =>
      count(t, '(select 1 where not exists (select 1 from veh_bluetooth_setup_due where setup_id = $1)) s', id);
  },
  async 'sim.operations'(t) {
    const card = await addCard(t);
    await submit(t, { iccids: [card.iccid] });
    return () => ordersOf(t, card);
  },
  async 'sim.sweeps'(t) {
    await t.app.pool.query('insert into sim_sweep (carrier) values (1)');
    return () => count(t, '(select 1 where not exists (select 1 from sim_sweep)) s');
  },
};
