import type { Text } from '../lang.ts';

/**
 * The telemetry field catalogue: ONE line per field a device reports. The validator, the storage (latest status and history),
 * the console's displays and the simulator all follow these lines; adding a field = one line here + the columns it names.
 */

/** What a device sends. `boolean` is stored as 1/0, a choice as its number. */
export type WireType = 'number' | 'integer' | 'boolean' | 'choice' | 'text';

/** Why a sample as a whole is refused when this field is wrong; other fields only fall back to "kept as they are". */
export type SampleRefusal = 'position' | 'soc' | 'speed';

interface FieldRule {
  /** Bounds of the wire value, inclusive, in wire units. */
  readonly min?: number;
  readonly max?: number;
  /** Wire values by which a device says that it does not know, beside the bounds: 3GPP TS 27.007 (+CSQ, +CESQ), NMEA receivers without a fix, BMS words of all ones. */
  readonly unknown?: readonly number[];
  /** Longest text. */
  readonly length?: number;
  readonly choices?: Readonly<Record<string, number>>;
  readonly refuses?: SampleRefusal;
  /** Column of `veh_vehicle_status`; stored value = wire value × statusScale. */
  readonly status?: string;
  readonly statusScale?: number;
  /** The status column holds whole numbers only. */
  readonly statusWhole?: boolean;
  /** A full turn: the status value stays below it. */
  readonly statusTurn?: number;
  /** Column of `veh_telemetry`; stored value = wire value × historyScale. */
  readonly history?: string;
  readonly historyScale?: number;
  /** Unit and digits after the point as shown (of the status value). */
  readonly unit?: string;
  readonly digits?: number;
}

export interface TelemetryField extends FieldRule {
  /** Stable number of the field in stored ordering keys: never reuse one, always append. Below 64. */
  readonly id: number;
  /** Name in the platform's API (`VehicleStatus`), camelCase. */
  readonly name: string;
  /** `part.key` in a sample, or a key of the sample itself; of `bat` the aggregate over the packs. */
  readonly path: string;
  readonly wire: WireType;
  readonly label: Text;
}

const line = <const Name extends string>(
  id: number,
  name: Name,
  path: string,
  wire: WireType,
  zh: string,
  en: string,
  rule: FieldRule,
) => ({ id, name, path, wire, label: { zh, en }, ...rule }) as const;

