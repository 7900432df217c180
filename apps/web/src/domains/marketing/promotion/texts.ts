import { useTexts, type Texts } from '../../../i18n/lang.ts';

export const texts = {
  qrcode: { zh: '二维码', en: 'QR code' },
  size: { zh: 'PNG尺寸', en: 'PNG size' },
  statistics: { zh: '统计', en: 'Statistics' },
  range: { zh: '时间范围', en: 'Range' },
  days: { zh: '近{n}天', en: '{n} {n|day|days}' },
  draft: { zh: '草稿：发布后二维码才能打开落地页。', en: 'Draft: the code opens the landing page once published.' },
  inRange: { zh: '所选时间内', en: 'In this range' },
  funnel: { zh: '转化', en: 'Conversion' },
  perDay: { zh: '每日结果', en: 'Results by day' },
  day: { zh: '日期', en: 'Date' },
  step: { zh: '步骤', en: 'Step' },
  number: { zh: '数量', en: 'Number' },
  ofStepBefore: { zh: '占上一步', en: 'Of the step before' },
  funnelSays: {
    zh: '扫码{scans}次，{registered}注册，{bound}绑车',
    en: '{scans} {scans|scan|scans}: {registered} registered, {bound} bound a vehicle',
  },
  scan: { zh: '扫码', en: 'Scans' },
  download: { zh: '下载', en: 'Downloads' },
  register: { zh: '注册', en: 'Registrations' },
  bind: { zh: '绑车', en: 'Bindings' },
  rewardFen: { zh: '奖励（元）', en: 'Reward (CNY)' },
} as const satisfies Texts;

export const usePromotionTexts = () => useTexts(texts);
