import { codes } from '../codes.ts';
import { defineEntity } from '../define.ts';
import { f, type Row } from '../fields.ts';
import { ordersMachines } from '../machines/orders.ts';
import { orderActions } from './goods-order-actions.ts';
import {
  buyerFields,
  clientOsField,
  closeFields,
  finishTimeField,
  kindField,
  money,
  orderNoField,
  paymentFields,
  paymentShown,
  refundStatusField,
} from './order-fields.ts';

const { toPay } = ordersMachines['SM-Order'].states;
const { GoodsType: type, InvoiceStatus: invoice } = codes;
const readonly = true;

const sells =
  (goods: number) =>
  (row: Row): boolean =>
    Number(row['goodsType']) === goods;
const isTheme = sells(type.theme);
const isPhysical = sells(type.physical);
const isGoods = (row: Row): boolean => Number(row['kind'] ?? codes.OrderKind.goods) === codes.OrderKind.goods;
const hasInvoice = (row: Row): boolean => Number(row['invoiceStatus']) !== invoice.none;
const wasReversed = (row: Row): boolean => (row['redInvoiceNo'] ?? null) !== null;
/** To a place, where it is sent. */
const sent = { readonly, visible: isPhysical } as const;

/**
 * Order of goods 商品订单: a theme, a sound or mall goods, from the app, with its payment, delivery and invoice. Amounts are fen. All kinds of orders share the
 * table, and with it payment, refunds and sums.
 */
