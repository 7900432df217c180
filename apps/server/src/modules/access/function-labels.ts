import type { Text } from '@wheelhouse/contract/lang';

/** Names of what a node of the function tree has, for its log. */
export const functionLabels: Readonly<Record<string, Text>> = {
  parentCode: { zh: '上级', en: 'Parent' },
  code: { zh: '编码', en: 'Code' },
  name: { zh: '名称', en: 'Name' },
  nameEn: { zh: '英文名称', en: 'English name' },
  functionType: { zh: '类型', en: 'Type' },
  functionUrl: { zh: '路径或接口', en: 'URL' },
  icon: { zh: '图标', en: 'Icon' },
  sort: { zh: '排序', en: 'Order' },
  hidden: { zh: '隐藏', en: 'Hidden' },
  cached: { zh: '缓存', en: 'Keep alive' },
  enabled: { zh: '状态', en: 'Status' },
  staffOnly: { zh: '仅内部', en: 'Staff only' },
};
