import { alarmTypes, type AlarmTypeSeed } from '@wheelhouse/entities/alarms/types';
import { after, day, earlier, hour, later, minute } from '../clock.ts';
import type { Vehicle } from '../vehicles/fleet.ts';
import { clamp, round, type Random } from '../random.ts';
import type { Status } from '../fleet/status.ts';

/** An alarm of the demo: how it was raised, notified and handled. */
export interface AlarmStory {
  id: string;
  readonly vehicle: Vehicle;
  readonly status: Status;
  readonly seed: AlarmTypeSeed;
  readonly first: Date;
  readonly last: Date;
  readonly recovered: Date | null;
  readonly count: number;
  /** D:AlarmHandleStatus. */
  readonly handling: 0 | 1 | 2 | 3 | 4;
  /** Place in the list of those who handle. */
  readonly handler: number | null;
  readonly claimed: Date | null;
  readonly handled: Date | null;
  readonly note: Note | null;
  readonly suppressed: boolean;
  readonly soc: number;
}

export interface Note {
  readonly result: string | null;
  readonly ignore: string | null;
  readonly contacted: 0 | 1;
  readonly contact: string | null;
  readonly remark: string;
}

const days = 60;
/** How often each type is raised, of about this many alarms. */
const total = 520;
// prettier-ignore
const frequency: Readonly<Record<string, number>> = {
  VIBRATION: 90, ILLEGAL_MOVE: 10, TOW: 4, POWER_CUT: 12, TIP_OVER: 26, CRASH: 5, OVERSPEED: 30, BACKUP_LOW: 10, SOC_LOW: 110, CELL_OVER_TEMP: 6,
  CELL_LOW_TEMP: 24, CELL_OVER_VOLT: 4, CELL_UNDER_VOLT: 9, OVER_CURRENT_DSG: 7, SHORT_CIRCUIT: 1, CELL_IMBALANCE: 14, THERMAL_RUNAWAY: 1, CHARGER_ABNORMAL: 12,
  COMM_BMS: 9, COMM_METER: 4, GPS_FAULT: 18, LIGHT_FAULT: 16, SIM_MISMATCH: 3, UNKNOWN: 6,
};
/** Minutes until it is over, as a rule. */
const lasts: Readonly<Record<string, number>> = {
  VIBRATION: 1.5,
  SOC_LOW: 400,
  TIP_OVER: 9,
  OVERSPEED: 2,
  COMM_BMS: 6,
  CELL_LOW_TEMP: 90,
  SIM_MISMATCH: 4000,
};
const remarks: Readonly<Record<number, readonly string[]>> = {
  1: ['电话联系车主，确认为本人移车', '车主表示临停被挪动，车辆无异常', '已提醒车主锁好车辆并开启设防'],
  2: ['已指导车主停止使用并静置降温', '远程查看曲线正常，建议到店检测电芯', '已提醒车主使用原装充电器'],
  3: ['已预约服务网点检修控制器', '远程复位后故障消失，继续观察', '网点更换转把后恢复正常'],
  4: ['车辆停放地下车库，信号恢复后正常', '联系车主，车辆长期未使用'],
  5: ['联系车主，人车均无恙', '车主称减速带颠簸，非碰撞', '已提醒车主按限速骑行'],
};

const seeds = new Map(alarmTypes.map((seed) => [seed.type, seed]));
const zoned = (time: Date): number => (((time.getTime() + 8 * hour) % day) / hour + 24) % 24;

/** Vibrations happen at night, tumbles and speed by day. */
function momentOf(random: Random, now: Date, type: string): Date {
  const night = type === 'VIBRATION' || type === 'ILLEGAL_MOVE' || type === 'TOW';
  for (let n = 0; ; n++) {
    // A few more of late, as the fleet grew.
    const time = after(now, -(random.next() ** 1.25) * days * day - 20 * minute);
    const clock = zoned(time);
    const fits = night ? clock > 20 || clock < 6 : clock > 6.5 && clock < 22;
    if (fits || n > 8) return time;
  }
}

