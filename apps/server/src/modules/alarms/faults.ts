import { formatDay } from '@wheelhouse/contract/time';
import { alarmTypeSeed } from '@wheelhouse/entities/alarms/types';
import { sql } from 'kysely';
import { troubleCodesOf, type TroubleReport, type TroubleHandler } from '../../gateway/service.ts';
import { deviceCodes, type DeviceCodes } from './codes.ts';
import { clearAlarm, raiseAlarm } from './raise.ts';
import { ruleOf } from './rule.ts';
import type { Work } from './tables.ts';

/** A level from which a fault is an alarm too. */
const alarmLevel = 3;
/** Level of a code that the dictionary does not have. */
const unknownLevel = 2;
/** Reports older than this change no records: computing them again would read too much history. */
const oldestMs = 7 * 86_400_000;

/** A stretch in which a part had a code. */
interface Spell {
  readonly part: number;
  readonly code: string;
  readonly set: Date;
  clear: Date | null;
}
interface Stored extends Spell {
  readonly id: string;
  readonly alarmId: string | null;
}
interface Sample {
  readonly ts: Date;
  readonly dtc: unknown;
}

const keyOf = (part: number, code: string): string => `${part} ${code}`;

/** Samples with trouble codes from a time on, in the order of device time. */
async function samplesFrom(tx: Work, vehicleId: string, from: Date): Promise<readonly Sample[]> {
  const { rows } = await sql<Sample>`
    select ts, parts -> 'dtc' as dtc from veh_telemetry where vehicle_id = ${vehicleId} and ts >= ${from} and parts ? 'dtc'
    order by ts, boot, seq, idx`.execute(tx);
  return rows;
}

/** Records that reach into the time from `from` on. */
async function storedFrom(tx: Work, vehicleId: string, from: Date): Promise<Stored[]> {
  const { rows } = await sql<Stored>`
    select id, device_type as part, fault_code as code, set_time as set, clear_time as clear, alarm_id from alm_fault_report
    where vehicle_id = ${vehicleId} and (clear_time is null or clear_time >= ${from} or set_time >= ${from}) order by set_time`.execute(
    tx,
  );
  return rows;
}

/** The records that follow from the samples: those that began before, then each code from its first sample to the first without it. */
function spellsOf(before: readonly Stored[], samples: readonly Sample[]): Spell[] {
  const open = new Map<string, Spell>(
    before.map(({ part, code, set }) => [keyOf(part, code), { part, code, set, clear: null }]),
  );
  const spells: Spell[] = [...open.values()];
  for (const { ts, dtc } of samples) {
    const codes = troubleCodesOf(dtc);
    const present = new Set(codes.map(({ part, code }) => keyOf(part, code)));
    for (const [key, spell] of open) {
      if (present.has(key)) continue;
      spell.clear = ts;
      open.delete(key);
    }
    for (const { part, code } of codes) {
      if (open.has(keyOf(part, code))) continue;
      const spell: Spell = { part, code, set: ts, clear: null };
      open.set(keyOf(part, code), spell);
      spells.push(spell);
    }
  }
  return spells;
}

const isSpell = (a: Spell, b: Spell): boolean =>
  a.part === b.part && a.code === b.code && a.set.getTime() === b.set.getTime();
const sameTime = (a: Date | null, b: Date | null): boolean => a?.getTime() === b?.getTime();

/** Brings the records of a vehicle in line with its history from a time on: late and shuffled reports end as if they had come in order. */
async function reconcile(tx: Work, vehicleId: string, from: Date, codes: DeviceCodes): Promise<void> {
  const [samples, stored] = [await samplesFrom(tx, vehicleId, from), await storedFrom(tx, vehicleId, from)];
  const spells = spellsOf(
    stored.filter(({ set }) => set < from),
    samples,
  );
  for (const old of stored) {
    if (spells.some((spell) => isSpell(spell, old))) continue;
    await sql`delete from alm_fault_report where id = ${old.id} and set_time = ${old.set}`.execute(tx);
  }
  for (const spell of spells) {
    const old = stored.find((one) => isSpell(one, spell));
    if (!old) {
      // A fault that began earlier than was known keeps the alarm it has.
      const earlier = stored.find((one) => one.part === spell.part && one.code === spell.code && one.set > spell.set);
      await insertSpell(tx, vehicleId, spell, codes, earlier?.alarmId ?? null);
    } else if (!sameTime(old.clear, spell.clear)) {
      await sql`update alm_fault_report set clear_time = ${spell.clear}, rev = rev + 1, update_time = now() where id = ${old.id} and set_time = ${old.set}`.execute(
        tx,
      );
      if (spell.clear) await clearFault(tx, vehicleId, spell, spell.clear, codes);
    }
  }
}