export const goodsOrder = defineEntity({
  name: 'goodsOrder',
  table: 'ord_order',
  domain: 'orders',
  label: { zh: '商品订单', en: 'Order' },
  base: '/order/crm/goodsOrder',
  page: 'orderList',
  title: ['orderNo', 'goodsName'],
  fixedValues: { kind: codes.OrderKind.goods },
  calls: ['list', 'detail', 'export', 'import', 'importTemplate'],
  callPaths: { import: 'importShip', importTemplate: 'importShipTemplate' },
  buttons: { import: 'orderList.importShip', importTemplate: 'orderList.importShip' },
  importColumns: ['orderNo', 'expressCompany', 'expressNo'],
  fields: {
    orderNo: orderNoField(/^GO\d{20}$/),
    kind: kindField(codes.OrderKind.goods),
    /** Rows of the other kind share the table and have none. */
    goodsType: f.dict('GoodsType', { required: true, readonly, index: true, visible: isGoods }),
    themeId: f.ref('appTheme', {
      readonly,
      index: true,
      visible: isTheme,
      label: { zh: '主题', en: 'Theme' },
    }),
    prizeId: f.ref('prize', {
      readonly,
      index: true,
      visible: isPhysical,
      label: { zh: '实物商品', en: 'Mall goods' },
    }),
    /** As it was when it was ordered. */
    goodsName: f.text({ required: true, readonly, max: 40, label: { zh: '商品', en: 'Goods' } }),
    goodsSpec: f.text({ readonly, max: 40, label: { zh: '规格', en: 'Spec' } }),
    qty: f.int({ required: true, readonly, min: 1, max: 99 }),
    ...buyerFields,
    vehicleId: f.ref('vehicle', { readonly, index: true, label: { zh: '车辆', en: 'Vehicle' } }),
    vin: f.lookup('vehicleId', 'vin'),
    clientOs: clientOsField,
    unitPriceFen: f.money(money),
    ...paymentFields,
    orderStatus: f.dict('OrderStatus', { required: true, readonly, default: toPay, index: true }),
    refundStatus: refundStatusField,
    grantFailed: f.flag({
      required: true,
      readonly,
      default: 0,
      visible: isTheme,
      label: { zh: '发放失败', en: 'Not granted' },
    }),
    grantTime: f.instant({ readonly, visible: isTheme, label: { zh: '发放时间', en: 'Granted at' } }),
    ...closeFields,
    receiver: f.private('name', sent),
    receiverMobile: f.private('mobile', { ...sent, label: { zh: '收件手机', en: "Receiver's mobile" } }),
    provinceId: f.area(1, sent),
    cityId: f.area(2, { ...sent, parent: 'provinceId' }),
    districtId: f.area(3, { ...sent, parent: 'cityId' }),
    address: f.private('address', sent),
    expressCompany: f.dict('ExpressCompany', { visible: isPhysical }),
    expressNo: f.text({ max: 24, index: true, visible: isPhysical }),
    /** Where its parcel is, as the express service says. */
    expressState: f.computed(f.dict('ExpressState'), { visible: isPhysical, label: { zh: '快递状态', en: 'Parcel' } }),
    shipTime: f.instant({ ...sent, label: { zh: '发货时间', en: 'Shipped at' } }),
    finishTime: finishTimeField,
    invoiceStatus: f.dict('InvoiceStatus', {
      label: { zh: '发票', en: 'Invoice' },
      required: true,
      readonly,
      default: invoice.none,
      index: true,
    }),
    invoiceTitle: f.text({ readonly, max: 100, visible: hasInvoice, label: { zh: '发票抬头', en: 'Invoice title' } }),
    taxNo: f.text({ readonly, max: 20, visible: hasInvoice, label: { zh: '税号', en: 'Tax no.' } }),
    invoiceEmail: f.private('mobile', {
      readonly,
      visible: hasInvoice,
      label: { zh: '收票邮箱', en: 'Invoice e-mail' },
    }),
    invoiceNo: f.text({ readonly, max: 20, visible: hasInvoice, label: { zh: '发票号码', en: 'Invoice no.' } }),
    redInvoiceNo: f.text({
      readonly,
      max: 20,
      visible: wasReversed,
      label: { zh: '红字发票号码', en: 'Red-letter invoice no.' },
    }),
    redInvoiceTime: f.instant({
      readonly,
      visible: wasReversed,
      label: { zh: '红冲时间', en: 'Reversed at' },
    }),
    invoiceFile: f.file({
      readonly,
      biz: 'evidence',
      maxMb: 5,
      visible: hasInvoice,
      label: { zh: '发票文件', en: 'Invoice file' },
    }),
  },
  list: {
    columns: [
      'orderNo',
      'goodsName',
      'orderStatus',
      'refundStatus',
      'goodsType',
      'qty',
      'userId',
      'mobile',
      'vehicleId',
      'totalFen',
      'discountFen',
      'payFen',
      'payChannel',
      'payIssue',
      'suspenseFen',
      'expressState',
      'invoiceStatus',
      'createTime',
      'payTime',
    ],
    identity: ['orderNo', 'goodsName'],
    decides: ['payFen'],
    filters: {
      orderNo: 'eq',
      mobile: 'eq',
      vin: 'eq',
      goodsType: 'eq',
      goodsName: 'like',
      orderStatus: 'in',
      refundStatus: 'eq',
      payChannel: 'eq',
      clientOs: 'eq',
      createTime: 'range',
      payTime: 'range',
      payFen: 'range',
      payIssue: 'eq',
      suspenseFen: 'range',
      expressState: 'in',
      invoiceStatus: 'eq',
      grantFailed: 'eq',
    },
    hiddenFilters: { userId: 'eq', vehicleId: 'eq', themeId: 'eq', prizeId: 'eq', channelTradeNo: 'eq' },
    counters: 'orderStatus',
    keyword: {
      eq: ['orderNo', 'channelTradeNo', 'expressNo'],
      like: [],
      label: { zh: '订单号 / 渠道交易号 / 快递单号', en: 'Order, channel or express no.' },
    },
    order: 'createTime desc',
    also: ['refundedFen', 'grantFailed'],
  },
  detail: [
    {
      title: { zh: '商品', en: 'Goods' },
      fields: [
        'orderNo',
        'orderStatus',
        'goodsType',
        'goodsName',
        'goodsSpec',
        'themeId',
        'prizeId',
        'unitPriceFen',
        'qty',
        'grantFailed',
        'grantTime',
      ],
    },
    {
      title: { zh: '金额与支付', en: 'Money' },
      fields: ['totalFen', ...paymentShown],
    },
    { title: { zh: '用户', en: 'User' }, fields: ['userId', 'mobile', 'vehicleId', 'vin', 'clientOs', 'createTime'] },
    {
      title: { zh: '收货', en: 'Delivery' },
      fields: [
        'receiver',
        'receiverMobile',
        'provinceId',
        'cityId',
        'districtId',
        'address',
        'expressCompany',
        'expressNo',
        'expressState',
        'shipTime',
        'finishTime',
      ],
    },
    {
      title: { zh: '发票', en: 'Invoice' },
      fields: [
        'invoiceStatus',
        'invoiceTitle',
        'taxNo',
        'invoiceEmail',
        'invoiceNo',
        'invoiceFile',
        'redInvoiceNo',
        'redInvoiceTime',
      ],
    },
  ],
  scope: { city: 'userId.cityId' },
  machines: { orderStatus: 'SM-Order' },
  actions: orderActions,
  exportLimit: 50_000,
});
