import { machines } from '@wheelhouse/entities/machines';
import { codes } from '@wheelhouse/entities/codes';
import { formatDay } from '@wheelhouse/contract/time';
import { alarmTypeSeed } from '@wheelhouse/entities/alarms/types';
import { sql } from 'kysely';
import { sceneOf, vehicleFacts, type VehicleFacts } from './facts.ts';
import { notifyAlarm } from './live.ts';
import { withUpdate } from '../fleet/shared/service.ts';
import { notifyOfNew } from './notify.ts';
import { inRepair } from './repair.ts';
import { appliesTo, ruleOf, type Rule } from './rule.ts';
import { handling, logAlarms, openAlarms, recovery, type Work } from './tables.ts';

const { stopped } = machines['SM-VehicleOperation'].states;

export interface Raise {
  readonly vehicleId: string;
  /** D:AlarmType. */
  readonly type: string;
  readonly time: Date;
  readonly lng?: number | null;
  readonly lat?: number | null;
  /** Further facts of the source, stored with the alarm's snapshot. */
  readonly data?: unknown;
  readonly source: 'device' | 'server';
  /** The device's code; default: the type's. */
  readonly code?: string | null;
  /** D:AlarmLevel of a code the platform does not know. */
  readonly level?: number;
  /** End time where the clear arrived before the raise. */
  readonly clearedAt?: Date | undefined;
  /** Counts a report once, however often it is judged. */
  readonly once?: boolean;
  /** Number of raises that this one stands for. */
  readonly times?: number;
}

export interface Raised {
  readonly alarmId: string;
  /** Whether a new row was made, or an existing alarm counted on. */
  readonly isNew: boolean;
}

interface Known {
  readonly id: string;
  readonly handleStatus: number;
  readonly recoverStatus: number;
  readonly firstTime: Date;
  readonly lastTime: Date;
  readonly recoverTime: Date | null;
}

