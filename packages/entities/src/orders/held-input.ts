import { codes } from '../codes.ts';
import type { ActionDef } from '../define.ts';
import { f } from '../fields.ts';

const { amount, twice } = codes.PayIssue;

/** What gives money back that came for an order and is not the order's: another amount, or a second payment. A refund of its own, approved as all are. */
export const returnHeldBy = <const Button extends 'orderList.refund' | 'blindoOder.refund'>(button: Button) =>
  ({
    label: { zh: '退回异常款', en: 'Give held money back' },
    path: 'returnHeld',
    button,
    where: ['row', 'detail'],
    from: { payIssue: [amount, twice] },
    next: false,
    effect: 'changes',
    confirm: {
      zh: '将「{name}」的异常到账（金额不符或重复支付）原路退回？须由另一人审核。',
      en: 'Give back what came for “{name}” in another amount, or twice? Another person approves it.',
    },
    input: {
      remark: f.longText({ logged: true, required: true, min: 5, max: 200, label: { zh: '说明', en: 'Remark' } }),
    },
  }) as const satisfies ActionDef;

/** What of an order's money is in suspense: it came, and no order takes it. */
export const suspenseField = f.money({
  required: true,
  readonly: true,
  min: 0,
  default: 0,
  label: { zh: '待退回异常款', en: 'In suspense' },
});
