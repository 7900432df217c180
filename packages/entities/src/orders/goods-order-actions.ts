import { codes } from '../codes.ts';
import type { ActionDefs } from '../define.ts';
import { f } from '../fields.ts';
import { ordersMachines } from '../machines/orders.ts';
import { transitions } from '../transitions.ts';
import { returnHeldBy } from './held-input.ts';
import { refundInput } from './refund-input.ts';

const { paid, shipped, done } = ordersMachines['SM-Order'].states;
const { InvoiceStatus: invoice } = codes;

const parcel = {
  expressCompany: f.dict('ExpressCompany', { logged: true, required: true }),
  expressNo: f.text({ logged: true, required: true, min: 8, max: 24 }),
};

const invoiceNumber = {
  logged: true,
  required: true,
  max: 20,
  pattern: /^(\d{8}|\d{20})$/,
  help: { zh: '数电票20位，旧版发票8位', en: '20 digits of a digital invoice, 8 of an older one' },
} as const;

/** What is done with an order: its end, its delivery, refunds, the invoice. */
export const orderActions = {
  ...transitions(
    ordersMachines,
    'SM-Order',
    {
      close: {
        path: 'close',
        danger: true,
        confirm: { zh: '关闭「{name}」？用户将不能再支付。', en: 'Close “{name}”? It can no longer be paid.' },
        input: { reason: f.longText({ logged: true, required: true, min: 2, max: 200 }) },
      },
      ship: { path: 'ship', input: parcel },
    },
    { field: 'orderStatus' },
  ),
  refund: {
    label: { zh: '申请退款', en: 'Apply for a refund' },
    path: 'refund',
    button: 'orderList.refund',
    where: ['row', 'detail'],
    from: { orderStatus: [paid, shipped, done] },
    next: false,
    effect: 'changes',
    input: refundInput,
  },
  returnHeld: returnHeldBy('orderList.refund'),
  regrant: {
    label: { zh: '补发', en: 'Grant again' },
    path: 'regrant',
    button: 'orderList.regrant',
    where: ['row', 'detail'],
    from: { grantFailed: [1] },
    confirm: { zh: '再次发放「{name}」的权益？', en: 'Grant what “{name}” bought once more?' },
  },
  invoice: {
    label: { zh: '开票', en: 'Issue the invoice' },
    path: 'invoice',
    button: 'orderList.invoice',
    where: ['row', 'detail'],
    from: { invoiceStatus: [invoice.requested] },
    input: {
      invoiceNo: f.text({ ...invoiceNumber, label: { zh: '发票号码', en: 'Invoice no.' } }),
      fileId: f.file({
        required: true,
        biz: 'evidence',
        maxMb: 5,
        label: { zh: '发票文件', en: 'Invoice file' },
        help: { zh: 'PDF或图片，不超过5MB', en: 'PDF or picture, up to 5 MB' },
      }),
    },
  },
  redInvoice: {
    label: { zh: '登记红字发票', en: 'Record the red-letter invoice' },
    path: 'redInvoice',
    button: 'orderList.invoice',
    where: ['row', 'detail'],
    from: { invoiceStatus: [invoice.toReverse] },
    input: {
      redInvoiceNo: f.text({ ...invoiceNumber, label: { zh: '红字发票号码', en: 'Red-letter invoice no.' } }),
    },
  },
  note: {
    label: { zh: '备注', en: 'Note' },
    path: 'note',
    button: 'orderList.note',
    where: ['row', 'detail'],
    next: false,
    input: { content: f.longText({ required: true, min: 1, max: 500, label: { zh: '备注', en: 'Note' } }) },
  },
} as const satisfies ActionDefs;