/** D:AlarmType of a fault code, by the four-digit code both have. */
function alarmTypeOf({ part, code }: Spell, codes: DeviceCodes): { errCode: string | null; type: string | undefined } {
  const upper = code.toUpperCase();
  const errCode = codes.faultErrCode.get(`${part} ${upper}`) ?? codes.faultErrCode.get(upper) ?? null;
  return { errCode, type: errCode === null ? undefined : codes.typeOf.get(errCode) };
}

async function clearFault(tx: Work, vehicleId: string, spell: Spell, time: Date, codes: DeviceCodes): Promise<void> {
  const { type } = alarmTypeOf(spell, codes);
  if (type !== undefined) await clearAlarm(tx, { vehicleId, type, time });
}

async function insertSpell(
  tx: Work,
  vehicleId: string,
  spell: Spell,
  codes: DeviceCodes,
  known: string | null,
): Promise<void> {
  const { errCode, type } = alarmTypeOf(spell, codes);
  const level = type === undefined ? unknownLevel : (await ruleOf(tx, type)).level;
  const isAlarm = type !== undefined && level >= alarmLevel;
  const raised =
    known ??
    (isAlarm
      ? (
          await raiseAlarm(tx, {
            vehicleId,
            type,
            time: spell.set,
            source: 'device',
            data: { part: spell.part, faultCode: spell.code },
            clearedAt: alarmTypeSeed(type)?.clears === 'handled' ? undefined : (spell.clear ?? undefined),
          })
        )?.alarmId
      : undefined) ??
    null;
  await sql`select alm_fault_report_partition(${formatDay(spell.set)}::date)`.execute(tx);
  await sql`
    insert into alm_fault_report (vehicle_id, vin, frame_no, vehicle_type_id, device_type, part_sn, fault_code, alarm_err_code, level, set_time, clear_time,
      odometer_km, soc, software_version, temperature, lng, lat, raw, alarm_id)
    select v.id, v.vin, v.frame_no, v.vehicle_type_id, ${spell.part}, e.sn, ${spell.code}, ${errCode}, ${level}, ${spell.set}, ${spell.clear},
      coalesce(h.odo_m / 1000.0, s.odometer_km), coalesce(round(h.soc), s.soc), e.software_version,
      round((case when ${spell.part} = 2 then coalesce(h.t_max, s.temp_max_c) when ${spell.part} = 7 then coalesce(h.motor_c, s.motor_temp_c)
        else coalesce(h.ctrl_c, s.controller_temp_c) end)::numeric, 1),
      coalesce(h.lng, s.gps_lng), coalesce(h.lat, s.gps_lat), h.parts -> 'dtc', ${raised}
    from veh_vehicle v left join veh_vehicle_status s on s.vehicle_id = v.id
      left join lateral (select sn, software_version from veh_ecu where vehicle_id = v.id and device_type = ${spell.part} and not deleted order by id limit 1) e on true
      left join lateral (select * from veh_telemetry where vehicle_id = v.id and ts = ${spell.set} and parts ? 'dtc' limit 1) h on true
    where v.id = ${vehicleId}
    on conflict (vehicle_id, device_type, fault_code, set_time) do nothing`.execute(tx);
}

/** Vehicles whose first report since the start of the process says nothing that is not known: none of their codes is new, none is over. */
async function unchanged(tx: Work, reports: readonly TroubleReport[]): Promise<ReadonlySet<string>> {
  const quiet = reports.filter(({ codes }) => codes.length === 0);
  if (quiet.length === 0) return new Set();
  const { rows } = await sql<{ id: string }>`
    select q.vehicle as id from unnest(${quiet.map(({ vehicleId }) => vehicleId)}::bigint[], ${quiet.map(({ ts }) => new Date(ts))}::timestamptz[]) as q(vehicle, ts)
    group by q.vehicle having not exists (select from alm_fault_report f where f.vehicle_id = q.vehicle and (f.clear_time is null or f.clear_time > min(q.ts)))`.execute(
    tx,
  );
  const free = new Set(rows.map(({ id }) => id));
  for (const { vehicleId, codes } of reports) if (codes.length > 0) free.delete(vehicleId);
  return free;
}

/** Fault records from the trouble codes in telemetry, each in the transaction that stores them. */
export const takeTroubleCodes: TroubleHandler = async (db, reports) => {
  const free = await unchanged(db, reports);
  const first = new Map<string, number>();
  const oldest = Date.now() - oldestMs;
  for (const { vehicleId, ts } of reports)
    if (ts >= oldest && !free.has(vehicleId)) first.set(vehicleId, Math.min(ts, first.get(vehicleId) ?? Infinity));
  if (first.size === 0) return;
  const codes = await deviceCodes(db);
  for (const [vehicleId, from] of first) await reconcile(db, vehicleId, new Date(from), codes);
};
