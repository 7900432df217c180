/**
 * Dictionaries of advertisements and promotions.
 */

import type { Dictionary } from './types.ts';

// prettier-ignore
export const marketingDictionaries = [
  { category: 'AdPosition', zh: '广告位置', en: 'Ad position', flag: 'B', entries: [
    { code: '1', zh: '开屏', en: 'Splash' },
    { code: '2', zh: '首页轮播', en: 'Home top' },
    { code: '3', zh: '商城', en: 'Mall' },
    { code: '4', zh: '车辆页', en: 'Vehicle page' },
    { code: '5', zh: '弹窗', en: 'Popup' },
  ] },
  { category: 'AdFrequency', zh: '展示频率', en: 'Frequency', flag: 'B', entries: [
    { code: '1', zh: '每次', en: 'Always' },
    { code: '2', zh: '每日一次', en: 'Once a day' },
    { code: '3', zh: '仅一次', en: 'Once' },
  ] },
  { category: 'AdStatus', zh: '广告状态', en: 'Ad status', flag: 'B', entries: [
    { code: '0', zh: '下架', en: 'Off', color: 'default' },
    { code: '1', zh: '待展示', en: 'Waiting', color: 'primary' },
    { code: '2', zh: '展示中', en: 'Live', color: 'success' },
    { code: '3', zh: '已结束', en: 'Ended', color: 'default' },
  ] },
  { category: 'PromoChannel', zh: '推广渠道', en: 'Promotion channel', flag: 'E', entries: [
    { code: '1', zh: '经销商', en: 'Dealer' },
    { code: '2', zh: '员工', en: 'Staff' },
    { code: '3', zh: '新媒体', en: 'Social media' },
    { code: '4', zh: '线下物料', en: 'Print' },
    { code: '5', zh: '异业合作', en: 'Partner' },
  ] },
] as const satisfies readonly Dictionary[];
