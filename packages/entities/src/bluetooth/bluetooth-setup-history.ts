import { defineEntity } from '../define.ts';
import { f } from '../fields.ts';

/** Bluetooth setup history 蓝牙设置历史: what a setup was in each of its versions. */
export const bluetoothSetupHistory = defineEntity({
  name: 'bluetoothSetupHistory',
  table: 'veh_bluetooth_setup_history',
  domain: 'bluetooth',
  label: { zh: '蓝牙设置历史', en: 'Bluetooth setup history' },
  base: '/veh/crm/bluetoothSetupHistory',
  page: 'bluetoothSetup',
  title: ['version'],
  calls: [],
  fields: {
    setupId: f.ref('bluetoothSetup', {
      required: true,
      readonly: true,
      index: true,
      cascade: true,
      label: { zh: '蓝牙设置', en: 'Bluetooth setup' },
    }),
    version: f.int({ required: true, readonly: true }),
    snapshot: f.json({ required: true, readonly: true, label: { zh: '当时的设置', en: 'Setup at that time' } }),
  },
  list: { columns: ['version', 'createTime', 'createBy'], filters: {}, order: 'id desc' },
  uniqueTogether: [['setupId', 'version']],
});