/** Every field that has a column of its own. Fields that are not listed are stored as received (`parts` in history, `extra` in the status). */
// prettier-ignore
export const telemetryFields = [
  line(0, 'gpsLat', 'pos.lat', 'number', '纬度', 'Latitude', { min: -90, max: 90, refuses: 'position', status: 'gps_lat', history: 'lat', unit: '°', digits: 6 }),
  line(1, 'gpsLng', 'pos.lng', 'number', '经度', 'Longitude', { min: -180, max: 180, refuses: 'position', status: 'gps_lng', history: 'lng', unit: '°', digits: 6 }),
  line(2, 'speedKmh', 'pos.spd', 'number', '车速', 'Speed', { min: 0, max: 60, refuses: 'speed', status: 'speed_kmh', statusScale: 3.6, history: 'spd_kmh', historyScale: 3.6, unit: 'km/h', digits: 1 }),
  line(3, 'heading', 'pos.hdg', 'number', '航向', 'Heading', { min: 0, max: 360, status: 'heading', statusWhole: true, statusTurn: 360, history: 'hdg', unit: '°', digits: 0 }),
  line(4, 'satellites', 'pos.sat', 'integer', '卫星数', 'Satellites', { min: 0, max: 98, unknown: [99], status: 'satellites', history: 'sat', digits: 0 }),
  line(5, 'hdop', 'pos.hdop', 'number', '水平精度因子', 'HDOP', { min: 0, max: 99, unknown: [99.9, 99.99, 100], status: 'hdop', history: 'hdop', digits: 1 }),
  line(6, 'fix', 'pos.fix', 'integer', '定位类型', 'Fix type', { min: 0, max: 9, history: 'fix', digits: 0 }),
  line(7, 'soc', 'bat.soc', 'number', '电量', 'Charge', { min: 0, max: 100, refuses: 'soc', status: 'soc', statusWhole: true, history: 'soc', unit: '%', digits: 0 }),
  line(8, 'soh', 'bat.soh', 'number', '电池健康度', 'Battery health', { min: 0, max: 100, unknown: [255], status: 'soh', history: 'soh', unit: '%', digits: 0 }),
  line(9, 'voltageV', 'bat.v', 'number', '电压', 'Voltage', { min: 0, max: 200, status: 'voltage_v', history: 'v', unit: 'V', digits: 1 }),
  line(10, 'currentA', 'bat.i', 'number', '电流', 'Current', { min: -1000, max: 1000, status: 'current_a', history: 'i', unit: 'A', digits: 1 }),
  line(11, 'tempMaxC', 'bat.tMax', 'number', '电芯最高温度', 'Highest cell temperature', { min: -60, max: 200, status: 'temp_max_c', history: 't_max', unit: '°C', digits: 1 }),
  line(12, 'tempMinC', 'bat.tMin', 'number', '电芯最低温度', 'Lowest cell temperature', { min: -60, max: 200, status: 'temp_min_c', history: 't_min', unit: '°C', digits: 1 }),
  line(13, 'cycleCount', 'bat.cyc', 'integer', '循环次数', 'Cycles', { min: 0, max: 65_534, unknown: [65_535], status: 'cycle_count', history: 'cyc', digits: 0 }),
  line(14, 'charging', 'bat.chg', 'boolean', '充电中', 'Charging', { history: 'chg' }),
  line(15, 'batterySn', 'bat.sn', 'text', '电池编码', 'Battery no.', { length: 40, history: 'bat_sn' }),
  line(16, 'acc', 'st.acc', 'boolean', '电门', 'Power on', { status: 'acc', history: 'acc' }),
  line(17, 'locked', 'st.locked', 'boolean', '锁车', 'Locked', { status: 'locked', history: 'locked' }),
  line(18, 'armed', 'st.armed', 'boolean', '设防', 'Armed', { status: 'armed', history: 'armed' }),
  line(19, 'seatOpen', 'st.seat', 'boolean', '坐垫打开', 'Seat open', { status: 'seat_open', history: 'seat' }),
  line(20, 'sideStand', 'st.stand', 'choice', '边撑放下', 'Side stand down', { choices: { up: 0, down: 1 }, status: 'side_stand', history: 'stand' }),
  line(21, 'gear', 'st.gear', 'integer', '档位', 'Gear', { min: -1, max: 20, unknown: [255], status: 'gear', history: 'gear', digits: 0 }),
  line(22, 'odometerKm', 'odo', 'integer', '总里程', 'Odometer', { min: 0, max: 2_000_000_000, status: 'odometer_km', statusScale: 0.001, history: 'odo_m', unit: 'km', digits: 1 }),
  line(23, 'motorTempC', 'tmp.motor', 'number', '电机温度', 'Motor temperature', { min: -60, max: 300, unknown: [255], status: 'motor_temp_c', history: 'motor_c', unit: '°C', digits: 1 }),
  line(24, 'controllerTempC', 'tmp.ctrl', 'number', '控制器温度', 'Controller temperature', { min: -60, max: 300, unknown: [255], status: 'controller_temp_c', history: 'ctrl_c', unit: '°C', digits: 1 }),
  line(25, 'csq', 'net.csq', 'integer', '信号强度', 'Signal (CSQ)', { min: 0, max: 31, unknown: [99], status: 'csq', history: 'csq', digits: 0 }),
  line(26, 'rsrpDbm', 'net.rsrp', 'number', '参考信号功率', 'RSRP', { min: -200, max: -1, unknown: [0, 99, 255], status: 'rsrp_dbm', statusWhole: true, history: 'rsrp', unit: 'dBm', digits: 0 }),
  line(27, 'iccid', 'net.iccid', 'text', '上报ICCID', 'Reported ICCID', { length: 22, status: 'reported_iccid' }),
  line(28, 'backupBatteryV', 'net.aux', 'number', '备用电池电压', 'Backup battery', { min: 0, max: 100, status: 'backup_battery_v', history: 'aux_v', unit: 'V', digits: 1 }),
] as const satisfies readonly TelemetryField[];

