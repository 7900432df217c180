import { codes } from '../codes.ts';
import { defineEntity } from '../define.ts';
import { f } from '../fields.ts';

const readonly = true;
const { ReconStatus: status } = codes;
const money = { required: true, readonly, default: 0 } as const;
const count = { required: true, readonly, min: 0, default: 0 } as const;
const differs = [status.more, status.less, status.differs] as const;

/**
 * Reconciliation 对账: a day of a payment channel, by its bill and by the ledger. Sums are fen, payments less refunds. A work fetches the bill and compares
 * both; the differences are rows of their own (`reconItem`). Source: chapter 10, §5 of the catalogue.
 */
export const recon = defineEntity({
  name: 'recon',
  table: 'ord_recon',
  domain: 'orders',
  label: { zh: '对账', en: 'Reconciliation' },
  base: '/order/crm/recon',
  page: 'revenueManage',
  title: ['reconNo'],
  calls: ['list', 'detail'],
  fields: {
    reconNo: f.text({
      required: true,
      readonly,
      max: 20,
      pattern: /^RC\d{8}-\d$/,
      unique: 'ever',
      label: { zh: '对账编号', en: 'Reconciliation no.' },
    }),
    billDate: f.date({ required: true, readonly, index: true, label: { zh: '账单日', en: 'Day' } }),
    payChannel: f.dict('PayChannel', { required: true, readonly }),
    ourCount: f.int({ ...count, label: { zh: '平台笔数', en: 'Our rows' } }),
    ourFen: f.money({ ...money, label: { zh: '平台净额', en: 'Our sum' } }),
    channelCount: f.int({ ...count, label: { zh: '渠道笔数', en: "Channel's rows" } }),
    channelFen: f.money({ ...money, label: { zh: '渠道净额', en: "Channel's sum" } }),
    diffFen: f.money({ ...money, label: { zh: '差额', en: 'Difference' } }),
    ourFeeFen: f.money({ ...money, label: { zh: '平台手续费', en: 'Our fees' } }),
    channelFeeFen: f.money({ ...money, label: { zh: '渠道手续费', en: "Channel's fees" } }),
    itemCount: f.int({ ...count, label: { zh: '差异', en: 'Differences' } }),
    openCount: f.count('reconItem', 'reconId', {
      where: { itemStatus: codes.ReconItemStatus.open },
      label: { zh: '待处理', en: 'To handle' },
    }),
    reconStatus: f.dict('ReconStatus', {
      required: true,
      readonly,
      default: status.balanced,
      index: true,
      label: { zh: '结果', en: 'Result' },
    }),
    billState: f.dict('BillState', {
      required: true,
      readonly,
      default: codes.BillState.awaited,
      index: true,
      label: { zh: '账单', en: 'Bill' },
    }),
    billError: f.text({ readonly, max: 200, label: { zh: '账单异常', en: 'What is wrong with the bill' } }),
    runTime: f.instant({ readonly, label: { zh: '对账时间', en: 'Compared at' } }),
    remark: f.longText({ readonly, max: 200 }),
    handlerId: f.ref('sysUser', { readonly, label: { zh: '处理人', en: 'Handler' } }),
    handleTime: f.instant({ readonly }),
  },
  list: {
    columns: [
      'reconNo',
      'billDate',
      'payChannel',
      'reconStatus',
      'billState',
      'openCount',
      'itemCount',
      'diffFen',
      'ourCount',
      'ourFen',
      'channelCount',
      'channelFen',
      'ourFeeFen',
      'channelFeeFen',
      'runTime',
      'handlerId',
      'remark',
    ],
    identity: ['reconNo'],
    decides: ['diffFen'],
    filters: { billDate: 'range', payChannel: 'eq', reconStatus: 'in', billState: 'eq' },
    counters: 'reconStatus',
    also: ['billError'],
    order: 'billDate desc',
  },
  detail: [
    {
      title: { zh: '对账', en: 'Comparison' },
      fields: [
        'reconNo',
        'billDate',
        'payChannel',
        'reconStatus',
        'billState',
        'billError',
        'runTime',
        'itemCount',
        'openCount',
      ],
    },
    {
      title: { zh: '金额', en: 'Sums' },
      fields: ['ourCount', 'channelCount', 'ourFen', 'channelFen', 'diffFen', 'ourFeeFen', 'channelFeeFen'],
    },
    { title: { zh: '处理', en: 'Decision' }, fields: ['handlerId', 'handleTime', 'remark'] },
  ],
  actions: {
    handle: {
      label: { zh: '标记已处理', en: 'Mark as handled' },
      path: 'handle',
      button: 'revenueManage.recon',
      where: ['row', 'bulk', 'detail'],
      many: true,
      from: { reconStatus: differs },
      confirm: {
        zh: '将「{name}」及其全部待处理差异标记为已处理？账本不变。',
        en: 'Mark “{name}” and all its open differences as handled? The ledger stays as it is.',
      },
      input: { remark: f.longText({ logged: true, required: true, min: 2, max: 200 }) },
    },
    rerun: {
      label: { zh: '重新对账', en: 'Compare again' },
      path: 'rerun',
      button: 'revenueManage.recon',
      where: ['row', 'detail'],
      next: false,
      confirm: {
        zh: '重新获取「{name}」的渠道账单并对账？已处理的差异保持不变。',
        en: 'Fetch the bill of “{name}” and compare again? What was decided stays.',
      },
    },
  },
});
