import { machines } from '@wheelhouse/entities/machines';
import { sql } from 'kysely';
import { carrierOf, CarrierRefused } from '../../adapters/carrier/index.ts';
import { withTransaction, type Db, type Tx } from '../../db/pool.ts';
import { keepCards, type ReadCard } from './keep-cards.ts';
import type { WorkApp } from './due.ts';

// Carriers that list their cards page by page are read from the first page to the last, one page a round.

const { cancelled } = machines['SM-Sim'].states;
const leaseSec = 120;
const laterSec = 60;

interface Sweep {
  readonly carrier: number;
  readonly page: number;
  readonly started: Date;
}

/** Begins to read the whole list of a carrier, unless that is under way. */
export const startSweep = (db: Db | Tx, carrier: number) =>
  sql`insert into sim_sweep (carrier) values (${carrier}) on conflict do nothing`.execute(db);

async function claim({ db }: WorkApp): Promise<Sweep | undefined> {
  const { rows } = await sql<Sweep>`
    update sim_sweep set next_time = now() + make_interval(secs => ${leaseSec})
    where carrier in (select carrier from sim_sweep where next_time <= now() order by next_time limit 1 for update skip locked)
    returning carrier::int as carrier, page, started`.execute(db);
  return rows[0];
}

/** After the last page: cards that were on none of them are read alone. */
async function end(tx: Tx, { carrier, started }: Sweep): Promise<void> {
  await sql`
    update sim_card set next_sync_time = now() where carrier = ${carrier} and not deleted and sim_status <> ${cancelled} and next_sync_time is null
      and (last_sync_time is null or last_sync_time < ${started}::timestamptz)`.execute(tx);
  await sql`delete from sim_sweep where carrier = ${carrier}`.execute(tx);
}

/** @throws CarrierRefused */
async function readPage(app: WorkApp, sweep: Sweep): Promise<void> {
  const { carrier, page } = sweep;
  const { many } = await carrierOf(app, carrier);
  if (many?.by !== 'pages') return void (await sql`delete from sim_sweep where carrier = ${carrier}`.execute(app.db));
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
    if (last) return end(tx, sweep);
    await sql`update sim_sweep set page = ${page + 1}, next_time = now() where carrier = ${carrier} and page = ${page}`.execute(
      tx,
    );
  });
}

/** Reads the next page of a list that is being read. @returns 1 where there was one */
export async function sweepDue(app: WorkApp): Promise<number> {
  const sweep = await claim(app);
  if (sweep === undefined) return 0;
  try {
    await readPage(app, sweep);
  } catch (error) {
    if (!(error instanceof CarrierRefused)) throw error;
    const later = Math.max(error.tried ? laterSec : 1, error.retryAfterSec ?? 0);
    await sql`update sim_sweep set next_time = now() + make_interval(secs => ${later}::float8) where carrier = ${sweep.carrier}`.execute(
      app.db,
    );
  }
  return 1;
}
