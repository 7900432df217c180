import { machines } from '@wheelhouse/entities/machines';
import { sql } from 'kysely';
import { xpOf, type XpAdapter, type XpDevice } from '../../../adapters/xp/index.ts';
import { withTransaction, type Db, type Tx } from '../../../db/pool.ts';
import { seal } from '../../../entity/seal.ts';
import type { App } from '../../../http/context.ts';
import { AppError } from '../../../http/errors.ts';

const { pending, synced, failed } = machines['SM-Sync'].states;

/** Minutes after which a failed pull is tried again: three times, then only by hand. */
const retryMinutes = [1, 5, 30] as const;
/** Hours after which what was pulled is pulled again. */
const refreshHours = 6;
/** Lease of a pull: after this another process may take it. */
const leaseMinutes = 5;

interface Due {
  readonly id: string;
  readonly xpDeviceId: string;
  readonly vin: string;
  readonly retryCount: number;
}

export type SyncOutcome = 'synced' | 'failed' | 'skipped';
type Parts = Pick<App, 'db' | 'pool' | 'config' | 'secrets' | 'log'>;

/** Writes one exchange with XP about a vehicle into its log. */
export async function logExchange(
  db: Db | Tx,
  {
    id,
    direction,
    success,
    message,
    costMs,
  }: { id: string; direction: 1 | 2; success: 0 | 1; message: string; costMs: number },
): Promise<void> {
  await db
    .insertInto('veh_xp_sync_log')
    .values({ vehicleXpId: id, direction, success, message: message.slice(0, 200), costMs })
    .execute();
}

/** Takes the vehicles that are due, so that no other process pulls them too; with `ids`, those at once. */
async function takeDue(db: Db, most: number, ids?: readonly string[]): Promise<readonly Due[]> {
  const chosen =
    ids === undefined
      ? sql`next_sync_time <= now()`
      : sql`sync_status = ${sql.lit(pending)} and id = any(${[...ids]}::bigint[])`;
  const { rows } = await sql<Due>`
    update veh_vehicle_xp x set next_sync_time = now() + make_interval(mins => ${leaseMinutes})
    where id in (select id from veh_vehicle_xp where not deleted and ${chosen} order by next_sync_time limit ${most} for update skip locked)
    returning id::text as id, xp_device_id as "xpDeviceId", vin, retry_count as "retryCount"`.execute(db);
  return rows;
}

/** Stores what XP answers. The revision stays: it guards what people edit, and nobody edits these fields. */
async function keep(app: Parts, tx: Tx, id: string, device: XpDevice): Promise<void> {
  const owner = device.ownerMobile === null ? undefined : seal(app.secrets, 'mobile', device.ownerMobile);
  await sql`update veh_vehicle_xp set sync_status = ${synced}, last_sync_time = now(), sync_error = null, retry_count = 0,
      next_sync_time = now() + make_interval(hours => ${refreshHours}), activation_status = ${device.activated ? 1 : 0}, bind_status = ${device.bound ? 1 : 0},
      owner_mobile_enc = ${owner?.enc ?? null}, owner_mobile_hash = ${owner?.hash ?? null}, owner_mobile_mask = ${owner?.mask ?? null},
      online = ${device.online ? 1 : 0}, soc = ${device.soc === null ? null : Math.round(device.soc)}, odometer_km = ${device.odometerKm},
      report_time = ${device.reportTime === null ? null : new Date(device.reportTime)}, update_time = now()
    where id = ${id}`.execute(tx);
}

async function keepFailure(tx: Tx, { id, retryCount }: Due, message: string, final: boolean): Promise<void> {
  const wait = final ? undefined : retryMinutes[retryCount];
  await sql`update veh_vehicle_xp set sync_status = ${failed}, sync_error = ${message.slice(0, 200)}, retry_count = ${wait === undefined ? retryCount : retryCount + 1},
      next_sync_time = ${wait === undefined ? null : sql`now() + make_interval(mins => ${wait})`}, update_time = now()
    where id = ${id}`.execute(tx);
}

/** Pulls one vehicle's state; how it went is in its row and its log. */
async function syncOne(app: Parts, xp: XpAdapter, due: Due): Promise<SyncOutcome> {
  const started = Date.now();
  let device: XpDevice | undefined;
  let problem: string | undefined;
  try {
    device = await xp.device(due.xpDeviceId);
    if (!device) problem = `XP：设备${due.xpDeviceId}不存在（unknown device）`;
    else if (device.vin !== due.vin) problem = `XP: VIN ${device.vin} ≠ ${due.vin}`;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    problem = `${error.textIn('zh')} / ${error.textIn('en')}`;
  }
  const costMs = Date.now() - started;
  await withTransaction(app.db, async (tx) => {
    // A device that is unknown in XP or belongs to another vehicle is not retried.
    if (problem !== undefined) await keepFailure(tx, due, problem, device !== undefined);
    else if (device) await keep(app, tx, due.id, device);
    await logExchange(tx, {
      id: due.id,
      direction: 1,
      success: problem === undefined ? 1 : 0,
      message: problem ?? 'OK',
      costMs,
    });
  });
  return problem === undefined ? 'synced' : 'failed';
}

const atOnce = 8;

/** Pulls the vehicles whose turn it is (`ids`: these, which were asked for), some at a time, until `deadlineMs` from now. */
export async function syncDue(
  app: Parts,
  { ids, most = 200, deadlineMs = 50_000 }: { ids?: readonly string[]; most?: number; deadlineMs?: number } = {},
): Promise<{ readonly synced: number; readonly failed: number }> {
  const until = Date.now() + deadlineMs;
  const xp = await xpOf(app);
  const count = { synced: 0, failed: 0 };
  let left = most;
  while (left > 0 && Date.now() < until) {
    const due = await takeDue(app.db, Math.min(atOnce, left), ids);
    if (due.length === 0) break;
    left -= due.length;
    for (const outcome of await Promise.all(due.map((one) => syncOne(app, xp, one))))
      if (outcome !== 'skipped') count[outcome]++;
  }
  return count;
}
