import { alarmTypeSeed } from '@wheelhouse/entities/alarms/types';
import { dictionaries } from '@wheelhouse/entities/dictionaries';
import type { AlarmStory } from './alarm-story.ts';
import { after, day, earlier, hour, later, minute } from '../clock.ts';
import type { CopyRow } from '../copy.ts';
import { clamp, round, type Random } from '../random.ts';
import type { Status, Versions } from '../fleet/status.ts';
import type { World } from '../world.ts';

const days = 60;
const past = 420;

interface Code {
  readonly code: string;
  readonly part: number;
  readonly errCode: string;
  readonly type: string;
}

const entriesOf = (category: string) => dictionaries.find((one) => one.category === category)?.entries ?? [];
const typeByErr = new Map<string, string>(
  entriesOf('AlarmType').flatMap((entry) =>
    'alarmErrCode' in entry && entry.alarmErrCode ? [[entry.alarmErrCode, entry.code]] : [],
  ),
);
const codes: readonly Code[] = entriesOf('FaultCode').flatMap((entry) => {
  if (!('alarmErrCode' in entry) || !entry.alarmErrCode || !('deviceType' in entry)) return [];
  const type = typeByErr.get(entry.alarmErrCode);
  return type === undefined
    ? []
    : [{ code: entry.code, part: Number(entry.deviceType), errCode: entry.alarmErrCode, type }];
});
/** Undervoltage and throttle of the controller are the most frequent faults. */
const weights: Readonly<Record<string, number>> = {
  F3006: 9,
  F3007: 6,
  F3001: 5,
  F3004: 5,
  F3008: 3,
  F2005: 3,
  F3002: 2,
  F3003: 2,
  F2004: 1.5,
  F3005: 1,
  F2002: 0.4,
  F2008: 0.1,
};

/** A fault from its begin to its end; one that goes on has none. */
interface Spell {
  readonly status: Status;
  readonly code: Code;
  readonly set: Date;
  readonly clear: Date | null;
}

/** Handled in the workshop, or waiting; faults that are over a day later are done with. */
function storyOf(random: Random, now: Date, { status, code, set, clear }: Spell): AlarmStory | undefined {
  const seed = alarmTypeSeed(code.type);
  if (!seed || seed.level < 3) return undefined;
  const old = now.getTime() - set.getTime() > 30 * hour;
  const handling = old ? (random.chance(0.93) ? 2 : 1) : random.chance(0.4) ? 1 : 0;
  const claimed =
    handling === 0 ? null : earlier(after(set, random.exponential(3 * hour) + minute), after(now, -minute));
  const handled =
    handling === 2 && claimed ? earlier(after(claimed, random.exponential(5 * hour) + minute), now) : null;
  return {
    id: '',
    vehicle: status.vehicle,
    status,
    seed,
    first: set,
    last: set,
    recovered: seed.clears === 'handled' ? handled : clear,
    count: 1,
    handling,
    handler: handling === 0 ? null : random.int(0, 2),
    claimed,
    handled,
    note:
      handling === 2
        ? {
            result: random.weighted([
              ['1', 5],
              ['3', 3],
              ['5', 2],
            ]),
            ignore: null,
            contacted: 1,
            contact: '1',
            remark: random.pick([
              '已预约服务网点检修',
              '远程复位后恢复，继续观察',
              '网点更换部件后恢复正常',
              '已指导车主断电重启',
            ]),
          }
        : null,
    suppressed: status.vehicle.stopReason !== null,
    soc: status.soc,
  };
}

/** A fault record, and the alarm it raised. */
export interface Fault {
  readonly row: CopyRow;
  readonly story: AlarmStory | undefined;
}

function rowOf(random: Random, now: Date, { status, code, set, clear }: Spell, version: Versions | undefined): CopyRow {
  const { vehicle } = status;
  return {
    vehicle_id: vehicle.id,
    vin: vehicle.vin,
    frame_no: vehicle.frameNo,
    vehicle_type_id: vehicle.model.id,
    device_type: code.part,
    part_sn: code.part === 3 ? vehicle.controllerSn : null,
    fault_code: code.code,
    alarm_err_code: code.errCode,
    level: alarmTypeSeed(code.type)?.level ?? 2,
    set_time: set,
    clear_time: clear,
    odometer_km: Math.max(1, round(status.odometerKm - ((now.getTime() - set.getTime()) / day) * vehicle.kmPerDay, 1)),
    soc: clamp(Math.round(status.soc + random.normal(0, 15)), 8, 100),
    software_version: (code.part === 2 ? version?.bms : version?.controller) ?? null,
    temperature: round(
      code.code === 'F3004'
        ? random.between(82, 97)
        : code.code === 'F2002'
          ? random.between(56, 68)
          : random.between(18, 52),
      1,
    ),
    lng: round(status.place.lng, 6),
    lat: round(status.place.lat, 6),
    raw: JSON.stringify([{ ecu: code.part === 2 ? 'BMS' : 'MCU', code: code.code, active: true }]),
    create_time: set,
    update_time: clear ?? set,
  };
}

/** Fault-code records of two months: those that are over, and those the latest states still have. */
export function faultRows(random: Random, now: Date, { statuses, versions }: World): Fault[] {
  const make = (status: Status, code: Code, set: Date, clear: Date | null): Fault => ({
    row: rowOf(random, now, { status, code, set, clear }, versions.get(status.vehicle)),
    story: storyOf(random, now, { status, code, set, clear }),
  });
  const list = codes.map((code) => [code, weights[code.code] ?? 1] as const);
  const riding = statuses.filter(
    ({ vehicle, faults }) =>
      vehicle.activated !== null && vehicle.activated < after(now, -2 * day) && faults.length === 0,
  );
  const over = Array.from({ length: past }, () => {
    const status = random.pick(riding);
    const set = later(after(now, -random.next() * days * day - 3 * hour), after(status.vehicle.activated ?? now, hour));
    return make(
      status,
      random.weighted(list),
      set,
      earlier(after(set, random.exponential(70 * minute) + minute), after(now, -2 * minute)),
    );
  });
  const open = statuses.flatMap((status) =>
    status.faults.flatMap((name) => {
      const code = codes.find((one) => one.code === name);
      return code ? [make(status, code, after(status.reportTime, -random.between(5, 300) * minute), null)] : [];
    }),
  );
  // One record of a code at a time, and one that is not over.
  const seen = new Set<string>();
  return [...over, ...open].filter(({ row }) => {
    const { vehicle_id: vehicle, fault_code: code, set_time: set, clear_time: clear } = row;
    const key = `${String(vehicle)} ${String(code)} ${clear === null || !(set instanceof Date) ? 'open' : set.getTime()}`;
    return !seen.has(key) && Boolean(seen.add(key));
  });
}
