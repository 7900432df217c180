import { entityNamed } from '@wheelhouse/entities/registry';
import type { Cargo } from '../../prizes/express/service.ts';
import { logOrder } from '../log.ts';

/** Mall goods are sent, and received when they are signed for. */
export const orderCargo: Cargo = {
  arrival: {
    entity: entityNamed('goodsOrder'),
    field: 'orderStatus',
    action: 'receive',
    async effect(tx, orderId) {
      await logOrder(tx, { orderId, event: 'received' });
      return { finishTime: new Date() };
    },
  },
  link: { table: 'exp_parcel_order', column: 'order_id' },
  base: '/order/crm/goodsOrder',
  page: 'orderList',
  called: { zh: '订单', en: 'An order' },
};
