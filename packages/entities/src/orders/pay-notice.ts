import { codes } from '../codes.ts';
import { defineEntity } from '../define.ts';
import { f } from '../fields.ts';

const readonly = true;
const number = { readonly, max: 64, index: true } as const;

/**
 * Call of a payment channel 渠道通知, and what came of it. Of refused ones nothing is kept that whoever sent them wrote, only why; so many of them that not each
 * has a row are counted by `times`.
 */
export const payNotice = defineEntity({
  name: 'payNotice',
  table: 'ord_pay_notify',
  domain: 'orders',
  label: { zh: '渠道通知', en: "Channel's call" },
  base: '/order/crm/payNotice',
  page: 'revenueManage',
  title: ['result'],
  calls: ['list'],
  fields: {
    payChannel: f.dict('PayChannel', { required: true, readonly, index: true }),
    noticeKind: f.dict('PayNoticeKind', {
      required: true,
      readonly,
      index: true,
      default: codes.PayNoticeKind.fine,
      label: { zh: '类别', en: 'Kind' },
    }),
    result: f.dict('PayNoticeResult', { required: true, readonly, index: true, label: { zh: '结果', en: 'Result' } }),
    /** Our number of the trade, as the channel said it. */
    tradeNo: f.text({ ...number, label: { zh: '订单号', en: 'Order no.' } }),
    refundNo: f.text({ ...number, label: { zh: '退款单号', en: 'Refund no.' } }),
    channelTradeNo: f.text({ ...number, label: { zh: '渠道交易号', en: 'Channel trade no.' } }),
    /** Fen; what the channel said was paid or paid back. */
    saidFen: f.money({ readonly, label: { zh: '通知金额', en: 'Amount said' } }),
    said: f.text({ readonly, max: 200, label: { zh: '技术说明', en: 'Technical detail' } }),
    noticeId: f.text({ readonly, max: 128, label: { zh: '通知编号', en: 'No. of the call' } }),
    times: f.int({ required: true, readonly, min: 1, default: 1, label: { zh: '次数', en: 'Times' } }),
  },
  list: {
    columns: [
      'result',
      'noticeKind',
      'payChannel',
      'createTime',
      'tradeNo',
      'refundNo',
      'saidFen',
      'said',
      'times',
      'channelTradeNo',
      'noticeId',
    ],
    identity: ['result'],
    decides: ['said'],
    filters: {
      noticeKind: 'in',
      result: 'in',
      payChannel: 'eq',
      tradeNo: 'eq',
      refundNo: 'eq',
      channelTradeNo: 'eq',
      createTime: 'range',
    },
    counters: 'noticeKind',
    order: 'id desc',
  },
});
