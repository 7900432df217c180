import { useTexts, type Texts } from '../../i18n/lang.ts';

const texts = {
  title: { zh: '快递轨迹', en: 'Parcel' },
  service: { zh: '快递100', en: 'Kuaidi100' },
  ask: { zh: '查询最新', en: 'Ask now' },
  askedLately: { zh: '刚查过，{time}后可再查', en: 'Asked lately: again after {time}' },
  asked: { zh: '已查询最新轨迹', en: 'The track is up to date' },
  updated: { zh: '更新于', en: 'Updated' },
  nothing: { zh: '暂无轨迹，揽收后自动更新', en: 'No news yet. It follows once the parcel is collected.' },
  waiting: { zh: '正在向快递100订阅', en: 'Subscribing at Kuaidi100' },
  retried: { zh: '暂时连不上快递100，稍后自动重试', en: 'Kuaidi100 cannot be reached and is tried again later' },
  refused: {
    zh: '快递100不跟踪此单号，请核对快递公司和单号',
    en: 'Kuaidi100 does not follow this number: check it and its company',
  },
  noRecord: {
    zh: '快递公司长时间没有此单号的新记录，请核对单号',
    en: 'The company has had nothing about this number for long: check it',
  },
  over: { zh: '发货超过30天，不再自动更新', en: 'Shipped over 30 days ago and not followed any more' },
  all: { zh: '查看全部{n}条', en: 'Show all {n}' },
  before: { zh: '此前退回的快件', en: 'Parcel that came back' },
} as const satisfies Texts;

export const useTrackTexts = () => useTexts(texts);
