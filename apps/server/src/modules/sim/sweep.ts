import { machines } from '@wheelhouse/entities/machines';
import { sql } from 'kysely';
import { carrierOf } from '../../adapters/carrier/index.ts';
import { withTransaction, type Db, type Tx } from '../../db/pool.ts';
import { each, type Outcome } from '../../work/define.ts';
import { defineWork } from '../../work/work.ts';
import { keepCards, type ReadCard } from './keep-cards.ts';
import { notNow, type WorkApp } from './due.ts';

// Carriers that list their cards page by page are read from the first page to the last, one page a step.

const { cancelled } = machines['SM-Sim'].states;
interface Sweep {
  readonly carrier: number;
  readonly page: number;
  readonly started: Date;
}

/** Begins to read the whole list of a carrier, unless that is under way. */
export const startSweep = (db: Db | Tx, carrier: number) =>
  sql`insert into sim_sweep (carrier) values (${carrier}) on conflict do nothing`.execute(db);

/** After the last page: cards that were on none of them are read alone. */
const readOthers = (tx: Tx, { carrier, started }: Sweep) =>
  sql`
    update sim_card set next_sync_time = now() where carrier = ${carrier} and not deleted and sim_status <> ${cancelled} and next_sync_time is null
      and (last_sync_time is null or last_sync_time < ${started}::timestamptz)`.execute(tx);

/** Reads the next page. @throws CarrierRefused */
async function readPage(app: WorkApp, sweep: Sweep): Promise<Outcome> {
  const { carrier, page } = sweep;
  const { many } = await carrierOf(app, carrier);
  if (many?.by !== 'pages') return 'done';
  const asked = new Date();
  const { cards, last } = await many.page(page);
  await withTransaction(app.db, async (tx) => {
    const { rows } = await sql<{ id: string; iccid: string }>`
      select id::text as id, iccid from sim_card where iccid = any(${[...cards.keys()]}::text[]) and carrier = ${carrier} and not deleted`.execute(
      tx,
    );
    const read = rows.flatMap(({ id, iccid }): ReadCard[] => {
      const seen = cards.get(iccid);
      return seen === undefined ? [] : [{ id, seen }];
    });
    await keepCards(tx, read, asked);
    if (last) await readOthers(tx, sweep);
    else await sql`update sim_sweep set page = ${page + 1} where carrier = ${carrier} and page = ${page}`.execute(tx);
  });
  return last ? 'done' : { againSec: 0 };
}

/** Reads the lists that are being read, a page of each carrier at a time. */
export const simSweeps = defineWork<Sweep>({
  name: 'sim.sweeps',
  label: { zh: 'SIM卡列表读取', en: 'SIM lists read' },
  table: 'sim_sweep',
  key: { carrier: 'smallint' },
  select: 't.carrier::int as carrier, t.page, t.started',
  lease: 120,
  backoff: [60],
  atOnce: 4,
  done: 'delete',
  promise: 'atLeastOnce',
  step: each(4, (app, sweep) => readPage(app, sweep).catch(notNow)),
});