/**
 * What a BMS may report of a pack beyond the figures above, each optional. They have no column in the history of samples; the history of
 * batteries (`veh_battery_snapshot`) and the battery's record keep them.
 */
export const packDetails = {
  cells: {
    path: 'bat.cells',
    label: { zh: '单体电压', en: 'Cell voltages' },
    unit: 'V',
    digits: 3,
    min: 0,
    max: 6,
    most: 32,
  },
  // All ones is a BMS that has not answered.
  protection: { path: 'bat.prot', label: { zh: '保护标志', en: 'Protection flags' }, min: 0, max: 0xfffe },
} as const;

/** Bits of `bat.prot`, lowest first. */
export const protectionFlags = [
  { zh: '单体过压', en: 'Cell over-voltage' },
  { zh: '单体欠压', en: 'Cell under-voltage' },
  { zh: '总压过压', en: 'Pack over-voltage' },
  { zh: '总压欠压', en: 'Pack under-voltage' },
  { zh: '充电过温', en: 'Charge over-temperature' },
  { zh: '充电低温', en: 'Charge under-temperature' },
  { zh: '放电过温', en: 'Discharge over-temperature' },
  { zh: '放电低温', en: 'Discharge under-temperature' },
  { zh: '充电过流', en: 'Charge over-current' },
  { zh: '放电过流', en: 'Discharge over-current' },
  { zh: '短路', en: 'Short circuit' },
  { zh: '采样芯片故障', en: 'Sampling chip fault' },
  { zh: '软件锁定', en: 'Software lock' },
] as const satisfies readonly Text[];

/** Spread between a pack's best and worst cell above which it is called unbalanced, mV. */
export const cellDifferenceWarnMv = 100;

/**
 * Status values that follow from what a sample holds, with ordering keys of their own (numbers 40–63).
 * `versions` are by the part type in `ecu`.
 */
export const derivedFields = {
  gpsValid: { id: 40, status: 'gps_valid', label: { zh: '定位有效', en: 'GPS valid' } },
  chargeStatus: { id: 41, status: 'charge_status', label: { zh: '充电状态', en: 'Charge status' } },
  faultCodes: { id: 42, status: 'fault_codes', label: { zh: '故障码', en: 'Fault codes' } },
  ecuVersion: { id: 43, status: 'ecu_version', label: { zh: '中控版本', en: 'ECU version' } },
  controllerVersion: { id: 44, status: 'controller_version', label: { zh: '控制器版本', en: 'Controller version' } },
  bmsVersion: { id: 45, status: 'bms_version', label: { zh: 'BMS版本', en: 'BMS version' } },
  meterVersion: { id: 46, status: 'meter_version', label: { zh: '仪表版本', en: 'Meter version' } },
  extra: { id: 47, status: 'extra', label: { zh: '其他上报项', en: 'Other reported values' } },
} as const satisfies Readonly<Record<string, { readonly id: number; readonly status: string; readonly label: Text }>>;

/** Type of a part in `ecu` and `dtc` → D:DeviceType; another name counts as 9 (other). */
export const partTypes: Readonly<Record<string, number>> = {
  VCU: 1,
  ECU: 1,
  TBOX: 1,
  BMS: 2,
  MCU: 3,
  CTRL: 3,
  METER: 4,
  ICU: 4,
  BLE: 5,
  CHG: 6,
  MOTOR: 7,
  LIGHT: 8,
};
export const otherPartType = 9;
