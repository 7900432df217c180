/**
 * Dictionaries of messages and pushes.
 */

import type { Dictionary } from './types.ts';

// prettier-ignore
export const messagesDictionaries = [
  { category: 'PushChannel', zh: '推送渠道', en: 'Channel', flag: 'B', entries: [
    { code: '1', zh: '站内信', en: 'Inbox' },
    { code: '2', zh: 'APP推送', en: 'App push' },
    { code: '3', zh: '短信', en: 'SMS' },
    { code: '4', zh: '语音电话', en: 'Voice call' },
  ] },
  { category: 'PushStatus', zh: '推送状态', en: 'Push status', flag: 'B', entries: [
    { code: '0', zh: '待发', en: 'Waiting', color: 'default' },
    { code: '1', zh: '已发送', en: 'Sent', color: 'primary' },
    { code: '2', zh: '已送达', en: 'Delivered', color: 'success' },
    { code: '3', zh: '已点击', en: 'Opened', color: 'success' },
    { code: '4', zh: '失败', en: 'Failed', color: 'danger' },
    { code: '5', zh: '已拦截', en: 'Blocked', color: 'warning' },
  ] },
  { category: 'PushSound', zh: '提示音', en: 'Push sound', flag: 'E', entries: [
    { code: 'default', zh: '默认', en: 'Default' },
    { code: 'alarm', zh: '警报', en: 'Alarm' },
    { code: 'none', zh: '静音', en: 'Silent' },
  ] },
  { category: 'MessageStatus', zh: '消息状态', en: 'Message status', flag: 'B', entries: [
    { code: '0', zh: '草稿', en: 'Draft', color: 'default' },
    { code: '1', zh: '待审核', en: 'In review', color: 'warning' },
    { code: '2', zh: '待发送', en: 'Waiting', color: 'primary' },
    { code: '3', zh: '发送中', en: 'Sending', color: 'primary' },
    { code: '4', zh: '已发送', en: 'Sent', color: 'success' },
    { code: '5', zh: '已撤回', en: 'Withdrawn', color: 'warning' },
    { code: '6', zh: '已停止', en: 'Stopped', color: 'danger' },
  ] },
  { category: 'ActivityType', zh: '活动类型', en: 'Campaign type', flag: 'E', entries: [
    { code: '1', zh: '新品', en: 'New product' },
    { code: '2', zh: '促销', en: 'Sale' },
    { code: '3', zh: '抽奖', en: 'Raffle' },
    { code: '4', zh: '骑行活动', en: 'Ride event' },
    { code: '5', zh: '公益', en: 'Charity' },
  ] },
  { category: 'ContentType', zh: '内容方式', en: 'Content type', flag: 'B', entries: [
    { code: '1', zh: '图文', en: 'Rich text' },
    { code: '2', zh: '链接', en: 'Link' },
    { code: '3', zh: 'APP页面', en: 'App page' },
  ] },
  { category: 'AppPage', zh: 'APP页面', en: 'App page', flag: 'E', entries: [
    { code: 'home', zh: '首页', en: 'Home' },
    { code: 'vehicle', zh: '车辆页', en: 'Vehicle' },
    { code: 'alarm', zh: '报警页', en: 'Alarms' },
    { code: 'ota', zh: '升级页', en: 'OTA' },
    { code: 'theme', zh: '主题商城', en: 'Theme mall' },
    { code: 'article', zh: '文章', en: 'Article' },
    { code: 'activity', zh: '活动', en: 'Activity' },
    { code: 'repair', zh: '报修', en: 'Repair' },
    { code: 'coupon', zh: '优惠券', en: 'Coupons' },
  ] },
  { category: 'LinkHost', zh: '链接域名白名单', en: 'Allowed link host', flag: 'E', guards: true, entries: [
    { code: 'h1', zh: 'm.example.com', en: 'm.example.com' },
    { code: 'h2', zh: 'mall.example.com', en: 'mall.example.com' },
  ] },
  { category: 'AudienceType', zh: '人群方式', en: 'Audience type', flag: 'B', entries: [
    { code: '1', zh: '全部', en: 'All' },
    { code: '2', zh: '标签', en: 'Tags' },
    { code: '3', zh: '车型', en: 'Models' },
    { code: '4', zh: '地区', en: 'Regions' },
    { code: '5', zh: '导入名单', en: 'List' },
    { code: '6', zh: '经销商车主', en: "Dealer's owners" },
  ] },
  { category: 'NoticeType', zh: '公告类型', en: 'Notice type', flag: 'E', entries: [
    { code: '1', zh: '系统维护', en: 'Maintenance' },
    { code: '2', zh: '版本更新', en: 'New version' },
    { code: '3', zh: '政策协议', en: 'Policy' },
    { code: '4', zh: '安全提示', en: 'Safety' },
    { code: '5', zh: '放假通知', en: 'Holiday' },
  ] },
  { category: 'NoticeReceiver', zh: '接收端', en: 'Receiver', flag: 'B', entries: [
    { code: '1', zh: 'APP用户', en: 'App users' },
    { code: '2', zh: '后台人员', en: 'Console staff' },
    { code: '3', zh: '经销商', en: 'Dealers' },
  ] },
  { category: 'ReminderType', zh: '提醒类型', en: 'Reminder type', flag: 'E', entries: [
    { code: '1', zh: '保养到期', en: 'Maintenance due' },
    { code: '2', zh: '质保到期', en: 'Warranty end' },
    { code: '3', zh: '年检保险', en: 'Inspection, insurance' },
    { code: '4', zh: '电池健康', en: 'Battery health' },
    { code: '5', zh: '服务到期', en: 'Service expiry' },
    { code: '6', zh: '长期未骑', en: 'Idle' },
    { code: '7', zh: 'OTA失败', en: 'OTA failed' },
    { code: '8', zh: '反馈回复', en: 'Feedback reply' },
  ] },
  { category: 'ReminderMode', zh: '提醒方式', en: 'Reminder mode', flag: 'B', entries: [
    { code: '1', zh: '单次', en: 'One-off' },
    { code: '2', zh: '规则', en: 'Rule' },
  ] },
] as const satisfies readonly Dictionary[];
