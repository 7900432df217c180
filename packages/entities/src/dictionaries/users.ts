/**
 * Dictionaries of app users, their consents and tags.
 */

import type { Dictionary } from './types.ts';

// prettier-ignore
export const usersDictionaries = [
  { category: 'ConsentKind', zh: '授权类型', en: 'Consent', flag: 'B', entries: [
    { code: '1', zh: '用户协议', en: 'User agreement' },
    { code: '2', zh: '隐私政策', en: 'Privacy policy' },
    { code: '3', zh: '营销短信', en: 'Marketing SMS' },
    { code: '4', zh: '位置信息', en: 'Location' },
  ] },
  { category: 'AppUserStatus', zh: '用户状态', en: 'User status', flag: 'B', entries: [
    { code: '1', zh: '正常', en: 'Normal', color: 'success' },
    { code: '2', zh: '已冻结', en: 'Frozen', color: 'danger' },
    { code: '3', zh: '注销中', en: 'Being deleted', color: 'warning' },
    { code: '4', zh: '已注销', en: 'Deleted', color: 'default' },
  ] },
  { category: 'TagType', zh: '标签类型', en: 'Tag type', flag: 'B', entries: [
    { code: '1', zh: '手动', en: 'Manual' },
    { code: '2', zh: '规则', en: 'Rule' },
    { code: '3', zh: '导入', en: 'Import' },
  ] },
  { category: 'TagGroup', zh: '标签分组', en: 'Tag group', flag: 'E', entries: [
    { code: '1', zh: '人群', en: 'People' },
    { code: '2', zh: '骑行', en: 'Riding' },
    { code: '3', zh: '消费', en: 'Spending' },
    { code: '4', zh: '服务', en: 'Service' },
    { code: '5', zh: '测试', en: 'Test' },
  ] },
  { category: 'TagRefresh', zh: '标签刷新', en: 'Tag refresh', flag: 'B', entries: [
    { code: '1', zh: '每日', en: 'Daily' },
    { code: '2', zh: '手动', en: 'Manual' },
  ] },
] as const satisfies readonly Dictionary[];
