/**
 * Dictionaries of app content: articles, themes, voices and manuals.
 */

import type { Dictionary } from './types.ts';

// prettier-ignore
export const contentDictionaries = [
  { category: 'ArticleStatus', zh: '文章状态', en: 'Article status', flag: 'B', entries: [
    { code: '0', zh: '草稿', en: 'Draft', color: 'default' },
    { code: '1', zh: '待审核', en: 'In review', color: 'warning' },
    { code: '2', zh: '已发布', en: 'Published', color: 'success' },
    { code: '3', zh: '待发布', en: 'Scheduled', color: 'primary' },
    { code: '4', zh: '已下架', en: 'Off shelf', color: 'default' },
  ] },
  { category: 'CoverStyle', zh: '封面样式', en: 'Cover style', flag: 'B', entries: [
    { code: '1', zh: '大图', en: 'Large' },
    { code: '2', zh: '右小图', en: 'Right small' },
    { code: '3', zh: '三图', en: 'Three images' },
  ] },
  { category: 'IntroType', zh: '介绍类型', en: 'Introduction type', flag: 'B', entries: [
    { code: '1', zh: '引导页', en: 'Onboarding' },
    { code: '2', zh: '关于我们', en: 'About' },
    { code: '3', zh: '新版介绍', en: 'What is new' },
  ] },
  { category: 'ThemeType', zh: '主题类型', en: 'Theme type', flag: 'B', entries: [
    { code: '1', zh: 'APP皮肤', en: 'App skin' },
    { code: '2', zh: '仪表皮肤', en: 'Meter skin' },
    { code: '3', zh: '语音包', en: 'Voice pack' },
    { code: '4', zh: '组合', en: 'Bundle' },
  ] },
  { category: 'ThemeSaleMode', zh: '主题售卖方式', en: 'Theme sale mode', flag: 'B', entries: [
    { code: '1', zh: '免费', en: 'Free' },
    { code: '2', zh: '付费', en: 'Paid' },
    { code: '3', zh: '仅奖品', en: 'Prize only' },
    { code: '4', zh: '盲盒', en: 'Blind box' },
  ] },
  { category: 'ThemeStatus', zh: '主题状态', en: 'Theme status', flag: 'B', entries: [
    { code: '0', zh: '草稿', en: 'Draft', color: 'default' },
    { code: '1', zh: '待审核', en: 'In review', color: 'warning' },
    { code: '2', zh: '待上架', en: 'Ready', color: 'primary' },
    { code: '3', zh: '已上架', en: 'On shelf', color: 'success' },
    { code: '4', zh: '已下架', en: 'Off shelf', color: 'default' },
  ] },
  { category: 'ThemeSlot', zh: '主题素材位', en: 'Theme slot', flag: 'B', entries: [
    { code: 'homeBg', zh: '首页背景', en: 'Home background' },
    { code: 'tabHome', zh: '首页标签', en: 'Home tab' },
    { code: 'tabService', zh: '服务标签', en: 'Service tab' },
    { code: 'tabMine', zh: '我的标签', en: 'Profile tab' },
    { code: 'lockIcon', zh: '设防图标', en: 'Lock' },
    { code: 'unlockIcon', zh: '撤防图标', en: 'Unlock' },
    { code: 'findIcon', zh: '寻车图标', en: 'Find' },
    { code: 'powerIcon', zh: '电源图标', en: 'Power' },
    { code: 'startupAnim', zh: '启动动画', en: 'Start animation' },
    { code: 'cardBg', zh: '卡片背景', en: 'Card background' },
  ] },
  { category: 'ThemeSource', zh: '主题来源', en: 'Theme source', flag: 'B', entries: [
    { code: '1', zh: '免费领取', en: 'Free' },
    { code: '2', zh: '购买', en: 'Purchase' },
    { code: '3', zh: '中奖', en: 'Prize' },
    { code: '4', zh: '盲盒', en: 'Blind box' },
    { code: '5', zh: '赠送', en: 'Gift' },
  ] },
  { category: 'Rarity', zh: '稀有度', en: 'Rarity', flag: 'B', entries: [
    { code: 'N', zh: '普通', en: 'Normal', color: 'default' },
    { code: 'R', zh: '稀有', en: 'Rare', color: 'primary' },
    { code: 'SR', zh: '超稀有', en: 'Super rare', color: 'warning' },
    { code: 'SSR', zh: '隐藏', en: 'Hidden', color: 'danger' },
  ] },
  { category: 'VoiceScene', zh: '语音场景', en: 'Voice scene', flag: 'B', entries: [
    { code: '1', zh: '开机', en: 'Power on' },
    { code: '2', zh: '关机', en: 'Power off' },
    { code: '3', zh: '设防', en: 'Arm' },
    { code: '4', zh: '撤防', en: 'Disarm' },
    { code: '5', zh: '低电', en: 'Low battery' },
    { code: '6', zh: '开始充电', en: 'Charge start' },
    { code: '7', zh: '充满', en: 'Charge full' },
    { code: '8', zh: '转向', en: 'Turn' },
    { code: '9', zh: '超速', en: 'Over speed' },
    { code: '10', zh: '寻车', en: 'Find' },
  ] },
  { category: 'Holiday', zh: '节日', en: 'Holiday', flag: 'E', entries: [
    { code: 'NEW_YEAR', zh: '元旦', en: 'New Year' },
    { code: 'SPRING', zh: '春节', en: 'Spring Festival' },
    { code: 'LANTERN', zh: '元宵', en: 'Lantern' },
    { code: 'QINGMING', zh: '清明', en: 'Qingming' },
    { code: 'LABOUR', zh: '劳动节', en: 'Labour Day' },
    { code: 'DRAGON', zh: '端午', en: 'Dragon Boat' },
    { code: 'MIDAUTUMN', zh: '中秋', en: 'Mid-Autumn' },
    { code: 'NATIONAL', zh: '国庆', en: 'National Day' },
    { code: 'CHRISTMAS', zh: '圣诞', en: 'Christmas' },
    { code: 'BIRTHDAY', zh: '生日', en: 'Birthday' },
  ] },
  { category: 'HolidayDateMode', zh: '日期方式', en: 'Date mode', flag: 'B', entries: [
    { code: '1', zh: '公历', en: 'Solar' },
    { code: '2', zh: '农历', en: 'Lunar' },
    { code: '3', zh: '指定日期', en: 'Explicit' },
  ] },
  { category: 'ManualType', zh: '说明书类型', en: 'Manual type', flag: 'E', entries: [
    { code: '1', zh: '用户手册', en: 'User manual' },
    { code: '2', zh: '保养手册', en: 'Care booklet' },
    { code: '3', zh: '电池手册', en: 'Battery' },
    { code: '4', zh: '快速指南', en: 'Quick guide' },
  ] },
  { category: 'Lang', zh: '语言', en: 'Language', flag: 'B', entries: [
    { code: 'zh', zh: '中文', en: 'Chinese' },
    { code: 'en', zh: '英文', en: 'English' },
  ] },
] as const satisfies readonly Dictionary[];
