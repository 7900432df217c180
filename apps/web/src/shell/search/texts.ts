import type { Texts } from '../../i18n/lang.ts';

export const texts = {
  changes: { zh: '昨天以来的变更', en: 'Changes since yesterday' },
  search: { zh: '搜索', en: 'Search' },
  searchKey: { zh: '搜索（{key}）', en: 'Search ({key})' },
  placeholder: {
    zh: '搜索页面、车辆、用户、单号，或输入「解锁003505」',
    en: 'Search pages, vehicles, users, orders, or type “unlock 003505”',
  },
  results: { zh: '搜索结果', en: 'Results' },
  actions: { zh: '操作', en: 'Actions' },
  here: { zh: '当前记录', en: 'This record' },
  ownersNamed: { zh: '按真实姓名查找车主「{name}」', en: 'Find owners by the real name “{name}”' },
  ownersNamedHint: { zh: '查询会留痕', en: 'The search is logged' },
  pages: { zh: '页面', en: 'Pages' },
  recent: { zh: '最近打开', en: 'Recently opened' },
  seeAll: { zh: '在列表中查看全部', en: 'View all in the list' },
  tooBroad: { zh: '符合的{name}太多，请输入更多字符', en: 'Too many matches for {name}. Type more characters.' },
  none: { zh: '没有找到「{keyword}」', en: 'Nothing found for “{keyword}”' },
  noneHint: {
    zh: 'IMEI、编码和手机号请输入完整；VIN输入其中连续4位以上即可。页面名可输入拼音或首字母，如「clgl」。',
    en: 'Enter IMEIs, codes and mobile numbers in full. For a VIN, four or more consecutive characters are enough.',
  },
  hint: { zh: '输入至少两个字符搜索记录', en: 'Type at least two characters to search records' },
  failed: { zh: '记录搜索失败：{message}', en: 'Record search failed: {message}' },
  searching: { zh: '正在搜索', en: 'Searching' },
  found: { zh: '{n}个结果', en: '{n} {n|result|results}' },
  keyMove: { zh: '选择', en: 'choose' },
  keyOpen: { zh: '打开', en: 'open' },
  keyNewTab: { zh: '新窗口打开', en: 'open in a new tab' },
  keyClose: { zh: '关闭', en: 'close' },
} as const satisfies Texts;
