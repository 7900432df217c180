import type { Text } from '../../../i18n/lang.ts';

/** Parts of a vehicle by which its state at an alarm is read, and what belongs to each; the rest follows as `other`. */
export const snapshotGroups = [
  {
    title: 'vehiclePart',
    names: ['speedKmh', 'acc', 'locked', 'armed', 'seatOpen', 'sideStand', 'gear', 'odometerKm'],
  },
  {
    title: 'batteryPart',
    names: [
      'soc',
      'soh',
      'voltageV',
      'currentA',
      'tempMaxC',
      'tempMinC',
      'chargeStatus',
      'charging',
      'cycleCount',
      'backupBatteryV',
      'batterySn',
    ],
  },
  { title: 'drivePart', names: ['controllerTempC', 'motorTempC', 'faultCodes'] },
  {
    title: 'networkPart',
    names: ['csq', 'rsrpDbm', 'gpsValid', 'satellites', 'hdop', 'heading', 'gpsLng', 'gpsLat', 'fix', 'iccid'],
  },
  { title: 'versionPart', names: ['ecuVersion', 'controllerVersion', 'bmsVersion', 'meterVersion'] },
] as const;

/** Values that are in order, both ends included; outside, a value stands before the others of its part. */
const inOrder: Readonly<Record<string, readonly [least: number, most: number]>> = {
  speedKmh: [0, 120],
  soc: [20, 100],
  soh: [70, 100],
  tempMaxC: [-10, 60],
  tempMinC: [0, 60],
  backupBatteryV: [3.6, 5],
  controllerTempC: [-20, 90],
  motorTempC: [-20, 120],
  csq: [8, 31],
  rsrpDbm: [-110, 0],
  gpsValid: [1, 1],
  satellites: [4, 99],
  hdop: [0, 5],
};

/** Whether a value lies outside what is in order. */
export function isOut(name: string, value: unknown): boolean {
  const bounds = inOrder[name];
  if (name === 'faultCodes') return Array.isArray(value) && value.length > 0;
  return bounds !== undefined && typeof value === 'number' && (value < bounds[0] || value > bounds[1]);
}

/** What an alarm of a type is about, by D:AlarmType: stands first. */
const subjects: Readonly<Record<string, readonly string[]>> = {
  VIBRATION: ['armed', 'locked'],
  ILLEGAL_MOVE: ['speedKmh', 'armed', 'locked'],
  TOW: ['speedKmh', 'armed'],
  POWER_CUT: ['voltageV', 'backupBatteryV'],
  OVERSPEED: ['speedKmh'],
  BACKUP_LOW: ['backupBatteryV'],
  SOC_LOW: ['soc'],
  CELL_OVER_TEMP: ['tempMaxC'],
  CELL_LOW_TEMP: ['tempMinC', 'tempMaxC'],
  CELL_OVER_VOLT: ['voltageV'],
  CELL_UNDER_VOLT: ['voltageV', 'soc'],
  OVER_CURRENT_CHG: ['currentA', 'chargeStatus'],
  OVER_CURRENT_DSG: ['currentA'],
  SHORT_CIRCUIT: ['currentA', 'voltageV'],
  CELL_IMBALANCE: ['voltageV', 'soc'],
  THERMAL_RUNAWAY: ['tempMaxC', 'voltageV'],
  CHARGER_ABNORMAL: ['chargeStatus', 'voltageV', 'currentA'],
  CTRL_OVER_TEMP: ['controllerTempC'],
  CTRL_UNDER_VOLT: ['voltageV'],
  MOTOR_STALL: ['motorTempC', 'currentA'],
  GPS_FAULT: ['gpsValid', 'satellites', 'hdop'],
  OFFLINE_LONG: ['csq', 'rsrpDbm'],
};

/** Names of the values that an alarm is about, as far as they were reported. */
const subjectOf = (alarmType: string, names: readonly string[]): readonly string[] =>
  (Object.hasOwn(subjects, alarmType) ? (subjects[alarmType] ?? []) : []).filter((name) => names.includes(name));

