import { codes } from '../codes.ts';
import { defineEntity } from '../define.ts';
import { f } from '../fields.ts';

const readonly = true;
const { open } = codes.ReconItemStatus;
const { missingHere, missingThere, feeRounding, amount } = codes.ReconDiff;
const number = { readonly, max: 64, index: true } as const;

/**
 * Difference 对账差异: a payment or refund that a channel's bill and the ledger do not say alike. Amounts are fen: above zero is money that came, below zero
 * money that went back; null where one side has no row. It is closed by people, or by a later comparison that finds both alike.
 */
export const reconItem = defineEntity({
  name: 'reconItem',
  table: 'ord_recon_item',
  domain: 'orders',
  label: { zh: '对账差异', en: 'Difference' },
  base: '/order/crm/reconItem',
  page: 'revenueManage',
  title: ['itemNo'],
  calls: ['list', 'detail', 'export'],
  fields: {
    itemNo: f.text({
      required: true,
      readonly,
      max: 20,
      pattern: /^RD\d{10}$/,
      unique: 'ever',
      label: { zh: '差异编号', en: 'Difference no.' },
    }),
    reconId: f.ref('recon', { required: true, readonly, index: true, label: { zh: '对账', en: 'Reconciliation' } }),
    billDate: f.lookup('reconId', 'billDate'),
    payChannel: f.lookup('reconId', 'payChannel'),
    billKind: f.dict('BillKind', { required: true, readonly, label: { zh: '类型', en: 'Kind' } }),
    diffType: f.dict('ReconDiff', {
      required: true,
      readonly,
      index: true,
      label: { zh: '差异类型', en: 'Kind of difference' },
    }),
    orderNo: f.text({ ...number, label: { zh: '订单号', en: 'Order no.' } }),
    channelTradeNo: f.text({ ...number, label: { zh: '渠道交易号', en: 'Channel trade no.' } }),
    refundNo: f.text({ ...number, label: { zh: '退款单号', en: 'Refund no.' } }),
    ourFen: f.money({ readonly, label: { zh: '平台金额', en: 'Our amount' } }),
    channelFen: f.money({ readonly, label: { zh: '渠道金额', en: "Channel's amount" } }),
    ourFeeFen: f.money({ readonly, label: { zh: '平台手续费', en: 'Our fee' } }),
    channelFeeFen: f.money({ readonly, label: { zh: '渠道手续费', en: "Channel's fee" } }),
    /** What the channel has more than the ledger, fees taken off. */
    diffFen: f.money({ required: true, readonly, label: { zh: '差额', en: 'Differs by' } }),
    ourTime: f.instant({ readonly, label: { zh: '平台时间', en: 'Our time' } }),
    channelTime: f.instant({ readonly, label: { zh: '渠道时间', en: "Channel's time" } }),
    itemStatus: f.dict('ReconItemStatus', {
      required: true,
      readonly,
      default: open,
      index: true,
      label: { zh: '状态', en: 'Status' },
    }),
    corrected: f.flag({ required: true, readonly, default: 0, label: { zh: '已调账', en: 'Ledger corrected' } }),
    closeTime: f.instant({ readonly, label: { zh: '消除时间', en: 'Gone since' } }),
    remark: f.longText({ readonly, max: 200 }),
    handlerId: f.ref('sysUser', { readonly, label: { zh: '处理人', en: 'Handler' } }),
    handleTime: f.instant({ readonly }),
  },
  list: {
    columns: [
      'itemNo',
      'diffType',
      'itemStatus',
      'billKind',
      'orderNo',
      'refundNo',
      'diffFen',
      'ourFen',
      'channelFen',
      'ourFeeFen',
      'channelFeeFen',
      'billDate',
      'payChannel',
      'ourTime',
      'channelTime',
      'channelTradeNo',
      'handlerId',
      'remark',
    ],
    identity: ['itemNo'],
    decides: ['diffFen'],
    filters: {
      itemStatus: 'in',
      diffType: 'in',
      billKind: 'eq',
      billDate: 'range',
      payChannel: 'eq',
      orderNo: 'eq',
      refundNo: 'eq',
      channelTradeNo: 'eq',
    },
    hiddenFilters: { reconId: 'eq' },
    keyword: {
      eq: ['itemNo', 'orderNo', 'refundNo', 'channelTradeNo'],
      like: [],
      label: { zh: '差异、订单、退款或渠道交易号', en: 'Difference, order, refund or channel no.' },
    },
    counters: 'itemStatus',
    order: 'id desc',
  },
  detail: [
    {
      title: { zh: '差异', en: 'Difference' },
      fields: [
        'itemNo',
        'reconId',
        'billDate',
        'payChannel',
        'billKind',
        'diffType',
        'orderNo',
        'refundNo',
        'channelTradeNo',
      ],
    },
    {
      title: { zh: '两边', en: 'Both sides' },
      fields: ['ourFen', 'channelFen', 'ourFeeFen', 'channelFeeFen', 'diffFen', 'ourTime', 'channelTime'],
    },
    {
      title: { zh: '处理', en: 'Decision' },
      fields: ['itemStatus', 'corrected', 'closeTime', 'handlerId', 'handleTime', 'remark'],
    },
  ],
  actions: {
    handle: {
      label: { zh: '处理', en: 'Handle' },
      path: 'handle',
      button: 'revenueManage.recon',
      where: ['row', 'bulk', 'detail'],
      many: true,
      from: { itemStatus: [open] },
      input: { remark: f.longText({ logged: true, required: true, min: 2, max: 200 }) },
    },
    correct: {
      label: { zh: '按渠道调账', en: 'Correct the ledger' },
      path: 'correct',
      button: 'revenueManage.recon',
      where: ['row', 'detail'],
      next: false,
      effect: 'irreversible',
      from: { itemStatus: [open], diffType: [missingHere, missingThere, amount, feeRounding] },
      confirm: {
        zh: '按渠道账单将「{name}」的差额记入账本？分录不可删除。',
        en: 'Post what “{name}” differs by to the ledger, as the channel says? An entry cannot be deleted.',
      },
      input: { remark: f.longText({ logged: true, required: true, min: 5, max: 200 }) },
    },
    ask: {
      label: { zh: '向渠道核实', en: 'Ask the channel' },
      path: 'ask',
      button: 'revenueManage.recon',
      where: ['row', 'detail'],
      from: { itemStatus: [open], diffType: [missingHere, missingThere, amount] },
    },
  },
});
