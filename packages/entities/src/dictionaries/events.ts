/**
 * Dictionaries of AR events, wishes and shares.
 */

import type { Dictionary } from './types.ts';

// prettier-ignore
export const eventsDictionaries = [
  { category: 'RaffleType', zh: '抽奖活动类型', en: 'Raffle type', flag: 'B', entries: [
    { code: '1', zh: 'AR扫描', en: 'AR scan' },
    { code: '2', zh: 'AR定点', en: 'AR place' },
    { code: '3', zh: '普通抽奖', en: 'Plain raffle' },
    { code: '4', zh: '盲盒', en: 'Blind box' },
  ] },
  { category: 'ArMode', zh: 'AR识别方式', en: 'AR mode', flag: 'B', entries: [
    { code: '1', zh: '图像', en: 'Image' },
    { code: '2', zh: '平面', en: 'Plane' },
    { code: '3', zh: '位置', en: 'Location' },
  ] },
  { category: 'DrawMode', zh: '抽奖方式', en: 'Draw mode', flag: 'B', entries: [
    { code: '1', zh: '概率', en: 'Probability' },
    { code: '2', zh: '按时放量', en: 'Time plan' },
  ] },
  { category: 'ShareObject', zh: '分享对象', en: 'Shared object', flag: 'B', entries: [
    { code: '1', zh: '活动', en: 'Activity' },
    { code: '2', zh: '文章', en: 'Article' },
    { code: '3', zh: '主题', en: 'Theme' },
    { code: '4', zh: 'APP', en: 'App' },
    { code: '5', zh: '车辆', en: 'Vehicle' },
  ] },
  { category: 'ShareChannel', zh: '分享渠道', en: 'Share channel', flag: 'B', entries: [
    { code: '1', zh: '微信好友', en: 'WeChat friend' },
    { code: '2', zh: '朋友圈', en: 'Moments' },
    { code: '3', zh: '微博', en: 'Weibo' },
    { code: '4', zh: 'QQ', en: 'QQ' },
    { code: '5', zh: '复制链接', en: 'Copy link' },
    { code: '6', zh: '海报', en: 'Poster' },
  ] },
  { category: 'WishCategory', zh: '心愿分类', en: 'Wish category', flag: 'E', entries: [
    { code: '1', zh: '新功能', en: 'New function' },
    { code: '2', zh: '奖品', en: 'Prize' },
    { code: '3', zh: '外观', en: 'Looks' },
    { code: '4', zh: '其他', en: 'Other' },
  ] },
  { category: 'WishStatus', zh: '心愿状态', en: 'Wish status', flag: 'B', entries: [
    { code: '0', zh: '待审核', en: 'In review', color: 'warning' },
    { code: '1', zh: '已展示', en: 'Shown', color: 'success' },
    { code: '2', zh: '已隐藏', en: 'Hidden', color: 'default' },
    { code: '3', zh: '已驳回', en: 'Rejected', color: 'danger' },
    { code: '4', zh: '已实现', en: 'Granted', color: 'primary' },
  ] },
] as const satisfies readonly Dictionary[];
