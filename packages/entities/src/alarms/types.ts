import type { Text } from '@wheelhouse/contract';
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

/** The highest D:AlarmLevel. Owners are called about alarms of this level only. */
export const criticalLevel = 4;

export const callRefusal: Text = { zh: '仅紧急报警可用语音电话', en: 'Calls are for critical alarms only' };

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

/** A message to an owner about an alarm; `${…}` places are filled per alarm. */
interface AlarmTemplate {
  readonly id: string;
  readonly name: Text;
  readonly title: Text;
  readonly body: Text;
}

const template = (id: string, name: Text, title: Text, body: Text): AlarmTemplate => ({ id, name, title, body });

// prettier-ignore
export const alarmTemplates: readonly AlarmTemplate[] = [
  template('ALM_DEFAULT', { zh: '通用报警', en: 'General alarm' },
    { zh: '${alarmName}', en: '${alarmName}' },
    { zh: '您的${vehicleName}（尾号${vin6}）于${time}发生${alarmName}，请及时查看。', en: 'Your ${vehicleName} (…${vin6}) reported at ${time}: ${alarmName}. Please have a look.' }),
  template('ALM_SECURITY', { zh: '安防报警', en: 'Security' },
    { zh: '车辆安防提醒：${alarmName}', en: 'Security: ${alarmName}' },
    { zh: '您的${vehicleName}（尾号${vin6}）于${time}在${address}触发${alarmName}。如非本人操作，请尽快查看车辆。', en: 'Your ${vehicleName} (…${vin6}) reported ${alarmName} at ${time} in ${address}. If this was not you, check on it soon.' }),
  template('ALM_BATTERY', { zh: '电池安全', en: 'Battery safety' },
    { zh: '电池安全提醒：${alarmName}', en: 'Battery safety: ${alarmName}' },
    { zh: '您的${vehicleName}（尾号${vin6}）电池于${time}出现${alarmName}，请立即停止充电和骑行并远离车辆，必要时拨打119。', en: 'The battery of your ${vehicleName} (…${vin6}) reported ${alarmName} at ${time}. Stop charging and riding, keep away from it, and call the fire service if needed.' }),
  template('ALM_LOW_CHARGE', { zh: '电量低', en: 'Low charge' },
    { zh: '电量不足', en: 'Low charge' },
    { zh: '您的${vehicleName}（尾号${vin6}）剩余电量${soc}%，请及时充电。', en: 'Your ${vehicleName} (…${vin6}) has ${soc}% left. Please charge it.' }),
  template('ALM_CRASH', { zh: '碰撞关怀', en: 'Crash' },
    { zh: '检测到碰撞', en: 'A crash was detected' },
    { zh: '您的${vehicleName}（尾号${vin6}）于${time}在${address}检测到碰撞。您是否需要帮助？客服电话${servicePhone}。', en: 'Your ${vehicleName} (…${vin6}) detected a crash at ${time} in ${address}. Do you need help? Call ${servicePhone}.' }),
  template('ALM_FAULT', { zh: '故障与维修', en: 'Fault and repair' },
    { zh: '车辆故障提醒：${alarmName}', en: 'Vehicle fault: ${alarmName}' },
    { zh: '您的${vehicleName}（尾号${vin6}）于${time}出现${alarmName}，建议联系服务网点检修，客服电话${servicePhone}。', en: 'Your ${vehicleName} (…${vin6}) reported ${alarmName} at ${time}. Please have it checked by your dealer, or call ${servicePhone}.' }),
  template('ALM_CONTACT', { zh: '请联系客服', en: 'Please call us' },
    { zh: '请联系客服确认车辆情况', en: 'Please call customer service' },
    { zh: '关于您的${vehicleName}（尾号${vin6}）${time}的${alarmName}，我们需要与您确认情况，请拨打${servicePhone}。', en: 'We would like to speak to you about ${alarmName} of your ${vehicleName} (…${vin6}) at ${time}. Please call ${servicePhone}.' }),
];

const templateById = new Map(alarmTemplates.map((one) => [one.id, one]));
export const alarmTemplate = (id: string): AlarmTemplate | undefined => templateById.get(id);

/** The template a type's rule starts with. */
export function defaultTemplate({ type: code, alarmClass }: Pick<AlarmTypeSeed, 'type' | 'alarmClass'>): string {
  if (code === 'SOC_LOW') return 'ALM_LOW_CHARGE';
  if (code === 'CRASH') return 'ALM_CRASH';
  if (code === 'CHARGER_ABNORMAL') return 'ALM_DEFAULT';
  return { 1: 'ALM_SECURITY', 2: 'ALM_BATTERY', 3: 'ALM_FAULT', 4: 'ALM_DEFAULT', 5: 'ALM_DEFAULT' }[alarmClass ?? 4];
}
