import type { ReactNode } from 'react';
import { goodsOrder } from '@wheelhouse/entities/orders/goods-order';
import { refund } from '@wheelhouse/entities/orders/refund';
import { plain } from '@wheelhouse/entities/reading';
import { EntityListPage } from '../../entity-ui/list/EntityListPage.tsx';
import { usePage } from '../../routing/page.ts';
import { goodsOrderOverride } from './goods/goodsOrder.override.tsx';
import { refundOverride } from './refund/refund.override.tsx';

const [orders, refunds] = [plain(goodsOrder), plain(refund)];

/** Orders of goods; refunds have a list of their own. */
export default function OrderList(): ReactNode {
  return usePage().search.get('view') === 'refund' ? (
    <EntityListPage key="refunds" entity={refunds} override={refundOverride} />
  ) : (
    <EntityListPage key="orders" entity={orders} override={goodsOrderOverride} />
  );
}
