import { codes } from '../codes.ts';
import { defineEntity } from '../define.ts';
import { f } from '../fields.ts';
import { otaMachines } from '../machines/ota.ts';
import { transitions } from '../transitions.ts';

const { notStarted } = otaMachines['SM-OtaExecution'].states;
const readonly = true;
const many = 1_000;

/** The update of one vehicle in a task 升级执行: what it was to get, how far it got and how it ended. The task's calls list them. */
export const otaExecution = defineEntity({
  name: 'otaExecution',
  table: 'ota_execution',
  domain: 'ota',
  label: { zh: '升级执行', en: 'OTA execution' },
  base: '/ps/crm/otaTask',
  page: 'taskList',
  title: ['vin'],
  external: true,
  fixedValues: { generation: codes.OtaGeneration.new },
  calls: ['list', 'export'],
  callPaths: { list: 'executions', export: 'exportExecutions' },
  fields: {
    generation: f.dict('OtaGeneration', { required: true, readonly, default: codes.OtaGeneration.new }),
    taskId: f.ref('otaTask', { required: true, readonly, label: { zh: '升级任务', en: 'OTA task' } }),
    vehicleId: f.ref('vehicle', { required: true, readonly, label: { zh: '车辆', en: 'Vehicle' } }),
    vin: f.lookup('vehicleId', 'vin'),
    deviceType: f.dict('DeviceType', { required: true, readonly }),
    vehicleTypeId: f.ref('vehicleType', { required: true, readonly }),
    fromVersion: f.text({ readonly, max: 40 }),
    toVersion: f.text({ required: true, readonly, max: 40, label: { zh: '目标版本', en: 'Target version' } }),
    hardwareVersion: f.text({ readonly, max: 40 }),
    stage: f.int({ required: true, readonly, min: 1 }),
    position: f.int({ required: true, readonly, min: 1, label: { zh: '顺序', en: 'Place' } }),
    status: f.dict('OtaExecStatus', { required: true, default: notStarted, readonly }),
    waitReason: f.computed(f.dict('OtaWaitReason'), { label: { zh: '等待', en: 'Waits for' } }),
    progress: f.int({ required: true, default: 0, readonly, min: 0, max: 100, unit: '%' }),
    attempt: f.int({ required: true, default: 0, readonly, min: 0, label: { zh: '第几次', en: 'Attempt' } }),
    retryCount: f.int({ required: true, default: 0, readonly, min: 0 }),
    postponeCount: f.int({ required: true, default: 0, readonly, min: 0, label: { zh: '推迟次数', en: 'Postponed' } }),
    late: f.flag({ required: true, default: 0, readonly, label: { zh: '迟到成功', en: 'Late success' } }),
    failCode: f.dict('OtaFailCode', { readonly }),
    failMsg: f.text({ readonly, max: 200 }),
    notifyTime: f.instant({ readonly }),
    consentTime: f.instant({ readonly, label: { zh: '车主确认', en: 'Owner agreed' } }),
    startTime: f.instant({ readonly, label: { zh: '开始下载', en: 'Download began' } }),
    installTime: f.instant({ readonly, label: { zh: '开始安装', en: 'Installation began' } }),
    /** The vehicle said that it was done; only the version in its telemetry is believed. */
    claimTime: f.instant({ readonly, label: { zh: '车辆上报完成', en: 'Reported as done' } }),
    endTime: f.instant({ readonly }),
    costSec: f.int({ readonly, min: 0 }),
    csq: f.int({ readonly }),
    soc: f.int({ readonly }),
    nextTime: f.instant({ readonly, label: { zh: '下次处理', en: 'Next step at' } }),
    deadline: f.instant({ readonly, label: { zh: '阶段期限', en: 'Phase ends' } }),
  },
  list: {
    columns: [
      'vehicleId',
      'status',
      'waitReason',
      'failCode',
      'progress',
      'fromVersion',
      'toVersion',
      'taskId',
      'hardwareVersion',
      'stage',
      'retryCount',
      'failMsg',
      'notifyTime',
      'startTime',
      'endTime',
      'costSec',
      'csq',
      'soc',
    ],
    filters: { vin: 'like', status: 'in', failCode: 'eq', fromVersion: 'eq', stage: 'eq' },
    hiddenFilters: { taskId: 'eq', vehicleId: 'eq', hardwareVersion: 'eq', vehicleTypeId: 'eq' },
    order: 'position asc',
    also: ['vin', 'vehicleTypeId', 'position', 'nextTime', 'late'],
  },
  machines: { status: 'SM-OtaExecution' },
  scope: {
    dealer: 'vehicleId.dealerId',
    city: 'vehicleId.dealerId.cityId',
    organization: 'vehicleId.dealerId.organizationCode',
  },
  actions: transitions(otaMachines, 'SM-OtaExecution', {
    retry: {
      path: 'retry',
      many,
      confirm: { zh: '重试{n}辆车？', en: 'Retry {n} {n|vehicle|vehicles}?' },
    },
    cancel: {
      path: 'cancelExecution',
      many,
      danger: true,
      input: { reason: f.longText({ logged: true, required: true, min: 2, max: 200 }) },
    },
  }),
  exportLimit: 100_000,
});