/**
 * The values of a state by part, in the order of the parts, each part with what is out of order first; on top what the alarm is about.
 * @param names of the values that are shown
 */
export function groupsOf(alarmType: string, values: Readonly<Record<string, unknown>>, names: readonly string[]) {
  const subject = subjectOf(alarmType, names);
  const rest = names.filter((name) => !subject.includes(name));
  const grouped: ReadonlySet<string> = new Set(snapshotGroups.flatMap((group) => [...group.names]));
  const byOrder = (all: readonly string[]): string[] =>
    all.toSorted((a, b) => Number(isOut(b, values[b])) - Number(isOut(a, values[a])));
  return [
    { title: 'subject' as const, names: subject },
    ...snapshotGroups.map((group) => ({
      title: group.title,
      names: byOrder((group.names as readonly string[]).filter((name) => rest.includes(name))),
    })),
    { title: 'otherPart' as const, names: rest.filter((name) => !grouped.has(name)) },
  ].filter((group) => group.names.length > 0);
}

/** What devices and rules send with an event; `unit` stands beside the value. */
const eventFields: Readonly<Record<string, { readonly label: Text; readonly unit?: string }>> = {
  deviceTime: { label: { zh: '设备时间（不可信）', en: 'Device time (not believed)' } },
  movedM: { label: { zh: '移动距离', en: 'Distance moved' }, unit: 'm' },
  tiltDeg: { label: { zh: '倾斜角度', en: 'Tilt' }, unit: '°' },
  g: { label: { zh: '加速度', en: 'Acceleration' }, unit: 'g' },
  backupV: { label: { zh: '备用电池电压', en: 'Backup battery' }, unit: 'V' },
  chargerV: { label: { zh: '充电器电压', en: 'Charger voltage' }, unit: 'V' },
  voltageV: { label: { zh: '电压', en: 'Voltage' }, unit: 'V' },
  amps: { label: { zh: '电流', en: 'Current' }, unit: 'A' },
  tempC: { label: { zh: '温度', en: 'Temperature' }, unit: '°C' },
  tempMaxC: { label: { zh: '电芯最高温度', en: 'Highest cell temperature' }, unit: '°C' },
  riseC: { label: { zh: '升温', en: 'Temperature rise' }, unit: '°C' },
  diffMv: { label: { zh: '压差', en: 'Cell difference' }, unit: 'mV' },
  speedKmh: { label: { zh: '车速', en: 'Speed' }, unit: 'km/h' },
  limitKmh: { label: { zh: '限速', en: 'Speed limit' }, unit: 'km/h' },
  soc: { label: { zh: '电量', en: 'Charge' }, unit: '%' },
  hours: { label: { zh: '时长', en: 'Duration' }, unit: 'h' },
  seconds: { label: { zh: '时长', en: 'Duration' }, unit: 's' },
  part: { label: { zh: '部件', en: 'Part' } },
  faultCode: { label: { zh: '故障码', en: 'Fault code' } },
  batterySn: { label: { zh: '电池编码', en: 'Battery no.' } },
  lastReport: { label: { zh: '最后上报', en: 'Last report' } },
  reported: { label: { zh: '上报ICCID', en: 'Reported ICCID' } },
  recorded: { label: { zh: '登记ICCID', en: 'Recorded ICCID' } },
  fromV: { label: { zh: '起始电压', en: 'Voltage from' }, unit: 'V' },
  toV: { label: { zh: '结束电压', en: 'Voltage to' }, unit: 'V' },
  slot: { label: { zh: '仓位', en: 'Slot' } },
  lamp: { label: { zh: '灯具', en: 'Lamp' } },
};

/** Texts of a value of an event; undefined for what no platform knows. */
export const eventField = (key: string): { readonly label: Text; readonly unit?: string } | undefined =>
  Object.hasOwn(eventFields, key) ? eventFields[key] : undefined;
