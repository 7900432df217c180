import { sql } from 'kysely';
import { z } from 'zod';
import { withTransaction } from '../../db/pool.ts';
import type { App } from '../../http/context.ts';
import { followerMetrics } from '../../work/round-metrics.ts';
import { startRounds } from '../../work/rounds.ts';
import { Share } from '../../work/share.ts';
import { clearAlarm, raiseAlarm } from './raise.ts';
import { findings, type Finding } from './server-rules.ts';

const notice = z.object({ ids: z.array(z.number()) });
/** Vehicles judged together; and how long reports gather before. */
const batchSize = 5_000;
const gatherMs = 1_000;

async function settle(app: App, found: Finding): Promise<void> {
  const { vehicleId, type, what, time, data } = found;
  // A transaction per vehicle: it never waits for a lock while it holds another vehicle's.
  await withTransaction(app.db, async (tx) => {
    if (what === 'clear') await clearAlarm(tx, { vehicleId, type, time });
    else await raiseAlarm(tx, { vehicleId, type, time, data, source: 'server', once: true });
  });
}

/** Judges vehicles by the platform's own rules. Judging a report twice changes nothing. */
export async function evaluate(app: App, ids: readonly string[]): Promise<void> {
  const found = await withTransaction(app.db, (tx) => findings(tx, ids));
  for (const one of found) await settle(app, one);
}

/**
 * Judges each vehicle soon after it reported, away from the path its reports are stored on. Which vehicles is heard from the database; what was missed
 * (a start, a lost connection) is made up by judging them all. Nothing is remembered here; any number of processes share the vehicles, and any may die.
 */
class Evaluator {
  readonly #app: App;
  readonly #metrics: ReturnType<typeof followerMetrics>;
  readonly #share: Share;
  readonly #offs: (() => void)[];
  #dirty = new Set<number>();
  #all = false;
  #stopped = false;
  readonly #rounds: { stop(): Promise<void> };

  constructor(app: App) {
    this.#app = app;
    this.#metrics = followerMetrics(app.metrics, 'alarms');
    this.#share = new Share(app, 'alarms', () => (this.#all = true));
    this.#offs = [
      app.live.subscribe('telemetry', (data) => {
        const parsed = notice.safeParse(data);
        for (const id of parsed.success ? parsed.data.ids : []) if (this.#share.holds(id)) this.#dirty.add(id);
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
    try {
      if (this.#all) await this.#judgeAll();
      if (ids.length > 0) await this.#judge(ids.map(String));
    } catch (error) {
      for (const id of ids) this.#dirty.add(id);
      throw error;
    } finally {
      this.#metrics.waiting(this.#dirty.size);
    }
    return this.#dirty.size >= batchSize ? 50 : Math.max(50, gatherMs - (Date.now() - begun));
  }

  async #judge(ids: readonly string[]): Promise<void> {
    await evaluate(this.#app, ids);
    this.#metrics.dealtWith(ids.length);
  }

  async #judgeAll(): Promise<void> {
    this.#all = false;
    try {
      for (let from = '0'; !this.#stopped;) {
        const { rows } = await sql<{ id: string }>`
          select vehicle_id as id from veh_vehicle_status where vehicle_id > ${from} and ${sql.raw(this.#share.where('vehicle_id'))}
          order by vehicle_id limit ${batchSize}`.execute(this.#app.db);
        const last = rows.at(-1);
        if (!last) return;
        await this.#judge(rows.map(({ id }) => id));
        from = last.id;
      }
    } catch (error) {
      this.#all = true;
      throw error;
    }
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    for (const off of this.#offs) off();
    await this.#share.stop();
    await this.#rounds.stop();
  }
}

/** Judges reporting vehicles by the platform's rules until stopped. */
export const startAlarmRules = (app: App): { stop(): Promise<void> } => new Evaluator(app);
