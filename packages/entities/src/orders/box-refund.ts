import { codes } from '../codes.ts';
import { defineEntity } from '../define.ts';
import { refundMoves, refundShape } from './refund.ts';

/** Refund of blind boxes 盲盒退款单: the same records and steps, with the rights of the page of blind boxes. */
export const boxRefund = defineEntity({
  ...refundShape,
  name: 'boxRefund',
  label: { zh: '盲盒退款单', en: 'Blind-box refund' },
  base: '/order/crm/boxRefund',
  page: 'blindoOder',
  fixedValues: { orderKind: codes.OrderKind.blindBox },
  external: true,
  actions: refundMoves('blindoOder', codes.OrderKind.blindBox),
});
