import { codes } from '../codes.ts';
import { defineEntity } from '../define.ts';
import { f } from '../fields.ts';

const readonly = true;

/** The update of one vehicle in a task of the first platform 升级执行（旧）: it waits, upgrades, and has an end. */
export const otaExecutionOld = defineEntity({
  name: 'otaExecutionOld',
  table: 'ota_execution',
  domain: 'ota',
  label: { zh: '升级执行（旧）', en: 'OTA execution (old)' },
  base: '/ps/crm/otaTaskOld',
  page: 'taskListOld',
  title: ['vin'],
  external: true,
  fixedValues: { generation: codes.OtaGeneration.old },
  calls: ['list', 'export'],
  callPaths: { list: 'executions', export: 'exportExecutions' },
  fields: {
    generation: f.dict('OtaGeneration', { required: true, readonly, default: codes.OtaGeneration.old }),
    taskId: f.ref('otaTaskOld', { required: true, readonly, label: { zh: '升级任务', en: 'OTA task' } }),
    vehicleId: f.ref('vehicle', { required: true, readonly, label: { zh: '车辆', en: 'Vehicle' } }),
    vin: f.lookup('vehicleId', 'vin'),
    frameNo: f.lookup('vehicleId', 'frameNo'),
    imei: f.lookup('vehicleId', 'imei'),
    fromVersion: f.text({ readonly, max: 40 }),
    toVersion: f.text({ required: true, readonly, max: 40, label: { zh: '目标版本', en: 'Target version' } }),
    position: f.int({ required: true, readonly, min: 1, label: { zh: '顺序', en: 'Place' } }),
    status: f.computed(f.dict('OtaExecOldStatus')),
    progress: f.int({ required: true, default: 0, readonly, min: 0, max: 100, unit: '%' }),
    retryCount: f.int({ required: true, default: 0, readonly, min: 0 }),
    failCode: f.dict('OtaFailCode', { readonly }),
    failMsg: f.text({ readonly, max: 200 }),
    notifyTime: f.instant({ readonly }),
    startTime: f.instant({ readonly, label: { zh: '开始下载', en: 'Download began' } }),
    endTime: f.instant({ readonly }),
    costSec: f.int({ readonly, min: 0 }),
    soc: f.int({ readonly }),
  },
  list: {
    columns: [
      'vehicleId',
      'imei',
      'fromVersion',
      'toVersion',
      'status',
      'progress',
      'retryCount',
      'failCode',
      'failMsg',
      'startTime',
      'endTime',
      'costSec',
      'soc',
    ],
    filters: { vin: 'like', frameNo: 'like', imei: 'eq', status: 'eq' },
    hiddenFilters: { taskId: 'eq', vehicleId: 'eq' },
    order: 'position asc',
    also: ['taskId', 'vin', 'frameNo'],
  },
  scope: {
    dealer: 'vehicleId.dealerId',
    city: 'vehicleId.dealerId.cityId',
    organization: 'vehicleId.dealerId.organizationCode',
  },
  exportLimit: 10_000,
});
