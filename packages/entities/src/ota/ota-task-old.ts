import { codes } from '../codes.ts';
import { defineEntity } from '../define.ts';
import { f } from '../fields.ts';
import { otaMachines } from '../machines/ota.ts';
import { transitions } from '../transitions.ts';
import { otaTaskSearch } from './ota-task-fields.ts';
import { vinsLength } from './ota-task-rules.ts';

const { draft } = otaMachines['SM-OtaTaskOld'].states;
const readonly = true;
const count = { required: true, default: 0, readonly, min: 0 } as const;

/** Vehicles that a task of the first platform names at most. */
export const oldTaskVins = 2_000;

/**
 * Task of the first platform 升级任务（旧）: a list of vehicles that get a whole package at once or from a time on, without stages, review or
 * consent. The table and its machinery are those of `otaTask`.
 */
export const otaTaskOld = defineEntity({
  name: 'otaTaskOld',
  table: 'ota_task',
  domain: 'ota',
  label: { zh: '升级任务（旧）', en: 'OTA task (old)' },
  base: '/ps/crm/otaTaskOld',
  page: 'taskListOld',
  title: ['name', 'taskNo'],
  calls: ['list', 'detail', 'add', 'update', 'batchDelete', 'export'],
  // Deleting has no right of its own: whoever may edit a draft may delete it.
  buttons: { batchDelete: 'taskListOld.edit' },
  fixedValues: { generation: codes.OtaGeneration.old },
  external: true,
  fields: {
    taskNo: f.text({ required: true, readonly, max: 20, unique: 'ever' }),
    generation: f.dict('OtaGeneration', { required: true, readonly, default: codes.OtaGeneration.old }),
    name: f.text({ required: true, min: 2, max: 50, label: { zh: '任务名称', en: 'Name' } }),
    firmwareId: f.ref('firmwareOld', { required: true, index: true }),
    deviceType: f.lookup('firmwareId', 'deviceType'),
    targetVersion: f.lookup('firmwareId', 'version', { label: { zh: '目标版本', en: 'Target version' } }),
    vins: f.longText({
      required: true,
      max: vinsLength,
      label: { zh: '车辆', en: 'Vehicles' },
      help: {
        zh: 'VIN、车架号或IMEI，每行一个，最多2,000辆',
        en: 'VINs, frame numbers or IMEIs, one per line, up to 2,000 vehicles',
      },
    }),
    retryTimes: f.int({ required: true, min: 0, max: 3, default: 3 }),
    startTime: f.instant({
      ahead: 1,
      index: true,
      help: { zh: '执行后到该时间才开始升级；空为立即', en: 'Once run, vehicles upgrade from then on. Empty: at once' },
    }),
    status: f.dict('OtaTaskStatus', { required: true, default: draft, readonly, index: true }),
    actualStartTime: f.instant({ readonly }),
    finishTime: f.instant({ readonly, label: { zh: '结束时间', en: 'Ended' } }),
    targetCount: f.int(count),
    notStartedCount: f.computed(f.int(), { label: { zh: '等待', en: 'Waiting' } }),
    runningCount: f.computed(f.int(), { label: { zh: '升级中', en: 'Upgrading' } }),
    successCount: f.computed(f.int()),
    failedCount: f.computed(f.int()),
    cancelledCount: f.computed(f.int(), { label: { zh: '取消', en: 'Cancelled' } }),
    successRate: f.computed(f.decimal({ decimals: 1, unit: '%' })),
  },
  list: {
    linesAbove: 1,
    columns: [
      'name',
      'taskNo',
      'status',
      'deviceType',
      'firmwareId',
      'targetVersion',
      'targetCount',
      'successRate',
      'startTime',
      'finishTime',
      'createBy',
      'createTime',
    ],
    ...otaTaskSearch,
    also: ['successCount', 'failedCount', 'runningCount', 'notStartedCount'],
  },
  aliases: { creator: 'createBy', endTime: 'finishTime' },
  form: [
    { title: { zh: '任务', en: 'Task' }, fields: ['name', 'firmwareId', 'retryTimes', 'startTime'] },
    { title: { zh: '车辆', en: 'Vehicles' }, fields: ['vins'] },
  ],
  detail: [
    {
      title: { zh: '任务', en: 'Task' },
      fields: [
        'taskNo',
        'firmwareId',
        'deviceType',
        'targetVersion',
        'retryTimes',
        'startTime',
        'actualStartTime',
        'finishTime',
        'createBy',
        'createTime',
      ],
    },
    { title: { zh: '车辆', en: 'Vehicles' }, fields: ['vins'] },
  ],
  machines: { status: 'SM-OtaTaskOld' },
  actions: transitions(otaMachines, 'SM-OtaTaskOld', {
    start: {
      confirm: {
        zh: '执行「{name}」？车辆将被固定，并在开始时间后逐步收到升级，不能暂停。',
        en: 'Run “{name}”? Its vehicles are fixed now and updated from its start time on; it cannot be paused.',
      },
      input: { remark: f.longText({ logged: true, max: 200 }) },
    },
    terminate: {
      danger: true,
      input: { remark: f.longText({ logged: true, max: 200 }) },
    },
  }),
});
