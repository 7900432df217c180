import { useTexts, type Texts } from '../../../i18n/lang.ts';

const texts = {
  figures: { zh: '合计', en: 'Totals' },
  shares: { zh: '分享数', en: 'Shares' },
  sharers: { zh: '分享人数', en: 'Sharers' },
  visits: { zh: '访问数', en: 'Visits' },
  newUsers: { zh: '新用户', en: 'New users' },
  conversion: { zh: '转化率', en: 'Conversion' },
  counted: {
    zh: '按分享时间统计。同一访客每小时计1次访问；访问后7天内注册的新用户，计入其最后打开的分享；转化率为新用户÷访问数。',
    en: 'By the time of the share. A visitor counts once an hour; a new user counts for the share opened last in the 7 days before; conversion is new users per visit.',
  },
  perDay: { zh: '每日分享', en: 'By day' },
  day: { zh: '日期', en: 'Date' },
  perChannel: { zh: '渠道分布', en: 'By channel' },
  channel: { zh: '渠道', en: 'Channel' },
  part: { zh: '占比', en: 'Share' },
  objects: { zh: '分享内容前{n}', en: 'Top {n} objects' },
  object: { zh: '分享内容', en: 'Object' },
  users: { zh: '分享用户前{n}', en: 'Top {n} sharers' },
  user: { zh: '用户', en: 'User' },
  mobile: { zh: '手机号', en: 'Mobile' },
  place: { zh: '排名', en: 'Rank' },
  nothing: { zh: '所选条件下没有分享', en: 'Nothing was shared' },
} as const satisfies Texts;

export const useShareTexts = () => useTexts(texts);
