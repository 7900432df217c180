import { codes, type Code } from '@wheelhouse/entities/codes';
import type { FrameField } from '@wheelhouse/contract/device/debug-frame';
import { sql } from 'kysely';
import type { App } from '../../http/context.ts';

interface LibraryEntry {
  readonly cmdCode: string;
  readonly name: string;
  readonly nameEn: string;
  /** D:DeviceType. */
  readonly deviceType: number;
  readonly opcode: string;
  readonly direction: Code<'DebugDirection'>;
  readonly params?: readonly FrameField[];
  readonly result?: readonly FrameField[];
  readonly timeoutSec?: number;
  readonly dangerous?: true;
}

const { read, write, action: act } = codes.DebugDirection;
const v = (
  name: string,
  type: FrameField['type'],
  zh: string,
  en: string,
  more: Partial<FrameField> = {},
): FrameField => ({ name, type, zh, en, ...more });
const seconds = (name: string, zh: string, en: string, min: number, max: number): FrameField =>
  v(name, 'u16', zh, en, { unit: 's', min, max });
const celsius = (name: string, zh: string, en: string): FrameField =>
  v(name, 'i16', zh, en, { unit: '°C', scale: 0.1 });

/** The library a new installation starts with: examples, and what each kind of part can be asked. */
const library: readonly LibraryEntry[] = [
  {
    cmdCode: 'READ_PARAM',
    name: '读取上报间隔',
    nameEn: 'Read report interval',
    deviceType: 1,
    opcode: '0101',
    direction: read,
    result: [seconds('ridingSec', '骑行间隔', 'Riding', 5, 60), seconds('idleSec', '静止间隔', 'Idle', 60, 3600)],
  },
  {
    cmdCode: 'SET_REPORT_INTERVAL',
    name: '设置上报间隔',
    nameEn: 'Set report interval',
    deviceType: 1,
    opcode: '0102',
    direction: write,
    params: [seconds('ridingSec', '骑行间隔', 'Riding', 5, 60), seconds('idleSec', '静止间隔', 'Idle', 60, 3600)],
  },
  {
    cmdCode: 'SET_SERVER',
    name: '设置服务器地址',
    nameEn: 'Set server address',
    deviceType: 1,
    opcode: '0104',
    direction: write,
    dangerous: true,
    timeoutSec: 30,
    params: [
      v('host', 'text', '主机', 'Host', { min: 3, max: 64 }),
      v('port', 'u16', '端口', 'Port', { min: 1, max: 65_535 }),
    ],
  },
  {
    cmdCode: 'SET_VIB_SENS',
    name: '设置震动灵敏度',
    nameEn: 'Set vibration sensitivity',
    deviceType: 1,
    opcode: '0106',
    direction: write,
    params: [
      v('level', 'u8', '灵敏度', 'Sensitivity', {
        min: 1,
        max: 5,
        enum: [
          { value: 1, zh: '1（最低）', en: '1 (lowest)' },
          { value: 2, zh: '2（较低）', en: '2 (low)' },
          { value: 3, zh: '3（中等）', en: '3 (medium)' },
          { value: 4, zh: '4（较高）', en: '4 (high)' },
          { value: 5, zh: '5（最高）', en: '5 (highest)' },
        ],
      }),
    ],
  },
  {
    cmdCode: 'UPLOAD_LOG',
    name: '上传日志',
    nameEn: 'Upload log',
    deviceType: 1,
    opcode: '0110',
    direction: act,
    timeoutSec: 60,
    params: [v('minutes', 'u16', '最近时长', 'Last', { unit: 'min', min: 1, max: 1440 })],
    result: [v('kilobytes', 'u32', '日志大小', 'Size', { unit: 'KB' })],
  },
  {
    cmdCode: 'FACTORY_RESET',
    name: '恢复出厂设置',
    nameEn: 'Factory reset',
    deviceType: 1,
    opcode: '01FF',
    direction: act,
    dangerous: true,
    timeoutSec: 60,
  },
  {
    cmdCode: 'READ_GNSS',
    name: '读取定位模块',
    nameEn: 'Read GNSS module',
    deviceType: 1,
    opcode: '0120',
    direction: read,
    result: [
      v('satellites', 'u8', '卫星数', 'Satellites'),
      v('hdop', 'u8', '水平精度因子', 'HDOP', { scale: 0.1 }),
      v('firmware', 'text', '固件版本', 'Firmware'),
    ],
  },
  {
    cmdCode: 'READ_BMS',
    name: '读取电池数据',
    nameEn: 'Read battery data',
    deviceType: 2,
    opcode: '20',
    direction: read,
    result: [
      v('soc', 'u8', '电量', 'Charge', { unit: '%' }),
      v('voltageV', 'u16', '总压', 'Voltage', { unit: 'V', scale: 0.01 }),
      v('currentA', 'i16', '电流', 'Current', { unit: 'A', scale: 0.1 }),
      celsius('tempC', '温度', 'Temperature'),
      v('cellsMv', 'u16', '单体电压', 'Cells', { unit: 'mV', count: 0 }),
    ],
  },
  {
    cmdCode: 'READ_BMS_PROTECT',
    name: '读取保护状态',
    nameEn: 'Read protection flags',
    deviceType: 2,
    opcode: '21',
    direction: read,
    result: [v('flags', 'hex', '保护位', 'Flags', { max: 4 }), v('cycles', 'u16', '循环次数', 'Cycles')],
  },
  {
    cmdCode: 'CLEAR_FAULT',
    name: '清除故障码',
    nameEn: 'Clear fault codes',
    deviceType: 3,
    opcode: '3010',
    direction: act,
    result: [v('cleared', 'u8', '清除数量', 'Cleared')],
  },
  {
    cmdCode: 'READ_MCU',
    name: '读取控制器数据',
    nameEn: 'Read motor controller',
    deviceType: 3,
    opcode: '3001',
    direction: read,
    result: [
      v('rpm', 'u16', '转速', 'Speed', { unit: 'rpm' }),
      v('busV', 'u16', '母线电压', 'Bus voltage', { unit: 'V', scale: 0.1 }),
      celsius('tempC', '温度', 'Temperature'),
    ],
  },
  {
    cmdCode: 'READ_METER',
    name: '读取仪表数据',
    nameEn: 'Read meter',
    deviceType: 4,
    opcode: '4001',
    direction: read,
    result: [v('odometerKm', 'u32', '总里程', 'Odometer', { unit: 'km' }), v('backlight', 'u8', '背光', 'Backlight')],
  },
  {
    cmdCode: 'SET_BACKLIGHT',
    name: '设置仪表背光',
    nameEn: 'Set meter backlight',
    deviceType: 4,
    opcode: '4002',
    direction: write,
    params: [v('level', 'u8', '亮度', 'Level', { min: 0, max: 100, unit: '%' })],
  },
  {
    cmdCode: 'READ_BLE',
    name: '读取蓝牙状态',
    nameEn: 'Read BLE state',
    deviceType: 5,
    opcode: '5001',
    direction: read,
    result: [
      v('connected', 'u8', '已连接', 'Connected'),
      v('rssi', 'i16', '信号', 'RSSI', { unit: 'dBm' }),
      v('firmware', 'text', '固件版本', 'Firmware'),
    ],
  },
  {
    cmdCode: 'READ_CHARGER',
    name: '读取充电器',
    nameEn: 'Read charger',
    deviceType: 6,
    opcode: '6001',
    direction: read,
    result: [
      v('state', 'u8', '状态', 'State', {
        enum: [
          { value: 0, zh: '未连接', en: 'Not connected' },
          { value: 1, zh: '充电中', en: 'Charging' },
          { value: 2, zh: '已充满', en: 'Full' },
        ],
      }),
      v('powerW', 'u16', '功率', 'Power', { unit: 'W' }),
    ],
  },
  {
    cmdCode: 'READ_MOTOR',
    name: '读取电机温度',
    nameEn: 'Read motor temperature',
    deviceType: 7,
    opcode: '7001',
    direction: read,
    result: [celsius('windingC', '绕组温度', 'Winding')],
  },
  {
    cmdCode: 'LIGHT_TEST',
    name: '灯光自检',
    nameEn: 'Lamp test',
    deviceType: 8,
    opcode: '8001',
    direction: act,
    params: [v('seconds', 'u8', '时长', 'Time', { unit: 's', min: 1, max: 30 })],
  },
  {
    cmdCode: 'RAW',
    name: '原始报文',
    nameEn: 'Raw bytes',
    deviceType: 9,
    opcode: 'FE',
    direction: act,
    dangerous: true,
    params: [v('hex', 'hex', '报文', 'Bytes', { min: 1, max: 256 })],
    result: [v('hex', 'hex', '应答', 'Answer')],
  },
];

/** Library of debug commands; run at every start. An entry that is there, or was deleted, stays as operators have it. */
export async function seedDebugCommands(app: App): Promise<void> {
  const rows = library.map(({ params = [], result = [], timeoutSec = 10, dangerous = false, ...entry }) => ({
    ...entry,
    timeoutSec,
    dangerous: Number(dangerous),
    params,
    result,
  }));
  await sql`
    insert into veh_debug_command (cmd_code, name, name_en, device_type, opcode, direction, timeout_sec, dangerous, enabled, param_schema, result_schema)
    select r."cmdCode", r.name, r."nameEn", r."deviceType", r.opcode, r.direction, r."timeoutSec", r.dangerous, 1, r.params, r.result
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r ("cmdCode" text, name text, "nameEn" text, "deviceType" smallint, opcode text, direction smallint,
      "timeoutSec" int, dangerous smallint, params jsonb, result jsonb)
    where not exists (select 1 from veh_debug_command c where c.cmd_code = r."cmdCode")`.execute(app.db);
}
