import { codes } from '../codes.ts';
import { defineEntity } from '../define.ts';
import { f } from '../fields.ts';

const readonly = true;

/**
 * Blind box 盲盒: one of an order. What it holds is fixed when it is paid and stays with the draw; the fields that show it are empty until the box is opened,
 * so that no call can tell.
 */
export const blindBox = defineEntity({
  name: 'blindBox',
  table: 'ord_blind_box',
  domain: 'orders',
  label: { zh: '盲盒', en: 'Blind box' },
  base: '/order/crm/blindBox',
  page: 'blindoOder',
  title: ['boxNo'],
  external: true,
  calls: ['list'],
  fields: {
    blindBoxOrderId: f.ref('blindBoxOrder', {
      required: true,
      readonly,
      index: true,
      cascade: true,
      label: { zh: '盲盒订单', en: 'Blind-box order' },
    }),
    boxNo: f.int({ required: true, readonly, min: 1, max: 10, label: { zh: '盒号', en: 'Box no.' } }),
    boxState: f.dict('BoxState', {
      required: true,
      readonly,
      default: codes.BoxState.unopened,
      label: { zh: '状态', en: 'State' },
    }),
    amountFen: f.money({ required: true, readonly, min: 0, label: { zh: '分摊实付', en: 'Share of payment' } }),
    openTime: f.instant({ readonly, label: { zh: '开盒时间', en: 'Opened' } }),
    itemName: f.text({ readonly, max: 60, label: { zh: '物品', en: 'Item' } }),
    itemImage: f.image({ readonly, label: { zh: '图片', en: 'Image' } }),
    rarity: f.text({ readonly, max: 8 }),
    prizeKind: f.dict('PrizeKind', { readonly, label: { zh: '种类', en: 'Kind' } }),
    prizeRow: f.int({ readonly, min: 1, label: { zh: '奖池行', en: 'Row of the pool' } }),
    probability: f.decimal({
      readonly,
      min: 0,
      max: 100,
      decimals: 6,
      unit: '%',
      label: { zh: '当时概率', en: 'Odds then' },
    }),
    grantState: f.dict('GrantState', {
      required: true,
      readonly,
      default: codes.GrantState.waiting,
      label: { zh: '发放', en: 'Grant' },
    }),
    winningId: f.ref('winningRecord', { readonly, index: true, label: { zh: '中奖记录', en: 'Winning record' } }),
  },
  list: {
    columns: [
      'boxNo',
      'boxState',
      'itemImage',
      'itemName',
      'rarity',
      'prizeKind',
      'probability',
      'openTime',
      'grantState',
      'winningId',
      'amountFen',
    ],
    filters: {},
    hiddenFilters: { blindBoxOrderId: 'eq' },
    order: 'id asc',
  },
  scope: { city: 'blindBoxOrderId.userId.cityId' },
});
