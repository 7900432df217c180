import { useTexts, type Texts } from '../../../i18n/lang.ts';

export const settlementTexts = {
  generate: { zh: '生成结算单', en: 'Generate statements' },
  generateHint: {
    zh: '按所选月份未结算的明细，为每个合作方生成一张结算单；已生成的不变。每月3日系统自动生成上月。',
    en: 'One statement a partner, from what is not settled at the end of the month; those that are there stay. The system does it for the month before on the 3rd.',
  },
  month: { zh: '月份', en: 'Month' },
  generated: { zh: '已生成{n}张结算单', en: '{n} statements generated' },
  nothing: { zh: '该月没有未结算的明细', en: 'Nothing is left to settle in that month' },
  lines: { zh: '按主题', en: 'By theme' },
  noLines: { zh: '没有明细', en: 'No entries' },
  theme: { zh: '主题', en: 'Theme' },
  orders: { zh: '订单数', en: 'Orders' },
  grossFen: { zh: '销售额', en: 'Gross' },
  refundFen: { zh: '退款额', en: 'Refunds' },
  feeFen: { zh: '通道费', en: 'Channel fee' },
  shareFen: { zh: '分成', en: 'Share' },
  entries: { zh: '查看明细', en: 'Entries' },
  pdf: { zh: '下载PDF', en: 'PDF' },
  xlsx: { zh: '下载Excel', en: 'Excel' },
  course: { zh: '进度', en: 'Course' },
  made: { zh: '生成', en: 'Generated' },
  confirmed: { zh: '确认', en: 'Confirmed' },
  paid: { zh: '付款', en: 'Paid' },
  toPay: { zh: '应付', en: 'Payable' },
  carried: { zh: '上期结转', en: 'Carried over' },
  adjusted: { zh: '调整', en: 'Adjustments' },
} as const satisfies Texts;

export const useSettlementTexts = () => useTexts(settlementTexts);
