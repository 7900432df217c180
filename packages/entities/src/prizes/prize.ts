import { codes } from '../codes.ts';
import { defineEntity, type ActionDefs } from '../define.ts';
import { f, type Row } from '../fields.ts';

/** Fen; the law on prize promotions allows no dearer prize (6011). */
const dearest = 5_000_000;
const most = 1_000_000;
const count = { required: true, default: 0, readonly: true, min: 0 } as const;
const quantity = f.int({ logged: true, required: true, min: 1, max: most, label: { zh: '数量', en: 'Quantity' } });
const remark = f.longText({ logged: true, required: true, min: 2, max: 100 });

const stockActions = {
  stockIn: {
    label: { zh: '入库', en: 'Put in' },
    path: 'stock',
    button: 'physicalPrize.stock',
    where: ['row', 'detail'],
    fixedInput: { type: codes.StockLogType.in },
    input: { qty: quantity, remark },
  },
  stockOut: {
    label: { zh: '出库', en: 'Take out' },
    path: 'stock',
    button: 'physicalPrize.stock',
    where: ['row', 'detail'],
    confirm: { zh: '确定从「{name}」的库存中出库吗？', en: 'Take some of “{name}” out of stock?' },
    fixedInput: { type: codes.StockLogType.out },
    input: { qty: quantity, remark },
  },
} as const satisfies ActionDefs;

/** Physical prize 实物奖品. Its numbers follow from its stock log, which alone changes them; what is available is the rest. */
export const prize = defineEntity({
  name: 'prize',
  table: 'act_prize',
  domain: 'prizes',
  label: { zh: '实物奖品', en: 'Physical prize' },
  base: '/act/crm/prize',
  page: 'physicalPrize',
  title: ['name', 'prizeNo'],
  calls: ['list', 'detail', 'add', 'update', 'batchDelete', 'enable', 'export'],
  fields: {
    prizeNo: f.text({ required: true, readonly: true, max: 12, pattern: /^PZ\d{4,10}$/, unique: 'ever' }),
    ...f.bilingual('name', 'text', { required: true, min: 2, max: 40 }),
    category: f.dict('PrizeCategory', { required: true, index: true, label: { zh: '类别', en: 'Category' } }),
    spec: f.text({ max: 40 }),
    images: f.images({ required: true, min: 1, max: 5, maxMb: 1, pixels: { width: 800, height: 800 } }),
    costFen: f.money({ required: true, min: 0, max: dearest }),
    marketPriceFen: f.money({ required: true, min: 0 }),
    forSale: f.flag({
      required: true,
      default: 0,
      label: { zh: '商城售卖', en: 'Sold in the mall' },
      help: { zh: '按市场价在商城售卖', en: 'At the market price' },
    }),
    stock: f.int({
      required: true,
      fixed: true,
      min: 0,
      max: most,
      label: { zh: '库存总量', en: 'Stock' },
      help: {
        zh: '含已预留和已发出的；以后只能入库或出库',
        en: 'With what is reserved and sent. Later only by putting in and taking out.',
      },
    }),
    reserved: f.int({ ...count, label: { zh: '已预留', en: 'Reserved' } }),
    sent: f.int({ ...count, label: { zh: '已发出', en: 'Sent' } }),
    /** The database computes it. */
    available: f.int({ readonly: true, index: true, label: { zh: '可用库存', en: 'Available' } }),
    deliveryMode: f.dict('DeliveryMode', { required: true, default: codes.DeliveryMode.express }),
    weightG: f.int({ min: 1, max: 100_000, unit: 'g' }),
    warnStock: f.int({
      default: 10,
      min: 0,
      max: most,
      help: { zh: '可用库存不高于此数时标出', en: 'Marked when no more than this is available' },
    }),
    description: f.richText({ max: 5_000, label: { zh: '说明', en: 'Description' } }),
    enabled: f.dict('EnableStatus', { required: true, default: 1 }),
  },
  list: {
    columns: [
      'name',
      'prizeNo',
      'images',
      'category',
      'spec',
      'enabled',
      'available',
      'stock',
      'reserved',
      'sent',
      'costFen',
      'marketPriceFen',
      'deliveryMode',
      'updateTime',
    ],
    identity: ['name', 'prizeNo'],
    decides: ['available'],
    filters: { name: 'like', prizeNo: 'eq', category: 'eq', enabled: 'eq', available: 'range' },
    keyword: { eq: ['prizeNo'], like: ['name'], label: { zh: '奖品编号或名称', en: 'Prize no. or name' } },
    also: ['warnStock'],
    order: 'createTime desc',
  },
  form: [
    {
      title: { zh: '奖品', en: 'Prize' },
      fields: ['name', 'nameEn', 'category', 'spec', 'images', 'description', 'enabled'],
    },
    { title: { zh: '价值', en: 'Value' }, fields: ['costFen', 'marketPriceFen', 'forSale'] },
    {
      title: { zh: '库存与发放', en: 'Stock and delivery' },
      fields: ['stock', 'warnStock', 'deliveryMode', 'weightG'],
    },
  ],
  detail: [
    {
      title: { zh: '奖品', en: 'Prize' },
      fields: [
        'prizeNo',
        'name',
        'nameEn',
        'category',
        'spec',
        'costFen',
        'marketPriceFen',
        'forSale',
        'enabled',
        'images',
      ],
    },
    {
      title: { zh: '库存与发放', en: 'Stock and delivery' },
      fields: ['available', 'stock', 'reserved', 'sent', 'warnStock', 'deliveryMode', 'weightG'],
    },
    { title: { zh: '说明', en: 'Description' }, fields: ['description', 'createTime', 'updateTime'] },
  ],
  machines: { enabled: 'SM-Enable' },
  actions: stockActions,
  rules: [
    ({ forSale, marketPriceFen }: Row) =>
      Number(forSale) === 1 && Number(marketPriceFen) === 0
        ? { field: 'marketPriceFen', text: { zh: '商城售卖的奖品须有价格', en: 'What is sold has a price' } }
        : undefined,
    (row: Row) => (Number(row['marketPriceFen']) > dearest ? { field: 'marketPriceFen', code: 6011 } : undefined),
  ],
  choosable: { enabled: [1] },
  exportLimit: 10_000,
});
