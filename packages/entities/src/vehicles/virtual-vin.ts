import { defineEntity, type ActionDefs } from '../define.ts';
import { f } from '../fields.ts';
import { vehiclesMachines } from '../machines/vehicles.ts';
import { transitions } from '../transitions.ts';

/** What 生成 asks for; checked on both sides. */
export const virtualVinForm = {
  vehicleTypeId: f.ref('vehicleType', { required: true, label: { zh: '车型', en: 'Model' } }),
  color: f.dict('VehicleColor', { required: true, label: { zh: '颜色', en: 'Colour' } }),
  quantity: f.int({ required: true, min: 1, max: 500, default: 10 }),
  purpose: f.dict('VirtualPurpose', { required: true, default: '1' }),
  expireTime: f.instant({ required: true, help: { zh: '明天起365天内', en: 'From tomorrow, within 365 days' } }),
  script: f.dict('VirtualScript', { required: true, default: 0, label: { zh: '模拟脚本', en: 'Simulation script' } }),
  remark: f.longText({ max: 200 }),
} as const;

const { unused, inUse } = vehiclesMachines['SM-VirtualVin'].states;

const virtualActions = {
  extend: {
    label: { zh: '延期', en: 'Extend' },
    path: 'extend',
    button: 'virtualVehicle.extend',
    where: ['row', 'bulk', 'detail'],
    many: true,
    from: { status: [unused, inUse] },
    input: {
      expireTime: f.instant({
        required: true,
        help: { zh: '明天起365天内', en: 'From tomorrow, within 365 days' },
      }),
    },
  },
  ...transitions(
    vehiclesMachines,
    'SM-VirtualVin',
    {
      recycle: {
        many: true,
        confirm: { zh: '确定回收「{name}」吗？回收后可再次使用。', en: 'Recycle “{name}”? It can then be used again.' },
      },
      release: {
        // The machine says "release" of it and of the end of the trial alike; a person unbinds.
        label: { zh: '解绑', en: 'Unbind' },
        path: 'unbind',
        confirm: { zh: '确定解绑「{name}」吗？', en: 'Unbind “{name}”?' },
      },
      void: {
        many: true,
        danger: true,
        confirm: {
          zh: '确定作废「{name}」吗？使用中的将同时解绑用户，且不可恢复。',
          en: 'Void “{name}”? A virtual vehicle in use is unbound from its user. This cannot be undone.',
        },
        input: { reason: f.text({ logged: true, required: true, min: 2, max: 200 }) },
      },
    },
    { calls: 'own' },
  ),
} as const satisfies ActionDefs;

/**
 * Virtual vehicle 虚拟车辆: a demo vehicle of the app for trials, shops and store reviewers. It is no row of `vehicle`, so
 * no statistic, alarm, SIM or upgrade ever counts it.
 */
export const virtualVin = defineEntity({
  name: 'virtualVin',
  table: 'veh_virtual_vin',
  domain: 'vehicles',
  label: { zh: '虚拟车辆', en: 'Virtual vehicle' },
  base: '/veh/crm/virtualVin',
  page: 'virtualVehicle',
  title: ['virtualVin'],
  calls: ['list', 'detail', 'export'],
  fields: {
    virtualVin: f.text({
      required: true,
      readonly: true,
      max: 17,
      pattern: /^000[A-HJ-NPR-Z0-9]{14}$/,
      unique: 'ever',
    }),
    vehicleTypeId: f.ref('vehicleType', { required: true, readonly: true, index: true }),
    color: f.dict('VehicleColor', { required: true, readonly: true }),
    purpose: f.dict('VirtualPurpose', { required: true, readonly: true }),
    script: f.dict('VirtualScript', {
      required: true,
      readonly: true,
      default: 0,
      label: { zh: '模拟脚本', en: 'Simulation script' },
    }),
    status: f.dict('VirtualVinStatus', { required: true, readonly: true, default: 0, index: true }),
    boundUserId: f.ref('appUser', { readonly: true, index: true, label: { zh: '绑定用户', en: 'Bound user' } }),
    boundMobile: f.lookup('boundUserId', 'mobile', { label: { zh: '绑定手机', en: 'Bound mobile' } }),
    bindTime: f.instant({ readonly: true }),
    expireTime: f.instant({ required: true, readonly: true, index: true }),
    batchNo: f.text({ required: true, readonly: true, max: 20, pattern: /^VB\d{12}$/, index: true }),
    voidReason: f.text({ readonly: true, max: 200, label: { zh: '作废原因', en: 'Void reason' } }),
    remark: f.longText({ readonly: true, max: 200 }),
  },
  list: {
    columns: [
      'virtualVin',
      'status',
      'vehicleTypeId',
      'purpose',
      'script',
      'expireTime',
      'boundMobile',
      'bindTime',
      'color',
      'batchNo',
      'createBy',
      'createTime',
    ],
    filters: {
      virtualVin: 'like',
      batchNo: 'eq',
      purpose: 'eq',
      status: 'eq',
      boundMobile: 'eq',
      expireTime: 'range',
    },
    order: 'createTime desc',
    also: ['boundUserId'],
  },
  detail: [
    {
      title: { zh: '虚拟车辆', en: 'Virtual vehicle' },
      fields: [
        'virtualVin',
        'vehicleTypeId',
        'color',
        'purpose',
        'script',
        'status',
        'batchNo',
        'remark',
        'createBy',
        'createTime',
      ],
    },
    {
      title: { zh: '使用', en: 'Use' },
      fields: ['boundUserId', 'boundMobile', 'bindTime', 'expireTime', 'voidReason', 'updateBy', 'updateTime'],
    },
  ],
  actions: virtualActions,
  choosable: { status: [unused, inUse] },
  machines: { status: 'SM-VirtualVin' },
});
