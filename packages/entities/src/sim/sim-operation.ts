import { codes } from '../codes.ts';
import { defineEntity } from '../define.ts';
import { f } from '../fields.ts';
import { simMachines } from '../machines/sim.ts';
import { transitions } from '../transitions.ts';

const { waiting } = simMachines['SM-SimOperation'].states;
/** Cards that one person asks for within a day, beyond which another person approves. */
export const simFreeBatch = 100;
/** Cards of one request. */
export const simMostCards = 5_000;
const readonly = true;
const many = 1_000;

/** What is asked when many cards are to be changed, by their numbers or by those of their vehicles. */
export const simRequestForm = {
  opType: f.dict('SimOpType', {
    required: true,
    default: codes.SimOpType.suspend,
    label: { zh: '操作类型', en: 'Operation' },
  }),
  reasonCode: f.dict('SimStopReason', { required: true, label: { zh: '原因', en: 'Reason' } }),
  targets: f.longText({
    required: true,
    max: 120_000,
    label: { zh: 'ICCID或车架号', en: 'ICCIDs or VINs' },
    help: {
      zh: '每行一个，或用逗号、空格分隔，最多5000个',
      en: 'One per line, or separated by commas or spaces; up to 5,000',
    },
  }),
  remark: f.longText({ required: true, min: 2, max: 200 }),
  planTime: f.instant({
    ahead: 1,
    label: { zh: '计划时间', en: 'Planned for' },
    help: { zh: '留空为立即执行', en: 'Empty: at once' },
  }),
} as const;

/** One change of one card's state that was asked of its carrier 停复机. */
export const simOperation = defineEntity({
  name: 'simOperation',
  table: 'sim_operation',
  domain: 'sim',
  label: { zh: '停复机', en: 'SIM operation' },
  base: '/veh/crm/simOperation',
  page: 'stopResume',
  title: ['opNo'],
  calls: ['list', 'detail', 'export'],
  fields: {
    opNo: f.text({ required: true, readonly, max: 16, pattern: /^SO\d{14}$/, unique: 'ever' }),
    batchNo: f.text({ required: true, readonly, max: 16, index: true, label: { zh: '批次号', en: 'Batch no.' } }),
    simId: f.ref('simCard', { required: true, readonly, index: true, label: { zh: 'SIM卡', en: 'SIM card' } }),
    iccid: f.lookup('simId', 'iccid'),
    msisdn: f.lookup('simId', 'msisdn'),
    carrier: f.lookup('simId', 'carrier'),
    vin: f.text({ readonly, max: 17, index: true }),
    opType: f.dict('SimOpType', { required: true, readonly, index: true }),
    packageCode: f.dict('SimPackage', { readonly, label: { zh: '新套餐', en: 'New package' } }),
    source: f.dict('SimOpSource', { required: true, default: codes.SimOpSource.manual, readonly, index: true }),
    reasonCode: f.dict('SimStopReason', { required: true, readonly, index: true }),
    remark: f.longText({ required: true, readonly, max: 200 }),
    status: f.dict('SimOpStatus', { required: true, default: waiting, readonly, index: true }),
    planTime: f.instant({ readonly, label: { zh: '计划时间', en: 'Planned for' } }),
    carrierCode: f.text({ readonly, max: 40 }),
    carrierMsg: f.text({ readonly, max: 200 }),
    finishTime: f.instant({ readonly, index: true }),
    costSec: f.int({ readonly, min: 0 }),
    retryCount: f.int({ required: true, default: 0, readonly, min: 0 }),
    auditorId: f.ref('sysUser', { readonly, label: { zh: '审批人', en: 'Approved by' } }),
    auditTime: f.instant({ readonly, label: { zh: '审批时间', en: 'Approved at' } }),
    auditRemark: f.text({ readonly, max: 200, label: { zh: '审批意见', en: 'Comment' } }),
    /** When the worker deals with it next; its order has gone to the carrier; failures of the carrier's interface in a row. */
    nextTime: f.instant({ readonly, label: { zh: '下次处理', en: 'Next step at' } }),
    sentTime: f.instant({ readonly, label: { zh: '提交运营商', en: 'Sent to the carrier' } }),
    attempts: f.int({
      required: true,
      default: 0,
      readonly,
      min: 0,
      label: { zh: '接口失败次数', en: 'Failed calls' },
    }),
  },
  list: {
    columns: [
      'opNo',
      'status',
      'opType',
      'iccid',
      'vin',
      'reasonCode',
      'source',
      'createBy',
      'createTime',
      'finishTime',
      'carrierMsg',
      'remark',
      'planTime',
      'packageCode',
      'costSec',
      'retryCount',
      'carrierCode',
      'msisdn',
      'carrier',
    ],
    filters: {
      iccid: 'eq',
      vin: 'eq',
      opType: 'eq',
      source: 'eq',
      reasonCode: 'eq',
      status: ['eq', 'in'],
      createTime: 'range',
      batchNo: 'eq',
    },
    hiddenFilters: { simId: 'eq', opNo: 'eq' },
    keyword: { eq: ['opNo', 'batchNo'], like: [], label: { zh: '操作单号', en: 'Operation no.' } },
    counters: 'status',
    order: 'createTime desc',
  },
  aliases: { applyTime: 'createTime', applicant: 'createBy' },
  detail: [
    {
      title: { zh: '申请', en: 'Request' },
      fields: [
        'opNo',
        'batchNo',
        'opType',
        'packageCode',
        'source',
        'reasonCode',
        'remark',
        'planTime',
        'createBy',
        'createTime',
      ],
    },
    { title: { zh: 'SIM卡', en: 'SIM card' }, fields: ['simId', 'msisdn', 'carrier', 'vin'] },
    {
      title: { zh: '处理', en: 'Progress' },
      fields: [
        'status',
        'auditorId',
        'auditTime',
        'auditRemark',
        'sentTime',
        'finishTime',
        'costSec',
        'retryCount',
        'carrierCode',
        'carrierMsg',
        'nextTime',
      ],
    },
  ],
  machines: { status: 'SM-SimOperation' },
  actions: transitions(simMachines, 'SM-SimOperation', {
    approve: {
      path: 'audit',
      many,
      fixedInput: { result: 1 },
      confirm: { zh: '确定通过{n}条停复机申请吗？', en: 'Approve {n} SIM {n|request|requests}?' },
      input: { remark: f.longText({ logged: true, max: 200, label: { zh: '审批意见', en: 'Comment' } }) },
    },
    reject: {
      path: 'audit',
      many,
      danger: true,
      fixedInput: { result: 2 },
      input: {
        remark: f.longText({ logged: true, required: true, min: 2, max: 200, label: { zh: '驳回原因', en: 'Reason' } }),
      },
    },
    retry: { path: 'retry', many },
    withdraw: {
      path: 'cancel',
      many,
      danger: true,
      confirm: { zh: '确定撤销{n}条申请吗？', en: 'Withdraw {n} {n|request|requests}?' },
    },
  }),
});
