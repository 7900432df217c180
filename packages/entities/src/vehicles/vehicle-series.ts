import { defineEntity } from '../define.ts';
import { f } from '../fields.ts';

/** Vehicle series 车系. */
export const vehicleSeries = defineEntity({
  name: 'vehicleSeries',
  table: 'veh_series',
  domain: 'vehicles',
  label: { zh: '车系', en: 'Vehicle series' },
  base: '/veh/crm/vehicleSeries',
  page: 'vehicleSeries',
  title: ['name'],
  calls: ['list', 'detail', 'add', 'update', 'batchDelete', 'enable'],
  fields: {
    seriesCode: f.text({
      required: true,
      max: 12,
      pattern: /^[A-Z0-9]{2,12}$/,
      unique: true,
      fixed: true,
      help: { zh: '2–12位大写字母或数字', en: '2–12 upper-case letters or digits' },
    }),
    ...f.bilingual('name', 'text', { required: true, min: 2, max: 30, unique: true }),
    brand: f.dict('VehicleBrand', { required: true }),
    coverImage: f.image({
      pixels: { width: 750, height: 420 },
      maxMb: 1,
      help: { zh: '750×420，jpg/png，不超过1MB', en: '750×420, jpg or png, up to 1 MB' },
    }),
    modelCount: f.count('vehicleType', 'seriesId'),
    vehicleCount: f.computed({ kind: 'int' }),
    sort: f.sort({ index: true }),
    enabled: f.dict('EnableStatus', { required: true, default: 1 }),
    remark: f.longText({ max: 200 }),
  },
  list: {
    columns: [
      'coverImage',
      'name',
      'seriesCode',
      'brand',
      'enabled',
      'modelCount',
      'vehicleCount',
      'sort',
      'updateTime',
    ],
    identity: ['name', 'seriesCode'],
    filters: { name: 'like', seriesCode: 'eq', enabled: 'eq' },
    order: 'sort asc',
  },
  machines: { enabled: 'SM-Enable' },
  choosable: { enabled: [1] },
});
