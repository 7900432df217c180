import { recordOf } from '@wheelhouse/contract/object';
import { formatInstant } from '@wheelhouse/contract/time';
import { levelOfSeverity } from '@wheelhouse/entities/alarms/types';
import { sql } from 'kysely';
import type { DeviceMessage, UplinkHandler } from '../../gateway/service.ts';
import { deviceCodes, type DeviceCodes } from './codes.ts';
import { clearAlarm, raiseAlarm } from './raise.ts';
import { recovery, type Work } from './tables.ts';

/** Type of codes that no dictionary entry has; the raw code is kept. */
const unknown = 'UNKNOWN';

interface Signal {
  readonly message: DeviceMessage;
  readonly type: string;
  readonly raw: string;
  readonly times: number;
}

/** Messages by vehicle and device time; raises that repeat each other at once are one with a number. */
function signalsOf(messages: readonly DeviceMessage[], codes: DeviceCodes): Signal[] {
  const signals: Signal[] = [];
  const ordered = messages
    .filter(({ code, state }) => code !== null && (state === 'raise' || state === 'clear'))
    .toSorted((a, b) => Number(a.vehicleId) - Number(b.vehicleId) || a.ts - b.ts);
  for (const message of ordered) {
    const raw = message.code ?? '';
    const type = codes.typeOf.get(raw.toUpperCase()) ?? unknown;
    const last = signals.at(-1);
    const repeats =
      last?.message.vehicleId === message.vehicleId &&
      last.message.state === message.state &&
      last.raw === raw &&
      last.message.ts === message.ts;
    if (repeats && last) signals[signals.length - 1] = { ...last, times: last.times + 1 };
    else signals.push({ message, type, raw, times: 1 });
  }
  return signals;
}

/** The clear of this raise that has been stored before it: messages may come in any order. */
async function clearOf(tx: Work, { message, type, raw }: Signal, codes: DeviceCodes): Promise<Date | undefined> {
  const names = type === unknown ? [raw] : [type, codes.errCodeOf.get(type) ?? type];
  const { rows } = await sql<{ ts: Date | null }>`
    select min(ts) as ts from veh_device_event
    where vehicle_id = ${message.vehicleId} and ts >= ${new Date(message.ts)} and kind = 'event' and state = 'clear'
      and upper(code) = any(${names.map((name) => name.toUpperCase())}::text[]) and (ref is null or ${message.ref}::text is null or ref = ${message.ref})`.execute(
    tx,
  );
  return rows[0]?.ts ?? undefined;
}

/** What the device sent with the event; of a time that was not believed, what it said. */
function dataOf({ payload, said }: DeviceMessage): unknown {
  const data = payload['data'];
  // A number beyond what a date can hold is kept as it came.
  const at = said === null ? null : Math.abs(said) <= 8.64e15 ? formatInstant(new Date(said)) : String(said);
  return at === null ? data : { ...recordOf(data), deviceTime: at };
}

async function apply(tx: Work, signal: Signal, codes: DeviceCodes): Promise<void> {
  const { message, type, raw, times } = signal;
  const { vehicleId, ts, lng, lat, severity } = message;
  const time = new Date(ts);
  if (message.state === 'clear') {
    if (type !== unknown || (await isOpenWith(tx, vehicleId, raw))) await clearAlarm(tx, { vehicleId, type, time });
    return;
  }
  await raiseAlarm(tx, {
    vehicleId,
    type,
    time,
    lng,
    lat,
    data: dataOf(message),
    source: 'device',
    times,
    clearedAt: await clearOf(tx, signal, codes),
    ...(type === unknown && { code: raw, level: levelOfSeverity[severity ?? ''] ?? 2 }),
  });
}

/** The end of an unknown code ends the unknown alarm only when it is about that code. */
async function isOpenWith(tx: Work, vehicleId: string, raw: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from alm_alarm where vehicle_id = ${vehicleId} and alarm_type = ${unknown} and recover_status = ${sql.lit(recovery.active)} and alarm_err_code = ${raw.slice(0, 60)} and not deleted`.execute(
    tx,
  );
  return rows.length > 0;
}

/** Alarms that devices raise and clear (device protocol, Alarms), each in the transaction that stores its message. */
export const takeEvents: UplinkHandler = async (db, messages) => {
  const codes = await deviceCodes(db);
  for (const signal of signalsOf(messages, codes)) await apply(db, signal, codes);
};
