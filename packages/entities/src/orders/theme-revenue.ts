import { codes } from '../codes.ts';
import { defineEntity } from '../define.ts';
import { f } from '../fields.ts';

const readonly = true;
const money = { required: true, readonly } as const;
/** What a partner gets is for those who settle, and so is what is left of it. */
const right = 'revenueManage.settle';

/**
 * Theme revenue 主题收益: one entry for each paid order of a theme, one for each refund that has gone through, and one where its
 * channel gave the fee of a refund back later. Appended with the posting of the ledger, in
 * its transaction and with its amounts.
 *
 * Signs are ours: what comes in is above zero, what goes out below. A sale of 500 is +500, fee −3, share −199, own +298; own is always the sum of the three.
 * A refund is the same the other way round: −500, +3, +199, −298.
 */
export const themeRevenue = defineEntity({
  name: 'themeRevenue',
  table: 'ord_theme_revenue',
  domain: 'orders',
  label: { zh: '收益明细', en: 'Revenue entry' },
  base: '/order/crm/themeRevenue',
  page: 'revenueManage',
  title: ['entryNo'],
  calls: ['list', 'export'],
  // The catalogue's word for the time of a sale.
  aliases: { payTime: 'occurTime' },
  fields: {
    entryNo: f.text({
      required: true,
      readonly,
      max: 22,
      pattern: /^TR\d{20}$/,
      unique: 'ever',
      label: { zh: '明细号', en: 'Entry no.' },
    }),
    type: f.dict('RevenueType', { required: true, readonly, index: true, label: { zh: '类型', en: 'Type' } }),
    orderNo: f.text({ required: true, readonly, max: 22, index: true, label: { zh: '订单号', en: 'Order no.' } }),
    refundNo: f.text({ readonly, max: 22, index: true }),
    themeId: f.ref('appTheme', { required: true, readonly, index: true, label: { zh: '主题', en: 'Theme' } }),
    /** As they were when the entry was made. */
    themeNo: f.text({ required: true, readonly, max: 12, index: true }),
    themeName: f.text({ required: true, readonly, max: 40, label: { zh: '主题名称', en: 'Theme name' } }),
    themeType: f.dict('ThemeType', { required: true, readonly }),
    saleMode: f.dict('ThemeSaleMode', { required: true, readonly, default: codes.ThemeSaleMode.paid }),
    partnerName: f.text({ readonly, max: 40, index: true }),
    userId: f.ref('appUser', { required: true, readonly, index: true, label: { zh: '用户', en: 'User' } }),
    payChannel: f.dict('PayChannel', { required: true, readonly }),
    clientOs: f.dict('ClientOs', { readonly }),
    payFen: f.money({ ...money, label: { zh: '实付', en: 'Amount' } }),
    channelFeeFen: f.money({ ...money, label: { zh: '通道费', en: 'Channel fee' } }),
    settlementRate: f.decimal({ readonly, min: 0, max: 100, decimals: 2, right }),
    partnerShareFen: f.money({ ...money, right, label: { zh: '合作方分成', en: 'Partner share' } }),
    ownFen: f.money({ ...money, right, label: { zh: '平台收益', en: 'Own revenue' } }),
    /** When it was paid or paid back, by the channel. */
    occurTime: f.instant({ required: true, readonly, index: true, label: { zh: '发生时间', en: 'Happened at' } }),
    settleMonth: f.text({ readonly, max: 7, pattern: /^\d{4}-\d{2}$/ }),
    settlementNo: f.text({ readonly, max: 14, index: true }),
  },
  list: {
    columns: [
      'themeName',
      'themeNo',
      'type',
      'occurTime',
      'payFen',
      'channelFeeFen',
      'settlementRate',
      'partnerShareFen',
      'ownFen',
      'orderNo',
      'refundNo',
      'partnerName',
      'payChannel',
      'clientOs',
      'userId',
      'settleMonth',
      'settlementNo',
      'entryNo',
    ],
    identity: ['themeName', 'themeNo'],
    decides: ['payFen', 'occurTime'],
    filters: {
      occurTime: 'range',
      themeId: 'eq',
      themeType: 'eq',
      saleMode: 'eq',
      partnerName: 'eq',
      payChannel: 'eq',
      clientOs: 'eq',
      type: 'eq',
      orderNo: 'eq',
      settlementNo: 'eq',
    },
    hiddenFilters: { themeNo: 'eq', refundNo: 'eq', userId: 'eq', settleMonth: 'eq' },
    linesAbove: 1,
    order: 'occurTime desc',
  },
  scope: { city: 'userId.cityId' },
  exportLimit: 50_000,
});
