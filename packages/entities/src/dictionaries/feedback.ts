/**
 * Dictionaries of feedback and logs of the app.
 */

import type { Dictionary } from './types.ts';

// prettier-ignore
export const feedbackDictionaries = [
  { category: 'FeedbackStatus', zh: '反馈状态', en: 'Feedback status', flag: 'B', entries: [
    { code: '0', zh: '待处理', en: 'New', color: 'danger' },
    { code: '1', zh: '处理中', en: 'In progress', color: 'primary' },
    { code: '2', zh: '已回复', en: 'Replied', color: 'success' },
    { code: '3', zh: '跟进中', en: 'Following up', color: 'warning' },
    { code: '4', zh: '已关闭', en: 'Closed', color: 'default' },
    { code: '5', zh: '无效', en: 'Invalid', color: 'default' },
  ] },
  { category: 'FeedbackInvalidReason', zh: '无效原因', en: 'Invalid reason', flag: 'E', entries: [
    { code: '1', zh: '无意义内容', en: 'Meaningless' },
    { code: '2', zh: '广告', en: 'Advertising' },
    { code: '3', zh: '重复', en: 'Duplicate' },
    { code: '4', zh: '测试', en: 'Test' },
  ] },
  { category: 'FeedbackDept', zh: '跟进部门', en: 'Department', flag: 'E', entries: [
    { code: '1', zh: '产品', en: 'Product' },
    { code: '2', zh: '研发', en: 'R&D' },
    { code: '3', zh: '售后', en: 'After-sales' },
    { code: '4', zh: '质量', en: 'Quality' },
    { code: '5', zh: '运营', en: 'Operations' },
  ] },
  { category: 'QuickReply', zh: '公共快捷回复', en: 'Shared quick reply', flag: 'E', entries: [
    { code: '1', zh: '感谢您的反馈，我们会尽快处理。', en: 'Thank you, we are on it.' },
    { code: '2', zh: '请将APP升级到最新版本后重试。', en: 'Please update the app and try again.' },
    { code: '3', zh: '请到就近网点检测。', en: 'Please visit the nearest shop.' },
  ] },
  { category: 'AppLogType', zh: '日志类型', en: 'Log type', flag: 'B', entries: [
    { code: '1', zh: '运行', en: 'Runtime' },
    { code: '2', zh: '蓝牙', en: 'Bluetooth' },
    { code: '3', zh: '网络', en: 'Network' },
    { code: '4', zh: '崩溃', en: 'Crash' },
  ] },
  { category: 'AppLogSource', zh: '日志来源', en: 'Log source', flag: 'B', entries: [
    { code: '1', zh: '用户上传', en: 'User' },
    { code: '2', zh: '后台索取', en: 'Requested' },
    { code: '3', zh: '崩溃上报', en: 'Crash' },
  ] },
  { category: 'AppLogStatus', zh: '日志状态', en: 'Log status', flag: 'B', entries: [
    { code: '0', zh: '已请求', en: 'Requested', color: 'warning' },
    { code: '1', zh: '用户已同意', en: 'Agreed', color: 'primary' },
    { code: '2', zh: '已上传', en: 'Uploaded', color: 'success' },
    { code: '3', zh: '用户拒绝', en: 'Refused', color: 'danger' },
    { code: '4', zh: '已过期', en: 'Expired', color: 'default' },
    { code: '5', zh: '已清理', en: 'Cleaned', color: 'default' },
  ] },
] as const satisfies readonly Dictionary[];
