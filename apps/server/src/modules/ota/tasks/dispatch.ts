import { codes } from '@wheelhouse/entities/codes';
import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../../db/pool.ts';
import { publishDownMany } from '../../../gateway/service.ts';
import type { App } from '../../../http/context.ts';
import type { TaskFirmware } from './firmware.ts';
import { notifyOwners, type Owner } from './notices.ts';
import { jobFor } from './offer.ts';
import { actors, execStates, executionColumns, type Changed, type Entry, type Execution } from './rows.ts';
import { freeSlots, ownerText, useSlots, type RunningTask } from './running.ts';
import { hasVersion, lateSuccess } from './news.ts';
import { unfitOf, type Unfit } from './refit.ts';
import { isReady } from './waiting.ts';
import { asRetried, asDispatched } from './steps.ts';
import { saveExecutions } from './store.ts';

const { notStarted, notified, failed, cancelled } = execStates;
/** States in which a vehicle may have a next time. */
const waiting = [notified, failed];
const { confirm, forced } = codes.UpgradeMode;
/** Seconds until a vehicle that was not ready is looked at again. */
const lookAgainMs = 60_000;
/** Vehicles that a round looks at. */
const most = 500;

/** A vehicle that may get its job, as it is now. */
interface Candidate extends Execution {
  readonly imei: string;
  readonly ownerId: string | null;
  readonly vin: string;
  readonly model: string;
  readonly modelEn: string | null;
  readonly fromVersion: string | null;
  readonly isReady: boolean;
  /** The part has the version already, and does not say that its test of itself failed. */
  readonly isThere: boolean;
  /** Why the task is no longer for it. */
  readonly unfit?: Unfit | undefined;
  readonly nowSoc: number | null;
  readonly nowCsq: number | null;
}

async function candidates(
  tx: Tx,
  task: RunningTask,
  where: RawBuilder<unknown>,
  order: string,
  limit: number,
): Promise<readonly Candidate[]> {
  if (limit <= 0) return [];
  const { rows } = await sql<Candidate>`
    select ${executionColumns}, v.imei, v.owner_user_id::text as owner_id, coalesce(v.vin, v.frame_no) as vin, m.name as model,
      m.name_en as model_en, x.from_version, ${isReady} as is_ready, s.soc as now_soc, s.csq as now_csq,
      ${hasVersion} as is_there
    from ota_execution x join ota_task t on t.id = x.task_id join ota_firmware f on f.id = t.firmware_id
    join veh_vehicle v on v.id = x.vehicle_id join veh_type m on m.id = v.vehicle_type_id
    left join veh_vehicle_status s on s.vehicle_id = x.vehicle_id
    where x.task_id = ${task.id} and not x.deleted and ${where} order by ${sql.raw(order)} limit ${limit}
    for no key update of x skip locked`.execute(tx);
  return rows;
}

const byPlatform = (event: string, status: number, text?: string): Entry => ({
  event,
  status,
  actor: actors.system,
  ...(text !== undefined && { text }),
});

/** What is decided of vehicles: each gets its job, its owner is asked, it is looked at again later, or left out as it has the version. */
interface Decided {
  readonly changed: readonly Changed[];
  readonly jobs: readonly (Candidate & { readonly next: Execution })[];
  readonly owners: readonly Owner[];
  readonly asked: number;
  readonly slots: number;
}

const bare = ({ nowSoc, nowCsq, ...row }: Candidate): Execution => ({ ...row, soc: nowSoc, csq: nowCsq });

type Decision = Changed & { readonly isDispatched: boolean; readonly isAsked: boolean };
const noJob = { isDispatched: false, isAsked: false } as const;

/** A vehicle that needs the job no more, or must not have it; undefined: it gets its turn. One that failed before stays so. */
function leftOut(one: Candidate): Decision | undefined {
  const row = bare(one);
  const { unfit } = one;
  if (one.isThere) return { ...(row.attempt > 0 ? lateSuccess(row) : over(row, 'there')), ...noJob };
  if (unfit === undefined) return undefined;
  if (row.status === failed) return { row: { ...row, nextTime: null }, entries: [byPlatform(unfit, failed)], ...noJob };
  return { ...over(row, unfit === 'current' ? 'newer' : unfit), ...noJob };
}

const over = (row: Execution, event: string): Changed => ({
  row: { ...row, status: cancelled, endTime: row.now, nextTime: null },
  entries: [byPlatform(event, cancelled)],
});