/** One at a time for a vehicle: finding the row to count on and making a new one are two steps. */
async function lockVehicle(tx: Work, vehicleId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`alarm ${vehicleId}`}, 0))`.execute(tx);
}

const isDone = (known: Known): boolean => !openAlarms.includes(known.handleStatus);

/** The alarm this raise belongs to: the unrecovered one, else the last one that reaches so far. */
async function knownFor(tx: Work, raise: Raise, windowMs: number): Promise<Known | undefined> {
  const { rows } = await sql<Known>`
    select id, handle_status, recover_status, first_time, last_time, recover_time from alm_alarm
    where vehicle_id = ${raise.vehicleId} and alarm_type = ${raise.type} and not deleted
      and (recover_status = ${sql.lit(recovery.active)} or (${new Date(raise.time.getTime() - windowMs)} <= recover_time and first_time <= ${new Date(raise.time.getTime() + windowMs)}))
    order by recover_status, last_time desc limit 1 for update`.execute(tx);
  return rows[0];
}

/**
 * Raises an alarm of a vehicle, in the caller's transaction. While one of the type is unrecovered it only counts; within the rule's minutes after the
 * recovery the same row is open again, unless people have done with it. Safe to call for the same vehicle from any number of transactions.
 * @returns undefined where the rule is off or the vehicle is not known
 */
export async function raiseAlarm(tx: Work, raise: Raise): Promise<Raised | undefined> {
  const [facts, rule] = [await vehicleFacts(tx, raise.vehicleId), await ruleOf(tx, raise.type)];
  if (!facts || !appliesTo(rule, facts.vehicleTypeId)) return undefined;
  await lockVehicle(tx, raise.vehicleId);
  const windowMs = rule.dedupeMinutes * 60_000;
  const known = await knownFor(tx, raise, windowMs);
  if (!known) return { alarmId: await insert(tx, raise, facts, rule), isNew: true };
  if (known.recoverStatus === recovery.active) {
    // Two processes have judged the same report.
    if (raise.once && raise.time <= known.lastTime) return { alarmId: known.id, isNew: false };
    // Its clear was lost and it has been handled: a much later raise is a new alarm.
    if (!isDone(known) || raise.time.getTime() <= known.lastTime.getTime() + windowMs) return repeat(tx, raise, known);
    await setRecovered(tx, known.id, known.lastTime);
    return { alarmId: await insert(tx, raise, facts, rule), isNew: true };
  }
  if (known.recoverTime !== null && raise.time <= known.recoverTime) return repeat(tx, raise, known);
  if (isDone(known)) return { alarmId: await insert(tx, raise, facts, rule), isNew: true };
  return reopen(tx, raise, known);
}

/** Counts on an alarm as it stands. The revision stays: a vehicle that repeats itself must not refuse who handles the alarm meanwhile. */
async function repeat(tx: Work, raise: Raise, known: Known): Promise<Raised> {
  await sql`
    update alm_alarm set count = count + ${raise.times ?? 1}, first_time = least(first_time, ${raise.time}), last_time = greatest(last_time, ${raise.time}),
      alarm_err_code = coalesce(${raise.code ?? null}, alarm_err_code), update_time = now()
    where id = ${known.id}`.execute(tx);
  const isOver = raise.clearedAt !== undefined && raise.clearedAt >= known.lastTime;
  if (isOver && known.recoverStatus === recovery.active && raise.clearedAt)
    await setRecovered(tx, known.id, raise.clearedAt);
  await notifyAlarm(tx, known.id, 'changed');
  return { alarmId: known.id, isNew: false };
}

async function reopen(tx: Work, raise: Raise, known: Known): Promise<Raised> {
  await sql`
    update alm_alarm set recover_status = ${recovery.active}, recover_time = null, count = count + ${raise.times ?? 1}, last_time = greatest(last_time, ${raise.time}),
      rev = rev + 1, update_time = now() where id = ${known.id}`.execute(tx);
  await logAlarms(tx, [{ alarmId: known.id, action: 'reraise', time: raise.time }]);
  if (raise.clearedAt) await setRecovered(tx, known.id, raise.clearedAt);
  await notifyAlarm(tx, known.id, 'changed');
  return { alarmId: known.id, isNew: false };
}

/** Parts that are being updated answer nobody. */
const isSilence = (type: string): boolean => type.startsWith('COMM_');

/**
 * Alarms that are hidden by default and notify nobody: those of stopped vehicles, faults of vehicles in the workshop, and silent parts
 * during an update.
 */
async function isSuppressed(
  tx: Work,
  { id, operationStatus }: VehicleFacts,
  type: string,
  alarmClass: number | null,
): Promise<boolean> {
  if (operationStatus === stopped || (alarmClass === codes.AlarmClass.fault && (await inRepair(tx, id)))) return true;
  return isSilence(type) && (await withUpdate(tx, [id])).size > 0;
}

/** Code of an alarm besides its type: the dictionary code, or the raw one. */
async function codeOf(tx: Work, raise: Raise): Promise<string | null> {
  if (raise.code !== undefined) return raise.code;
  const { rows } = await sql<{ code: string | null }>`
    select alarm_err_code as code from sys_item_code where category = 'AlarmType' and code = ${raise.type} and not deleted`.execute(
    tx,
  );
  return rows[0]?.code ?? null;
}

async function insert(tx: Work, raise: Raise, facts: VehicleFacts, rule: Rule): Promise<string> {
  const alarmClass = alarmTypeSeed(raise.type)?.alarmClass ?? null;
  const scene = await sceneOf(tx, facts, { ...raise, batteries: alarmClass === codes.AlarmClass.battery });
  const suppressed = await isSuppressed(tx, facts, raise.type, alarmClass);
  const level = raise.level ?? rule.level;
  const { rows } = await sql<{ id: string }>`
    insert into alm_alarm (alarm_no, level, alarm_type, alarm_class, alarm_err_code, vehicle_id, vin, frame_no, imei, vehicle_type_id, user_id, dealer_id,
      city_code, address, lng, lat, first_time, last_time, recover_time, count, recover_status, handle_status, escalated, suppressed, rule_version, snapshot)
    values (${`AL${formatDay(raise.time).replaceAll('-', '')}`} || lpad(nextval('alm_alarm_no')::text, 6, '0'), ${level}, ${raise.type}, ${alarmClass},
      ${(await codeOf(tx, raise))?.slice(0, 60) ?? null}, ${facts.id}, ${facts.vin}, ${facts.frameNo}, ${facts.imei}, ${facts.vehicleTypeId}, ${facts.ownerUserId}, ${facts.dealerId},
      ${scene.cityCode}, ${scene.address}, ${scene.lng}, ${scene.lat}, ${raise.time}, ${raise.time}, ${raise.clearedAt ?? null}, ${raise.times ?? 1},
      ${raise.clearedAt ? recovery.recovered : recovery.active}, ${handling.unhandled}, 0, ${suppressed ? 1 : 0}, ${rule.ruleVersion}, ${JSON.stringify(scene.snapshot)}::jsonb)
    returning id`.execute(tx);
  const id = rows[0]?.id;
  if (id === undefined) throw new Error('alarm was not stored');
  await logAlarms(tx, [
    { alarmId: id, action: 'raise', toStatus: handling.unhandled, time: raise.time, remark: raise.source },
    ...(raise.clearedAt ? [{ alarmId: id, action: 'recover' as const, time: raise.clearedAt }] : []),
  ]);
  await notifyAlarm(tx, id, 'raised');
  if (!suppressed)
    await notifyOfNew(
      tx,
      { id, level, time: raise.time, type: raise.type, isOver: raise.clearedAt !== undefined },
      facts,
      rule,
      scene,
    );
  return id;
}

async function setRecovered(tx: Work, id: string, at: Date): Promise<void> {
  await sql`update alm_alarm set recover_status = ${recovery.recovered}, recover_time = ${at}, rev = rev + 1, update_time = now() where id = ${id}`.execute(
    tx,
  );
  await logAlarms(tx, [{ alarmId: id, action: 'recover', time: at }]);
}

/**
 * Ends the unrecovered alarm of a type, if there is one and nothing newer than `time` raised it. What was raised in the future has a wrong time, and is
 * no newer than any end. Alarms that only people can end stay.
 * @returns its id
 */
export async function clearAlarm(
  tx: Work,
  { vehicleId, type, time }: { readonly vehicleId: string; readonly type: string; readonly time: Date },
): Promise<string | undefined> {
  if (alarmTypeSeed(type)?.clears === 'handled') return undefined;
  await lockVehicle(tx, vehicleId);
  const { rows } = await sql<{ id: string; firstTime: Date }>`
    select id, first_time from alm_alarm where vehicle_id = ${vehicleId} and alarm_type = ${type} and recover_status = ${sql.lit(recovery.active)} and not deleted
      and (last_time <= ${time} or last_time > now()) for update`.execute(tx);
  const [open] = rows;
  if (!open) return undefined;
  const { id, firstTime } = open;
  await setRecovered(tx, id, firstTime > time ? firstTime : time);
  await notifyAlarm(tx, id, 'changed');
  return id;
}
