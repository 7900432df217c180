import type { ReactNode } from 'react';
import { blindBoxOrder } from '@wheelhouse/entities/orders/blind-box-order';
import { boxRefund } from '@wheelhouse/entities/orders/box-refund';
import { plain } from '@wheelhouse/entities/reading';
import { EntityListPage } from '../../entity-ui/list/EntityListPage.tsx';
import { usePage } from '../../routing/page.ts';
import { blindBoxOrderOverride } from './boxes/blindBoxOrder.override.tsx';
import { boxRefundOverride } from './boxes/boxRefund.override.tsx';

const [orders, refunds] = [plain(blindBoxOrder), plain(boxRefund)];

/** Orders of blind boxes; their refunds have a list of their own. */
export default function BlindBoxOrders(): ReactNode {
  return usePage().search.get('view') === 'refund' ? (
    <EntityListPage key="refunds" entity={refunds} override={boxRefundOverride} />
  ) : (
    <EntityListPage key="orders" entity={orders} override={blindBoxOrderOverride} />
  );
}