/** First it is notified; then, if nothing is in the way, it gets its job at once. */
function decide(task: RunningTask, one: Candidate): Decision {
  const left = leftOut(one);
  if (left !== undefined) return left;
  const entries: Entry[] = [];
  let row = bare(one);
  if (row.status === notStarted) {
    row = { ...row, status: notified, notifyTime: row.now };
    entries.push(byPlatform('notify', notified));
  } else if (row.status === failed) {
    row = asRetried(row);
    entries.push(byPlatform('retry', notified));
  }
  // Nobody can be asked about a vehicle without an owner.
  const waits =
    task.upgradeMode === confirm && row.status === notified && row.consentTime === null && one.ownerId !== null;
  if (waits) return { row: { ...row, nextTime: null }, entries, isDispatched: false, isAsked: true };
  if (!one.isReady) return { row: { ...row, nextTime: row.now + lookAgainMs }, entries, ...noJob };
  return {
    row: asDispatched(row),
    entries: [...entries, byPlatform('download', notified)],
    isDispatched: true,
    isAsked: false,
  };
}

/** Owners hear of an update when it is their vehicle's turn, unless it is a silent one. */
function ownerOf({ upgradeMode }: RunningTask, one: Candidate, isAsked: boolean): Owner[] {
  const isForced = upgradeMode === forced && one.status === notStarted && leftOut(one) === undefined;
  if (one.ownerId === null || !(isAsked || isForced)) return [];
  const { id: executionId, ownerId, vehicleId, vin, model, modelEn } = one;
  return [{ executionId, ownerId, vehicleId, vin, model: { zh: model, en: modelEn ?? model } }];
}

function decideAll(task: RunningTask, found: readonly Candidate[]): Decided {
  const decided = found.map((one) => ({ one, ...decide(task, one) }));
  return {
    changed: decided.map(({ row, entries }) => ({ row, entries })),
    jobs: decided.flatMap(({ one, row, isDispatched }) => (isDispatched ? [{ ...one, next: row }] : [])),
    owners: decided.flatMap(({ one, isAsked }) => ownerOf(task, one, isAsked)),
    asked: decided.filter(({ isAsked }) => isAsked).length,
    slots: decided.length,
  };
}

/** Those that were not ready when they were looked at last wait on, all in one statement. */
async function putOff(tx: Tx, task: RunningTask): Promise<void> {
  await sql`
    update ota_execution x set next_time = now() + make_interval(secs => ${lookAgainMs / 1000}) where x.id in (
      select x.id from ota_execution x join ota_task t on t.id = x.task_id left join veh_vehicle_status s on s.vehicle_id = x.vehicle_id
      where x.task_id = ${task.id} and x.next_time <= now() and x.status in (${sql.join(waiting)}) and not x.deleted and not ${isReady}
      order by x.next_time limit ${most} for no key update of x skip locked)`.execute(tx);
}

/**
 * Sends the next vehicles of a running task, which is locked, their jobs: those that owners agreed to, those to be tried again, then new ones of the open
 * stages. @returns how many got their job, and how many owners were asked
 */
export async function dispatchNext(
  app: Pick<App, 'secrets' | 'config'>,
  tx: Tx,
  task: RunningTask,
  firmware: TaskFirmware,
  upTo: number,
): Promise<{ readonly dispatched: number; readonly asked: number; readonly taken: number }> {
  // Owners may be asked at any time; what nobody asks about begins in the window alone.
  if (!task.inWindow && task.upgradeMode !== confirm) return { dispatched: 0, asked: 0, taken: 0 };
  await putOff(tx, task);
  const slots = freeSlots(task);
  const due = sql`x.next_time <= now() and x.status in (${sql.join(waiting)}) and ${isReady}`;
  const again = await candidates(tx, task, due, 'x.next_time', slots);
  const fresh = sql`x.status = ${notStarted} and x.position <= ${upTo}`;
  const more = await candidates(tx, task, fresh, 'x.position', slots - again.length);
  const found = [...again, ...more];
  const unfit = await unfitOf(
    tx,
    task.id,
    firmware,
    found.map(({ vehicleId }) => vehicleId),
  );
  const {
    changed,
    jobs,
    owners,
    asked,
    slots: used,
  } = decideAll(
    task,
    found.map((one) => ({ ...one, unfit: unfit.get(one.vehicleId) })),
  );
  await saveExecutions(tx, changed);
  const messages = jobs.map(({ imei, id, fromVersion, next }) => ({
    deviceId: imei,
    payload: jobFor(app, { id, attempt: next.attempt, fromVersion }, firmware, task),
  }));
  const seconds = Math.max(60, Math.ceil(((jobs[0]?.next.deadline ?? 0) - task.now) / 1000));
  await publishDownMany(tx, 'ota', messages, seconds);
  await notifyOwners(tx, owners, firmware.version, ownerText(task));
  await useSlots(tx, task, used);
  return { dispatched: jobs.length, asked, taken: used };
}
