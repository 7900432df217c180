import { codes } from '../codes.ts';
import { defineEntity } from '../define.ts';
import { f } from '../fields.ts';
import { otaMachines } from '../machines/ota.ts';
import { reviewNames } from '../review.ts';
import { period } from '../schedule.ts';
import { transitions } from '../transitions.ts';
import { otaTaskFields, otaTaskSearch } from './ota-task-fields.ts';
import { otaDays, stageRules, windowRules } from './ota-task-rules.ts';

/** Fields that say whom a task is for. */
const targetNames = [
  'targetMode',
  'vehicleTypeIds',
  'fromVersions',
  'hardwareVersions',
  'cityCodes',
  'dealerIds',
  'productionFrom',
  'productionTo',
  'tagIds',
  'vinFile',
  'vins',
  'testGroups',
  'excludeVins',
] as const;

/** Over-the-air update of one part of many vehicles 升级任务: reviewed, frozen at its start, and rolled out to the vehicles stage by stage. */
export const otaTask = defineEntity({
  name: 'otaTask',
  table: 'ota_task',
  domain: 'ota',
  label: { zh: '升级任务', en: 'OTA task' },
  base: '/ps/crm/otaTask',
  page: 'taskList',
  title: ['name', 'taskNo'],
  calls: ['list', 'detail', 'add', 'update', 'batchDelete', 'export'],
  fixedValues: { generation: codes.OtaGeneration.new },
  fields: otaTaskFields,
  list: {
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
      'upgradeMode',
      'endTime',
      'createBy',
      'auditorId',
      'taskType',
      'createTime',
    ],
    decides: ['targetCount', 'successRate'],
    ...otaTaskSearch,
    counters: 'status',
    also: [
      'submitterId',
      'currentStage',
      'autoPaused',
      'changePending',
      'pausedReason',
      'fromVersions',
      'successCount',
      'failedCount',
      'runningCount',
      'notStartedCount',
    ],
  },
  aliases: { creator: 'createBy', approver: 'auditorId' },
  form: [
    { title: { zh: '任务', en: 'Task' }, fields: ['name', 'firmwareId', 'taskType', 'remark'] },
    {
      title: { zh: '车主通知', en: 'Notice to owners' },
      fields: ['noticeTitle', 'noticeTitleEn', 'notice', 'noticeEn'],
    },
    {
      title: { zh: '目标', en: 'Target' },
      fields: [...targetNames],
    },
    {
      title: { zh: '方式与条件', en: 'Mode and conditions' },
      fields: ['upgradeMode', 'windowStart', 'windowEnd', 'minSoc', 'allowCharging', 'minCsq', 'requireAux'],
    },
    { title: { zh: '分阶段', en: 'Stages' }, fields: ['stages'] },
    {
      title: { zh: '速率与重试', en: 'Rate and retries' },
      fields: ['ratePerMinute', 'retryTimes', 'retryIntervalMin', 'downloadTimeoutMin', 'installTimeoutMin'],
    },
    { title: { zh: '自动暂停', en: 'Automatic pause' }, fields: ['abortFailRate', 'minExecuted'] },
    { title: { zh: '起止时间', en: 'Schedule' }, fields: ['startTime', 'endTime'] },
  ],
  detail: [
    {
      title: { zh: '任务', en: 'Task' },
      fields: [
        'taskNo',
        'firmwareId',
        'deviceType',
        'targetVersion',
        'taskType',
        'remark',
        'createBy',
        'createTime',
        'startTime',
        'endTime',
        'actualStartTime',
        'finishTime',
        'currentStage',
        'pausedReason',
      ],
    },
    {
      title: { zh: '车主通知', en: 'Notice to owners' },
      fields: ['noticeTitle', 'noticeTitleEn', 'notice', 'noticeEn'],
    },
    {
      title: { zh: '目标', en: 'Target' },
      fields: [...targetNames],
    },
    {
      title: { zh: '策略', en: 'Strategy' },
      fields: [
        'upgradeMode',
        'windowStart',
        'windowEnd',
        'minSoc',
        'allowCharging',
        'minCsq',
        'requireAux',
        'stages',
        'ratePerMinute',
        'retryTimes',
        'retryIntervalMin',
        'downloadTimeoutMin',
        'installTimeoutMin',
        'abortFailRate',
        'minExecuted',
      ],
    },
    { title: { zh: '审核', en: 'Review' }, fields: [...reviewNames] },
  ],
  machines: { status: 'SM-OtaTask' },
  rules: [
    ...windowRules,
    ...stageRules,
    period('startTime', 'endTime', { days: otaDays }),
    (row) =>
      typeof row['productionFrom'] === 'string' &&
      typeof row['productionTo'] === 'string' &&
      row['productionTo'] < row['productionFrom']
        ? { field: 'productionTo', text: { zh: '不能早于起始日期', en: 'Must not be before the first day' } }
        : undefined,
  ],
  actions: transitions(otaMachines, 'SM-OtaTask', {
    submit: { confirm: { zh: '提交「{name}」审核？', en: 'Submit “{name}” for review?' } },
    submitSmall: {
      next: false,
      confirm: {
        zh: '「{name}」为测试或不超过5辆的单车任务，免审直接待执行？',
        en: '“{name}” is a test, or for five vehicles at most: hand it in without a review?',
      },
    },
    approve: { input: { remark: f.longText({ logged: true, max: 200 }) } },
    reject: { input: { remark: f.longText({ logged: true, required: true, min: 2, max: 200 }) } },
    approveChange: {
      from: { changePending: [1] },
      input: { remark: f.longText({ logged: true, max: 200 }) },
    },
    start: {
      confirm: {
        zh: '开始「{name}」？目标车辆将被固定并逐步收到升级。',
        en: 'Start “{name}”? Its vehicles are fixed now and notified step by step.',
      },
      input: {
        withoutBusy: f.flag({
          logged: true,
          label: { zh: '排除已在其他任务中的车辆', en: 'Leave out vehicles of other tasks' },
          help: { zh: '否则有一辆占用就不能开始', en: 'Otherwise a single one refuses the start' },
        }),
      },
    },
    pause: { input: { remark: f.longText({ logged: true, max: 200 }) } },
    resume: {
      input: {
        remark: f.longText({
          logged: true,
          max: 200,
          help: { zh: '自动暂停后必填', en: 'Required after an automatic pause' },
        }),
      },
    },
    emergencyStop: {
      danger: true,
      input: {
        confirmNo: f.text({
          required: true,
          max: 20,
          label: { zh: '再次输入任务编号', en: 'Type the task no. once more' },
        }),
        remark: f.longText({ logged: true, required: true, min: 2, max: 150 }),
      },
    },
    nextStage: {
      next: false,
      input: {
        stage: f.int({ min: 1, max: 10, label: { zh: '阶段', en: 'Stage' } }),
        remark: f.longText({
          logged: true,
          max: 200,
          help: {
            zh: '未达门槛时，有强制权限者须填写原因',
            en: 'Why the stage begins below its gate, by who may force it',
          },
        }),
      },
    },
    terminate: {
      danger: true,
      input: {
        confirmNo: f.text({
          required: true,
          max: 20,
          label: { zh: '再次输入任务编号', en: 'Type the task no. once more' },
        }),
        remark: f.longText({ logged: true, max: 200 }),
      },
    },
    withdraw: { danger: true, confirm: { zh: '撤销「{name}」？', en: 'Withdraw “{name}”?' } },
  }),
});
