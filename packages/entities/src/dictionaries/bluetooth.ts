/**
 * Dictionaries of Bluetooth.
 */

import type { Dictionary } from './types.ts';

// prettier-ignore
export const bluetoothDictionaries = [
  { category: 'BleProtocol', zh: '蓝牙协议', en: 'BLE protocol', flag: 'E', entries: [
    { code: 'V1', zh: 'V1', en: 'V1' },
    { code: 'V2', zh: 'V2(加密)', en: 'V2 (encrypted)' },
    { code: 'V3', zh: 'V3(数字钥匙)', en: 'V3 (digital key)' },
  ] },
  { category: 'BleResult', zh: '蓝牙连接结果', en: 'BLE result', flag: 'B', entries: [
    { code: '0', zh: '成功', en: 'OK', color: 'success' },
    { code: '1', zh: '未扫描到', en: 'Not found', color: 'warning' },
    { code: '2', zh: '鉴权失败', en: 'Auth failed', color: 'danger' },
    { code: '3', zh: '超时', en: 'Timeout', color: 'warning' },
    { code: '4', zh: '断连', en: 'Dropped', color: 'warning' },
  ] },
  { category: 'BleTxPower', zh: '蓝牙发射功率', en: 'BLE TX power', flag: 'B', entries: [
    { code: '-8', zh: '-8dBm', en: '-8 dBm' },
    { code: '-4', zh: '-4dBm', en: '-4 dBm' },
    { code: '0', zh: '0dBm', en: '0 dBm' },
    { code: '4', zh: '4dBm', en: '4 dBm' },
  ] },
] as const satisfies readonly Dictionary[];
