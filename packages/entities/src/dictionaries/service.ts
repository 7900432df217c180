/**
 * Dictionaries of customer service.
 */

import type { Dictionary } from './types.ts';

// prettier-ignore
export const serviceDictionaries = [
  { category: 'ServiceAccountType', zh: '客服类型', en: 'Account type', flag: 'B', entries: [
    { code: '1', zh: '在线客服', en: 'Chat' },
    { code: '2', zh: '热线', en: 'Hotline' },
    { code: '3', zh: '企业微信', en: 'WeCom' },
    { code: '4', zh: '邮箱', en: 'E-mail' },
  ] },
  { category: 'ServiceOnline', zh: '客服在线状态', en: 'Service online', flag: 'B', entries: [
    { code: '0', zh: '离线', en: 'Offline', color: 'default' },
    { code: '1', zh: '在线', en: 'Online', color: 'success' },
    { code: '2', zh: '忙碌', en: 'Busy', color: 'warning' },
  ] },
  { category: 'SkillGroup', zh: '技能组', en: 'Skill group', flag: 'E', entries: [
    { code: '1', zh: '售前', en: 'Pre-sale' },
    { code: '2', zh: '售后', en: 'After-sale' },
    { code: '3', zh: '技术', en: 'Technical' },
    { code: '4', zh: '投诉', en: 'Complaints' },
  ] },
  { category: 'ServiceLogEvent', zh: '客服日志事件', en: 'Service event', flag: 'B', entries: [
    { code: '1', zh: '登录', en: 'Login' },
    { code: '2', zh: '退出', en: 'Logout' },
    { code: '3', zh: '置忙', en: 'Busy' },
    { code: '4', zh: '会话开始', en: 'Session start' },
    { code: '5', zh: '会话结束', en: 'Session end' },
    { code: '6', zh: '转接', en: 'Transfer' },
    { code: '7', zh: '超时', en: 'Timeout' },
    { code: '8', zh: '评价', en: 'Rating' },
    { code: '9', zh: '强制下线', en: 'Forced offline' },
  ] },
] as const satisfies readonly Dictionary[];
