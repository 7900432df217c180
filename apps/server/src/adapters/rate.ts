import { sql } from 'kysely';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '../db/pool.ts';
import { PushRefused } from './push/adapter.ts';

/** Who is asked at a rate of its own. */
export type Provider = 'push' | 'sms' | 'voice' | 'express' | 'mail' | `carrier.${number}`;

/** Longest wait for a turn; a message that would wait longer goes back. */
const patienceSec = 2;

/** A turn among the requests of all processes. */
export interface Turn {
  /** Milliseconds since 1970, by the clock of the database. */
  readonly at: number;
  readonly waitMs: number;
}

/**
 * Takes the next turn at a provider. Turns of all processes together stand at least 1/`perSecond` seconds apart: the row holds the time
 * of the next free one.
 * @returns the seconds until a turn may be had where that is more than two
 */
export async function takeTurn(db: Db, provider: Provider, perSecond: number): Promise<Turn | number> {
  const gap = sql`make_interval(secs => ${1 / perSecond}::float8)`;
  const taken = await sql<{ at: number; wait: number }>`
    with taken as (
      insert into msg_provider_rate as r (provider, free_time) values (${provider}, clock_timestamp() + ${gap})
      on conflict (provider) do update set free_time = greatest(r.free_time, clock_timestamp()) + ${gap}
        where r.free_time <= clock_timestamp() + make_interval(secs => ${patienceSec}::float8)
      returning free_time - ${gap} as turn)
    select (extract(epoch from turn) * 1000)::float8 as at, (extract(epoch from turn - clock_timestamp()) * 1000)::float8 as wait from taken`.execute(
    db,
  );
  const [mine] = taken.rows;
  if (mine !== undefined) return { at: mine.at, waitMs: Math.max(0, mine.wait) };
  const { rows } = await sql<{ sec: number }>`
    select extract(epoch from free_time - clock_timestamp())::float8 as sec from msg_provider_rate where provider = ${provider}`.execute(
    db,
  );
  return Math.max(0, rows[0]?.sec ?? 0);
}

/** Waits for a turn. @throws PushRefused `rate`, which is no attempt, when none is to be had soon */
export async function waitForTurn(db: Db, provider: Provider, perSecond: number): Promise<void> {
  const turn = await takeTurn(db, provider, perSecond);
  if (typeof turn === 'number') throw new PushRefused('rate', false, { retryAfterSec: turn, tried: false });
  if (turn.waitMs >= 1) await sleep(turn.waitMs);
}

/** A provider asks for a pause: no process sends it anything in the meantime. */
export async function pauseProvider(db: Db, provider: Provider, seconds: number): Promise<void> {
  await sql`
    insert into msg_provider_rate as r (provider, free_time) values (${provider}, clock_timestamp() + make_interval(secs => ${seconds}::float8))
    on conflict (provider) do update set free_time = greatest(r.free_time, excluded.free_time)`.execute(db);
}