function noteOf(random: Random, seed: AlarmTypeSeed, ignored: boolean): Note {
  const list = remarks[seed.alarmClass ?? 4] ?? ['已核实处理'];
  const contacted = random.chance(0.6) ? 1 : 0;
  return {
    result: ignored
      ? null
      : random.weighted([
          ['1', 6],
          ['2', 4],
          ['5', 2],
        ]),
    ignore: ignored
      ? random.weighted([
          ['1', 5],
          ['2', 4],
          ['3', 1],
        ])
      : null,
    contacted,
    contact:
      contacted === 1
        ? random.weighted([
            ['1', 8],
            ['2', 2],
          ])
        : null,
    remark: random.pick(list),
  };
}

interface Handling extends Pick<AlarmStory, 'handling' | 'handler' | 'claimed' | 'handled' | 'note'> {}
const untouched: Handling = { handling: 0, handler: null, claimed: null, handled: null, note: null };

/** What people made of it: the older, the more surely it is done with. */
function handlingOf(random: Random, now: Date, seed: AlarmTypeSeed, first: Date, recovered: Date | null): Handling {
  const age = now.getTime() - first.getTime();
  const isSmall = seed.level <= 2 && recovered !== null;
  if (isSmall && age > 2 * day && random.chance(0.75))
    return { ...untouched, handling: 4, handled: after(recovered, day) };
  const isDone = seed.level === 4 ? age > 50 * minute : age > (seed.level === 3 ? 20 * hour : 60 * hour);
  if (!isDone && !random.chance(0.35)) return untouched;
  const handler = random.int(0, 3);
  const claimed = earlier(
    after(first, random.exponential(seed.level === 4 ? 6 * minute : 70 * minute) + minute),
    after(now, -minute),
  );
  if (!isDone && random.chance(0.6)) return { ...untouched, handling: 1, handler, claimed };
  const handled = earlier(
    after(claimed, random.exponential(seed.level === 4 ? 16 * minute : 3 * hour) + 2 * minute),
    now,
  );
  const ignored = random.chance(seed.alarmClass === 1 ? 0.4 : 0.12);
  return { handling: ignored ? 3 : 2, handler, claimed, handled, note: noteOf(random, seed, ignored) };
}

function storyOf(
  random: Random,
  now: Date,
  status: Status,
  { seed, first, open }: { readonly seed: AlarmTypeSeed; readonly first: Date; readonly open: boolean },
): AlarmStory {
  const length = clamp(random.exponential((lasts[seed.type] ?? 35) * minute), 40_000, 20 * day);
  const ends = after(first, length);
  const isOver = !open && ends < now;
  const byHand = seed.clears === 'handled';
  const people = handlingOf(random, now, seed, first, isOver && !byHand ? ends : null);
  const recovered = byHand ? people.handled : isOver ? ends : null;
  const count = seed.type === 'VIBRATION' ? random.int(1, 6) : random.chance(0.25) ? random.int(2, 4) : 1;
  const last = count === 1 ? first : earlier(after(first, Math.min(length * 0.7, 8 * minute)), recovered ?? now);
  return {
    id: '',
    vehicle: status.vehicle,
    status,
    seed,
    first,
    last,
    recovered,
    count,
    ...people,
    suppressed: status.vehicle.stopReason !== null,
    soc: seed.type === 'SOC_LOW' ? random.int(9, 19) : clamp(Math.round(status.soc + random.normal(0, 14)), 21, 100),
  };
}

