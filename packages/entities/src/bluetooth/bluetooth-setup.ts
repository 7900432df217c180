import { defineEntity, type Issue } from '../define.ts';
import { f, type Row } from '../fields.ts';

/** The lock threshold lies at least so far below the unlock threshold: between them nothing happens, or a pocket would lock and unlock. */
export const rssiGap = 8;

const uuids = ['serviceUuid', 'writeUuid', 'notifyUuid'] as const;

/** A 16-bit UUID is short for one of the Bluetooth base. */
const whole = (uuid: string): string => (uuid.length === 4 ? `0000${uuid}-0000-1000-8000-00805F9B34FB` : uuid);

function uuidsDiffer(row: Row): Issue | undefined {
  const seen = new Set<string>();
  for (const field of uuids) {
    const value = row[field];
    if (typeof value !== 'string') continue;
    if (seen.has(whole(value)))
      return { field, text: { zh: '服务、写、通知三个UUID须互不相同', en: 'The three UUIDs must differ' } };
    seen.add(whole(value));
  }
  return undefined;
}

function lockBelowUnlock({ unlockRssi, lockRssi }: Row): Issue | undefined {
  const apart = typeof unlockRssi === 'number' && typeof lockRssi === 'number' ? unlockRssi - lockRssi : rssiGap;
  return apart < rssiGap ? { field: 'lockRssi', code: 9012 } : undefined;
}

const uuid = { required: true, format: 'bleUuid', max: 36 } as const;

/** Bluetooth setup 蓝牙设置: what the app and the control units of some models use for scanning, proximity unlock and reconnecting. */
export const bluetoothSetup = defineEntity({
  name: 'bluetoothSetup',
  table: 'veh_bluetooth_setup',
  domain: 'bluetooth',
  label: { zh: '蓝牙设置', en: 'Bluetooth setup' },
  base: '/veh/crm/bluetoothSetup',
  page: 'bluetoothSetup',
  title: ['setupName'],
  calls: ['list', 'detail', 'add', 'update', 'batchDelete', 'enable'],
  fields: {
    setupName: f.text({ required: true, min: 2, max: 30, unique: true }),
    vehicleTypeIds: f.refMany('vehicleType', {
      required: true,
      min: 1,
      max: 100,
      help: { zh: '一个车型只能在一个启用的设置中', en: 'A model belongs to one enabled setup' },
    }),
    ecuModel: f.dict('EcuModel', { required: true }),
    protocolVersion: f.dict('BleProtocol', { required: true }),
    serviceUuid: f.text({
      ...uuid,
      help: { zh: '16位（4位十六进制）或128位UUID', en: '16-bit (4 hex digits) or 128-bit' },
    }),
    writeUuid: f.text(uuid),
    notifyUuid: f.text(uuid),
    namePrefix: f.text({
      required: true,
      max: 10,
      pattern: /^[A-Z0-9_-]{2,10}$/,
      help: { zh: '2–10位大写字母、数字、_或-', en: '2–10 upper-case letters, digits, _ or -' },
    }),
    unlockRssi: f.int({ required: true, min: -90, max: -40, default: -62, unit: 'dBm' }),
    lockRssi: f.int({ required: true, min: -100, max: -50, default: -75, unit: 'dBm' }),
    unlockHoldMs: f.int({ required: true, min: 200, max: 5000, default: 600, unit: 'ms' }),
    lockHoldMs: f.int({ required: true, min: 1000, max: 15_000, default: 3000, unit: 'ms' }),
    phoneOffsets: f.rows(
      {
        phoneModel: f.text({ required: true, max: 40 }),
        offset: f.int({
          required: true,
          min: -20,
          max: 20,
          unit: 'dB',
          label: { zh: '补偿(dB)', en: 'Offset (dB)' },
        }),
      },
      {
        max: 200,
        key: 'phoneModel',
        sortable: true,
        sheet: true,
        help: {
          zh: '信号偏强或偏弱的手机型号，测得的信号加上补偿后再与阈值比较',
          en: 'Phones that measure too high or too low: the offset is added before comparing',
        },
      },
    ),
    scanTimeoutSec: f.int({ required: true, min: 3, max: 60, default: 10, unit: 's' }),
    reconnectTimes: f.int({ required: true, min: 0, max: 10, default: 3 }),
    intervalMs: f.int({ required: true, min: 200, max: 10_000, default: 1000, unit: 'ms' }),
    mtu: f.int({ required: true, min: 23, max: 517, default: 247, unit: 'byte' }),
    advIntervalMs: f.int({ required: true, min: 20, max: 2000, default: 200, unit: 'ms' }),
    txPower: f.dict('BleTxPower', { required: true, default: '0' }),
    keyValidDays: f.int({ required: true, min: 1, max: 30, default: 7 }),
    passiveEntry: f.flag({ required: true, default: 0 }),
    version: f.int({ required: true, default: 1, readonly: true }),
    vehicleCount: f.computed({ kind: 'int' }),
    syncedCount: f.computed({ kind: 'int' }, { label: { zh: '已同步', en: 'Synced' } }),
    pendingCount: f.computed({ kind: 'int' }, { label: { zh: '待同步', en: 'Pending' } }),
    enabled: f.dict('EnableStatus', { required: true, default: 1 }),
    remark: f.longText({ max: 200 }),
  },
  list: {
    columns: [
      'setupName',
      'vehicleTypeIds',
      'enabled',
      'syncedCount',
      'vehicleCount',
      'version',
      'unlockRssi',
      'lockRssi',
      'ecuModel',
      'protocolVersion',
      'updateTime',
    ],
    filters: { setupName: 'like', vehicleTypeIds: 'eq', protocolVersion: 'eq', enabled: 'eq' },
    order: 'updateTime desc',
    also: ['pendingCount'],
  },
  aliases: { vehicleTypeId: 'vehicleTypeIds' },
  form: [
    {
      title: { zh: '适用范围', en: 'Applies to' },
      fields: ['setupName', 'enabled', 'vehicleTypeIds', 'ecuModel', 'protocolVersion', 'remark'],
    },
    {
      title: { zh: '感应解锁与上锁', en: 'Proximity unlock and lock' },
      fields: ['unlockRssi', 'lockRssi', 'unlockHoldMs', 'lockHoldMs', 'passiveEntry'],
    },
    { title: { zh: '机型补偿', en: 'Phone offsets' }, fields: ['phoneOffsets'] },
    {
      title: { zh: '扫描与连接', en: 'Scan and connection' },
      fields: [
        'serviceUuid',
        'writeUuid',
        'notifyUuid',
        'namePrefix',
        'scanTimeoutSec',
        'reconnectTimes',
        'intervalMs',
        'mtu',
        'keyValidDays',
      ],
    },
    { title: { zh: '中控广播', en: 'Advertising of the ECU' }, fields: ['advIntervalMs', 'txPower'] },
  ],
  actions: {
    push: {
      label: { zh: '重新下发', en: 'Push again' },
      path: 'push',
      button: 'bluetoothSetup.push',
      where: ['row', 'detail'],
      from: { enabled: [1] },
      confirm: {
        zh: '将「{name}」重新下发给尚未同步的车辆，确定吗？',
        en: 'Push “{name}” again to the vehicles that are not synced?',
      },
      effect: 'irreversible',
    },
  },
  machines: { enabled: 'SM-Enable' },
  choosable: { enabled: [1] },
  rules: [uuidsDiffer, lockBelowUnlock],
});
