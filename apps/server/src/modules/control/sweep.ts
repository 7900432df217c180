import { inCodes } from '../../db/in-codes.ts';
import { controlCommand, type CommandStep } from '@wheelhouse/entities/control/control-commands';
import { sql } from 'kysely';
import { isTrue } from '../../db/facts.ts';
import { withTransaction, type Tx } from '../../db/pool.ts';
import type { App } from '../../http/context.ts';
import { startRounds } from '../../work/rounds.ts';
import { sweepDebug } from './debug/sweep.ts';
import { release } from './dispatch.ts';
import { judge, readFacts } from './facts.ts';
import { openCommands, status } from './state.ts';
import { lockCommands, saveCommands, type Changed, type CommandRow } from './store.ts';

const everyMs = 1_000;
const perSweep = 500;

/** The next state of a command whose time-out has passed. */
function afterSilence(row: CommandRow, now: number): Changed {
  const over = (value: number, resultCode: string, step: CommandStep['step']): Changed => ({
    row: { ...row, status: value, resultCode, finishTime: now, dueTime: null, tryTime: null, checkId: null },
    steps: [{ at: now, step }],
  });
  const waits = row.status === status.queued && row.cacheUntil !== null;
  // The vehicle went offline before it reported its status: keep waiting.
  if (waits && row.checkId !== null && row.cacheUntil > now)
    return {
      row: { ...row, checkId: null, dueTime: row.cacheUntil, tryTime: now },
      steps: [{ at: now, step: 'queryLost' }],
    };
  if (waits) return over(status.expired, 'LAPSED', 'expired');
  return over(status.timedOut, 'NO_ANSWER', 'timeout');
}

/** Ends commands that nobody answers in time. Rows that another process has locked are skipped. */
async function endSilent(tx: Tx, now: number): Promise<number> {
  const rows = await lockCommands(
    tx,
    sql`c.status ${inCodes(openCommands)} and c.due_time <= ${new Date(now)}`,
    sql`order by c.due_time limit ${perSweep} for update of c skip locked`,
  );
  await saveCommands(
    tx,
    rows.map((row) => afterSilence(row, now)),
  );
  return rows.length;
}

/** Sends commands that waited for a vehicle which is back. */
async function sendWaiting(tx: Tx, now: number): Promise<number> {
  const rows = await lockCommands(
    tx,
    sql`c.status = ${sql.lit(status.queued)} and c.check_id is null and c.try_time <= ${new Date(now)} and c.cache_until > ${new Date(now)}
      and exists (select 1 from veh_vehicle_status t where t.vehicle_id = c.vehicle_id and ${isTrue('online', 't')})`,
    sql`order by c.try_time limit ${perSweep} for update of c skip locked`,
  );
  const changes: Changed[] = [];
  for (const row of rows) {
    const command = controlCommand(row.command);
    const facts = await readFacts(tx, row.vehicleId);
    if (command && facts?.online === true) changes.push(await release(tx, row, judge(command, facts), now));
  }
  await saveCommands(tx, changes);
  return changes.length;
}

/** One round: timeouts, expiries, and what may go out. @returns how many commands moved */
export async function sweepCommands(app: Pick<App, 'db'>, now = Date.now()): Promise<number> {
  const silent = await withTransaction(app.db, (tx) => endSilent(tx, now));
  const sent = await withTransaction(app.db, (tx) => sendWaiting(tx, now));
  const debug = await withTransaction(app.db, (tx) => sweepDebug(tx, now));
  return silent + sent + debug;
}

/** Applies the time-outs of commands. All state is in the database, so a restart loses nothing. Runs in each worker; locked rows are skipped. */
export const startCommandSweep = (app: App): { stop(): Promise<void> } =>
  startRounds(app, { name: 'control.sweep', failure: 'commands could not be swept', first: everyMs }, async () =>
    (await sweepCommands(app)) >= perSweep ? 0 : everyMs,
  );
