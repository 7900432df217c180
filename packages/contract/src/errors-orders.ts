import type { Text } from './lang.ts';

/** Refusals of orders, payments and refunds (catalogue, chapter 10). */
export const ordersErrors = {
  7001: { zh: '已开盒订单不支持退款', en: 'Opened boxes cannot be refunded' },
  7002: { zh: '虚拟商品使用超过24小时，需选择特殊原因', en: 'Used for more than 24 hours: needs an exception reason' },
  7003: { zh: '缺少收货地址', en: 'No address' },
  7004: { zh: '存在处理中的退款', en: 'A refund is in progress' },
  7005: { zh: '退款金额超过可退金额{n}元', en: 'At most {n} yuan can be refunded' },
  7006: { zh: '苹果支付订单请用户向苹果申请退款', en: 'Apple refunds its own payments: the user asks there' },
  7007: { zh: '零元订单无需退款', en: 'Nothing was paid' },
  7008: { zh: '没有待退回的异常款', en: 'No money of it is held' },
  7011: { zh: '购买人年龄不符合要求', en: 'The buyer’s age is not allowed' },
  7012: { zh: '盲盒库存不足', en: 'Not so many blind boxes left' },
  7013: { zh: '还有{n}个盲盒待支付，请稍后再结束', en: '{n} boxes are still to be paid: end it later' },
  7014: {
    zh: '还有{n}个盲盒未开，全部开完后可下载',
    en: '{n} boxes are not opened: once all are it can be downloaded',
  },
  7021: { zh: '结算单已确认，不可修改', en: 'The settlement is confirmed: it is not changed any more' },
  7022: {
    zh: '没有应付金额，不足零的部分结转至下期',
    en: 'Nothing is payable; what is below zero goes into the next settlement',
  },
} as const satisfies Record<number, Text>;
