import { sql } from 'kysely';
import { z } from 'zod';
import { withTransaction } from '../../db/pool.ts';
import type { App } from '../../http/context.ts';
import { startRounds } from '../../work/rounds.ts';
import { clearAlarm, raiseAlarm } from './raise.ts';
import { findings, type Finding } from './server-rules.ts';

const notice = z.object({ ids: z.array(z.number()) });
/** Vehicles judged together; and how long reports gather before. */
const batchSize = 5_000;
const gatherMs = 1_000;
/** Advisory lock: one process evaluates at a time. */
const lockKey = 0x61_6c_72_6d;

async function settle(app: App, found: Finding): Promise<void> {
  const { vehicleId, type, what, time, data } = found;
  // A transaction per vehicle: it never waits for a lock while it holds another vehicle's.
  await withTransaction(app.db, async (tx) => {
    if (what === 'clear') await clearAlarm(tx, { vehicleId, type, time });
    else await raiseAlarm(tx, { vehicleId, type, time, data, source: 'server' });
  });
}

/** Judges vehicles by the platform's own rules. @returns false while another process does */
export async function evaluate(app: App, ids: readonly string[]): Promise<boolean> {
  const found = await withTransaction(app.db, async (tx) => {
    const { rows } = await sql<{ got: boolean }>`select pg_try_advisory_xact_lock(${lockKey}) as got`.execute(tx);
    return rows[0]?.got ? findings(tx, ids) : undefined;
  });
  if (found === undefined) return false;
  for (const one of found) await settle(app, one);
  return true;
}

/**
 * Judges each vehicle soon after it reported, away from the path its reports are stored on. Which vehicles is heard from the database; what was missed
 * (a start, a lost connection) is made up by judging them all. Nothing is remembered here, so any number of processes may run it and any may die.
 */
class Evaluator {
  readonly #app: App;
  readonly #offs: (() => void)[];
  #dirty = new Set<number>();
  #all = true;
  #stopped = false;
  readonly #rounds: { stop(): Promise<void> };

  constructor(app: App) {
    this.#app = app;
    this.#offs = [
      app.live.subscribe('telemetry', (data) => {
        const parsed = notice.safeParse(data);
        for (const id of parsed.success ? parsed.data.ids : []) this.#dirty.add(id);
      }),
      app.live.onResync(() => (this.#all = true)),
    ];
    this.#rounds = startRounds(app, { name: 'alarms.evaluate', failure: 'alarm rules could not be judged' }, () =>
      this.#round(),
    );
  }

  async #round(): Promise<number> {
    const begun = Date.now();
    const ids = [...this.#dirty].slice(0, batchSize);
    for (const id of ids) this.#dirty.delete(id);
    let done = false;
    try {
      if (this.#all) await this.#judgeAll();
      done = ids.length === 0 || (await evaluate(this.#app, ids.map(String)));
    } finally {
      if (!done) for (const id of ids) this.#dirty.add(id);
    }
    return this.#dirty.size >= batchSize ? 50 : Math.max(50, gatherMs - (Date.now() - begun));
  }

  async #judgeAll(): Promise<void> {
    for (let from = '0'; !this.#stopped;) {
      const { rows } = await sql<{ id: string }>`
        select vehicle_id as id from veh_vehicle_status where vehicle_id > ${from} order by vehicle_id limit ${batchSize}`.execute(
        this.#app.db,
      );
      const last = rows.at(-1);
      if (!last) break;
      if (
        !(await evaluate(
          this.#app,
          rows.map(({ id }) => id),
        ))
      )
        return;
      from = last.id;
    }
    this.#all = false;
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    for (const off of this.#offs) off();
    await this.#rounds.stop();
  }
}

/** Judges reporting vehicles by the platform's rules until stopped. */
export const startAlarmRules = (app: App): { stop(): Promise<void> } => new Evaluator(app);
