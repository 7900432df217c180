import { f } from '../fields.ts';

/** What an application for money back says, of whatever kind the order is. */
export const refundInput = {
  amountFen: f.money({ logged: true, required: true, min: 1, label: { zh: '退款金额', en: 'Amount' } }),
  reasonCode: f.dict('RefundReason', { logged: true, required: true }),
  remark: f.longText({ logged: true, required: true, min: 5, max: 200, label: { zh: '说明', en: 'Remark' } }),
  evidence: f.images({
    max: 6,
    maxMb: 5,
    label: { zh: '凭证', en: 'Evidence' },
    help: { zh: '不想要、其他以外的原因须上传', en: 'Needed for every reason but a changed mind and others' },
  }),
  revokeGoods: f.flag({ required: true, default: 1, label: { zh: '收回权益', en: 'Take back what was granted' } }),
} as const;
