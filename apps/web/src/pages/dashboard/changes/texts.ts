import { useTexts, type Text, type Texts, type Translate } from '../../../i18n/lang.ts';

export const changesTexts = {
  title: { zh: '变更记录', en: 'What changed' },
  hint: {
    zh: '您有权查看的全部记录，谁在何时改了什么。',
    en: 'Who changed what and when, on all records that you may see.',
  },
  period: { zh: '时间', en: 'Period' },
  yesterday: { zh: '昨天以来', en: 'Since yesterday' },
  today: { zh: '今天', en: 'Today' },
  week: { zh: '近7天', en: 'Last 7 days' },
  month: { zh: '近30天', en: 'Last 30 days' },
  byDay: { zh: '按天', en: 'By day' },
  byDomain: { zh: '按领域', en: 'By domain' },
  byPerson: { zh: '按人员', en: 'By person' },
  all: { zh: '全部', en: 'All' },
  system: { zh: '系统', en: 'System' },
  list: { zh: '变更', en: 'Changes' },
  back: { zh: '返回首页', en: 'Back to the dashboard' },
} as const satisfies Texts;

export const useChangesTexts = (): Translate<typeof changesTexts> => useTexts(changesTexts);

/** Domains of records, as people call them. */
export const domainTexts: Readonly<Record<string, Text>> = {
  access: { zh: '账号与权限', en: 'Accounts and rights' },
  alarms: { zh: '报警与故障', en: 'Alarms and faults' },
  content: { zh: 'APP内容', en: 'App content' },
  marketing: { zh: '活动与奖品', en: 'Events and prizes' },
  messages: { zh: '消息', en: 'Messages' },
  orders: { zh: '订单与收入', en: 'Orders and revenue' },
  ota: { zh: 'OTA与版本', en: 'OTA and versions' },
  settings: { zh: '业务设置与反馈', en: 'Settings and feedback' },
  sim: { zh: 'SIM卡', en: 'SIM cards' },
  statistics: { zh: '统计', en: 'Statistics' },
  support: { zh: '服务与经销商', en: 'Support and dealers' },
  vehicles: { zh: '车辆与设备', en: 'Vehicles and devices' },
};
