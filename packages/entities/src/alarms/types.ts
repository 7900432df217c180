import { codes } from '../codes.ts';

/** D:AlarmClass of alarms that the workshop can do something about. */
export const repairableClasses: readonly number[] = [codes.AlarmClass.battery, codes.AlarmClass.fault];

/** What ends an alarm: a clearing event, or handling by a person where there is no clearing event. */
type Clears = 'event' | 'handled';

/** How a type of alarm behaves before anybody has changed its rule. */
export interface AlarmTypeSeed {
  /** D:AlarmType. */
  readonly type: string;
  /** D:AlarmClass; null: the device's code is not known. */
  readonly alarmClass: 1 | 2 | 3 | 4 | 5 | null;
  /** D:AlarmLevel. */
  readonly level: 1 | 2 | 3 | 4;
  readonly clears: Clears;
  readonly pushOwner: 0 | 1;
  /** D:PushChannel: 2 push, 3 SMS, 4 call. */
  readonly channels: readonly ('2' | '3' | '4')[];
}

const type = (
  code: string,
  alarmClass: AlarmTypeSeed['alarmClass'],
  level: AlarmTypeSeed['level'],
  channels: AlarmTypeSeed['channels'] = [],
  clears: Clears = 'event',
): AlarmTypeSeed => ({ type: code, alarmClass, level, clears, pushOwner: channels.length > 0 ? 1 : 0, channels });

export const alarmTypes: readonly AlarmTypeSeed[] = [
  type('VIBRATION', 1, 2, ['2']),
  type('ILLEGAL_MOVE', 1, 4, ['2', '4']),
  type('TOW', 1, 4, ['2']),
  type('FENCE_OUT', 1, 2, ['2']),
  type('FENCE_IN', 1, 2, ['2']),
  type('POWER_CUT', 1, 3, ['2']),
  type('TIP_OVER', 5, 3, ['2']),
  type('CRASH', 5, 4, ['2', '3'], 'handled'),
  type('OVERSPEED', 5, 2),
  type('BACKUP_LOW', 4, 2),
  type('SOC_LOW', 2, 1, ['2']),
  type('CELL_OVER_TEMP', 2, 4, ['2', '4']),
  type('CELL_LOW_TEMP', 2, 1),
  type('CELL_OVER_VOLT', 2, 3),
  type('CELL_UNDER_VOLT', 2, 3),
  type('OVER_CURRENT_CHG', 2, 3),
  type('OVER_CURRENT_DSG', 2, 3),
  type('SHORT_CIRCUIT', 2, 4, ['2'], 'handled'),
  type('CELL_IMBALANCE', 2, 2),
  type('THERMAL_RUNAWAY', 2, 4, ['2', '3', '4'], 'handled'),
  type('CHARGER_ABNORMAL', 2, 2, ['2']),
  type('BATTERY_MISMATCH', 2, 2),
  type('MOTOR_HALL', 3, 3, ['2']),
  type('MOTOR_PHASE', 3, 3, ['2']),
  type('MOTOR_STALL', 3, 3, ['2']),
  type('CTRL_OVER_TEMP', 3, 3, ['2']),
  type('CTRL_MOS', 3, 3, ['2']),
  type('CTRL_UNDER_VOLT', 3, 3, ['2']),
  type('THROTTLE', 3, 3, ['2']),
  type('BRAKE', 3, 3, ['2']),
  type('COMM_BMS', 3, 2),
  type('COMM_CTRL', 3, 2),
  type('COMM_METER', 3, 2),
  type('GPS_FAULT', 3, 1),
  type('LIGHT_FAULT', 3, 1),
  type('OFFLINE_LONG', 4, 1),
  type('SIM_MISMATCH', 4, 2),
  type('SIM_OVERUSE', 4, 2),
  type('UNKNOWN', null, 2),
];

const byType = new Map(alarmTypes.map((seed) => [seed.type, seed]));
export const alarmTypeSeed = (code: string): AlarmTypeSeed | undefined => byType.get(code);

/** Types that cannot be switched off or limited to models (3007). */
export const alwaysOn: ReadonlySet<string> = new Set(['THERMAL_RUNAWAY', 'CRASH']);

/** Minutes in which an alarm of a level is to be handled. */
export const slaMinutes: Readonly<Record<number, number>> = { 1: 4320, 2: 4320, 3: 1440, 4: 30 };

/** D:AlarmLevel of a device's `severity`, for codes the platform does not know. */
export const levelOfSeverity: Readonly<Record<string, 1 | 2 | 3 | 4>> = {
  critical: 4,
  major: 3,
  minor: 2,
  warning: 2,
  info: 1,
};

/** The template a type's rule starts with. */
export function defaultTemplate({ type: code, alarmClass }: Pick<AlarmTypeSeed, 'type' | 'alarmClass'>): string {
  if (code === 'SOC_LOW') return 'ALM_LOW_CHARGE';
  if (code === 'CRASH') return 'ALM_CRASH';
  if (code === 'CHARGER_ABNORMAL') return 'ALM_DEFAULT';
  return { 1: 'ALM_SECURITY', 2: 'ALM_BATTERY', 3: 'ALM_FAULT', 4: 'ALM_DEFAULT', 5: 'ALM_DEFAULT' }[alarmClass ?? 4];
}
