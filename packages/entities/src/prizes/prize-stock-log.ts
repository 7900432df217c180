import { defineEntity } from '../define.ts';
import { f } from '../fields.ts';

const readonly = true;
const after = { required: true, readonly, min: 0 } as const;

/**
 * Movement of a prize's stock 库存变动. An entry is the movement: the database changes the prize's numbers with it, or refuses it, and keeps both
 * sides here. Nothing changes or deletes an entry.
 */
export const prizeStockLog = defineEntity({
  name: 'prizeStockLog',
  table: 'act_prize_stock_log',
  domain: 'prizes',
  label: { zh: '库存变动', en: 'Stock change' },
  base: '/act/crm/prize',
  page: 'physicalPrize',
  title: ['remark'],
  external: true,
  calls: ['list'],
  callPaths: { list: 'stockLog' },
  fields: {
    prizeId: f.ref('prize', { required: true, readonly, index: true, label: { zh: '奖品', en: 'Prize' } }),
    type: f.dict('StockLogType', { required: true, readonly, label: { zh: '变动', en: 'Change' } }),
    qty: f.int({ required: true, readonly, min: 1, label: { zh: '数量', en: 'Quantity' } }),
    availableBefore: f.int({ ...after, label: { zh: '变动前可用', en: 'Available before' } }),
    availableAfter: f.int({ ...after, label: { zh: '变动后可用', en: 'Available after' } }),
    stockAfter: f.int({ ...after, label: { zh: '库存总量', en: 'Stock' } }),
    reservedAfter: f.int({ ...after, label: { zh: '已预留', en: 'Reserved' } }),
    sentAfter: f.int({ ...after, label: { zh: '已发出', en: 'Sent' } }),
    winningId: f.ref('winningRecord', { readonly, index: true, label: { zh: '中奖记录', en: 'Winning record' } }),
    goodsOrderId: f.ref('goodsOrder', { readonly, index: true, label: { zh: '商品订单', en: 'Order' } }),
    operatorId: f.ref('sysUser', { readonly, label: { zh: '操作人', en: 'Operator' } }),
    remark: f.longText({ readonly, max: 200 }),
  },
  list: {
    columns: [
      'createTime',
      'type',
      'qty',
      'availableBefore',
      'availableAfter',
      'stockAfter',
      'reservedAfter',
      'sentAfter',
      'winningId',
      'goodsOrderId',
      'operatorId',
      'remark',
    ],
    identity: ['createTime'],
    filters: { type: 'eq', createTime: 'range' },
    hiddenFilters: { prizeId: 'eq' },
    order: 'id desc',
  },
});
