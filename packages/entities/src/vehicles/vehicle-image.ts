import { defineEntity } from '../define.ts';
import { f } from '../fields.ts';

/** Vehicle image 车辆图片: a model may go on shelf only with one per colour. */
export const vehicleImage = defineEntity({
  name: 'vehicleImage',
  table: 'veh_image',
  domain: 'vehicles',
  label: { zh: '车辆图片', en: 'Vehicle image' },
  base: '/veh/crm/vehicleImage',
  page: 'vehicleImage',
  title: ['vehicleTypeId'],
  calls: ['list', 'detail', 'add', 'update', 'batchDelete', 'enable'],
  fields: {
    vehicleTypeId: f.ref('vehicleType', { required: true, index: true }),
    color: f.dict('VehicleColor', { required: true }),
    angle: f.dict('ImageAngle', { required: true }),
    clientScene: f.dict('ImageScene', { required: true }),
    image: f.image({ required: true, maxMb: 2 }),
    darkImage: f.image({ maxMb: 2 }),
    version: f.int({ required: true, default: 1, readonly: true }),
    enabled: f.dict('EnableStatus', { required: true, default: 1 }),
  },
  list: {
    columns: ['image', 'vehicleTypeId', 'color', 'angle', 'clientScene', 'version', 'enabled', 'updateTime'],
    filters: { vehicleTypeId: 'eq', color: 'eq', angle: 'eq', clientScene: 'eq', enabled: 'eq' },
    order: 'createTime desc',
  },
  uniqueTogether: [['vehicleTypeId', 'color', 'angle', 'clientScene']],
  machines: { enabled: 'SM-Enable' },
});