/** Low charge and long silence as the latest states have them: what the platform's rules would say at once. */
function standing(random: Random, now: Date, statuses: readonly Status[]): AlarmStory[] {
  const stories: AlarmStory[] = [];
  const make = (status: Status, type: string, first: Date) => {
    const seed = seeds.get(type);
    if (!seed || status.vehicle.stopReason !== null) return;
    const story = storyOf(random, now, status, { seed, first, open: true });
    const old = now.getTime() - first.getTime() > 30 * hour;
    const people = old && random.chance(0.8) ? handlingOf(random, after(first, 9 * day), seed, first, null) : untouched;
    const handled = people.handled === null ? null : earlier(people.handled, now);
    stories.push({
      ...story,
      count: 1,
      last: first,
      recovered: null,
      ...people,
      claimed: people.claimed === null ? null : earlier(people.claimed, now),
      handled,
      soc: status.soc,
    });
  };
  for (const status of statuses) {
    if (status.soc < 20) make(status, 'SOC_LOW', after(status.reportTime, -random.between(2, 50) * minute));
    if (now.getTime() - status.reportTime.getTime() > 72 * hour)
      make(status, 'OFFLINE_LONG', after(status.reportTime, 72 * hour + 4 * minute));
  }
  return stories;
}

/** What the shift has in hand: type, minutes ago, D:AlarmHandleStatus. */
// prettier-ignore
const shift: readonly (readonly [string, number, 0 | 1])[] = [
  ['ILLEGAL_MOVE', 7, 0], ['CELL_OVER_TEMP', 18, 1], ['CRASH', 41, 1], ['TOW', 12, 0], ['POWER_CUT', 55, 0], ['TIP_OVER', 26, 0], ['CELL_UNDER_VOLT', 130, 1],
  ['OVER_CURRENT_DSG', 75, 0], ['VIBRATION', 3, 0], ['VIBRATION', 22, 0], ['CHARGER_ABNORMAL', 48, 0], ['CELL_IMBALANCE', 95, 0], ['GPS_FAULT', 33, 0], ['UNKNOWN', 64, 0],
  ['MOTOR_STALL', 1600, 1], ['COMM_BMS', 38, 0], ['OVERSPEED', 14, 0], ['SIM_MISMATCH', 200, 0],
];

function lately(random: Random, now: Date, usual: readonly Status[]): AlarmStory[] {
  return shift.flatMap(([type, ago, handling]) => {
    const seed = seeds.get(type);
    if (!seed) return [];
    const first = after(now, -ago * minute);
    const claimed = handling === 1 ? earlier(after(first, 4 * minute), now) : null;
    const story = storyOf(random, now, random.pick(usual), { seed, first, open: seed.level > 2 || type === 'UNKNOWN' });
    const people = { ...untouched, handling, handler: handling === 1 ? random.int(0, 1) : null, claimed };
    return [{ ...story, ...people, recovered: seed.clears === 'handled' ? null : story.recovered, suppressed: false }];
  });
}

/** The alarms of the last two months, those that stand first; more than one of a type may be unrecovered. */
export function alarmStories(random: Random, now: Date, statuses: readonly Status[]): AlarmStory[] {
  const usual = statuses.filter(
    ({ vehicle }) => vehicle.activated !== null && vehicle.activated < after(now, -3 * day),
  );
  const types = Object.entries(frequency);
  const stories = Array.from({ length: total }, () => {
    const type = random.weighted(types);
    const seed = seeds.get(type);
    const status = random.pick(usual);
    if (!seed) throw new Error(`no alarm type ${type}`);
    const first = later(momentOf(random, now, type), after(status.vehicle.activated ?? now, hour));
    return storyOf(random, now, status, { seed, first, open: false });
  });
  const inUse = usual.filter(({ vehicle }) => vehicle.owner !== null && vehicle.stopReason === null);
  const open = [...standing(random, now, statuses), ...lately(random, now, inUse)];
  return [...open, ...stories].filter(({ first }) => first < now);
}

export const celsius = (random: Random, type: string): number =>
  round(
    type === 'CELL_OVER_TEMP' || type === 'THERMAL_RUNAWAY'
      ? random.between(56, 71)
      : type === 'CELL_LOW_TEMP'
        ? random.between(-6, 0)
        : random.between(14, 38),
    1,
  );
