/**
 * Dictionaries of the shell, accounts and access control.
 */

import type { Dictionary } from './types.ts';

// prettier-ignore
export const accessDictionaries = [
  { category: 'FunctionType', zh: '功能类型', en: 'Function type', flag: 'B', entries: [
    { code: '1', zh: '页面', en: 'Page' },
    { code: '2', zh: '按钮', en: 'Button' },
    { code: '3', zh: '数据权限', en: 'Data right' },
  ] },
  { category: 'DataScope', zh: '数据范围', en: 'Data scope', flag: 'B', entries: [
    { code: '1', zh: '全部', en: 'All' },
    { code: '2', zh: '本组织及下级', en: 'Own organization and below' },
    { code: '3', zh: '指定区域', en: 'Given regions' },
    { code: '4', zh: '本经销商', en: 'Own dealer' },
    { code: '5', zh: '仅本人', en: 'Own records' },
  ] },
  { category: 'SmsScene', zh: '短信场景', en: 'SMS scene', flag: 'B', serverOnly: true, entries: [
    { code: '1', zh: '登录', en: 'Login' },
    { code: '2', zh: '找回密码', en: 'Reset password' },
    { code: '3', zh: '更换手机', en: 'Change mobile' },
    { code: '4', zh: '解绑', en: 'Unbind' },
    { code: '5', zh: 'APP登录', en: 'App login' },
    { code: '6', zh: '注销账号', en: 'Delete account' },
    { code: '7', zh: '换号：旧号码', en: 'Change of number: old' },
    { code: '8', zh: '换号：新号码', en: 'Change of number: new' },
  ] },
  { category: 'QaCategory', zh: '问答分类', en: 'Q&A category', flag: 'E', entries: [
    { code: '1', zh: '入门', en: 'Getting started' },
    { code: '2', zh: '车辆', en: 'Vehicles' },
    { code: '3', zh: '服务', en: 'Service' },
    { code: '4', zh: '运营', en: 'Campaigns' },
    { code: '5', zh: '系统', en: 'System' },
  ] },
  { category: 'TagColor', zh: '标签颜色', en: 'Tag colour', flag: 'B', entries: [
    { code: 'default', zh: '灰', en: 'Grey', color: 'default' },
    { code: 'primary', zh: '蓝', en: 'Blue', color: 'primary' },
    { code: 'success', zh: '绿', en: 'Green', color: 'success' },
    { code: 'warning', zh: '橙', en: 'Orange', color: 'warning' },
    { code: 'danger', zh: '红', en: 'Red', color: 'danger' },
  ] },
  { category: 'DealerPosition', zh: '经销商职务', en: 'Dealer position', flag: 'E', entries: [
    { code: '1', zh: '店主', en: 'Owner' },
    { code: '2', zh: '店员', en: 'Clerk' },
    { code: '3', zh: '技师', en: 'Technician' },
    { code: '4', zh: '财务', en: 'Accountant' },
  ] },
  { category: 'SystemSwitch', zh: '系统开关', en: 'System switch', flag: 'B', guards: true, entries: [
    { code: 'OLD_OTA_CREATE', zh: '允许新建旧版OTA', en: 'Allow new old-OTA items' },
    { code: 'WISH_AUTO_PASS', zh: '心愿自动通过', en: 'Wishes pass automatically' },
    { code: 'SIM_AUTO_STOP', zh: '达量自动停机', en: 'Stop SIM on overuse' },
  ] },
] as const satisfies readonly Dictionary[];
