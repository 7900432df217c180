import { defineEntity } from '../define.ts';
import { f } from '../fields.ts';

const readonly = true;

/** What the phones of a vehicle's users last reported of its Bluetooth, one row each; a vehicle that no phone has reported has none. */
export const bluetoothState = defineEntity({
  name: 'bluetoothState',
  table: 'veh_bluetooth_state',
  domain: 'bluetooth',
  label: { zh: '蓝牙连接状态', en: 'Bluetooth connection' },
  base: '/veh/crm/bluetoothState',
  page: 'blueToothInfo',
  title: ['vehicleId'],
  keyedBy: 'vehicleId',
  external: true,
  calls: [],
  fields: {
    vehicleId: f.ref('vehicle', { required: true, readonly, label: { zh: '车辆', en: 'Vehicle' } }),
    lastConnectTime: f.instant({ readonly, index: true }),
    lastRssi: f.int({ readonly, unit: 'dBm' }),
    lastConnectOs: f.dict('ClientOs', { readonly }),
    failCount7d: f.int({ readonly, min: 0, index: true }),
  },
  list: { columns: [], filters: {}, order: 'lastConnectTime desc' },
  scope: {
    dealer: 'vehicleId.dealerId',
    city: 'vehicleId.dealerId.cityId',
    organization: 'vehicleId.dealerId.organizationCode',
  },
});
