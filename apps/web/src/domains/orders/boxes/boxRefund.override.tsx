import { boxRefund } from '@wheelhouse/entities/orders/box-refund';
import { plain } from '@wheelhouse/entities/registry';
import { defineOverride } from '../../../entity-ui/override.ts';
import { OrderNav } from '../goods/OrderNav.tsx';
import { RefundCourse } from '../refund/RefundCourse.tsx';

const entity = plain(boxRefund);

/** Refunds of blind boxes, with their own steps. */
export const boxRefundOverride = defineOverride('boxRefund', {
  view: 'refund',
  nav: () => (
    <div>
      <OrderNav list="refunds" />
    </div>
  ),
  lead: ({ row }) => <RefundCourse entity={entity} row={row} />,
});

export { boxRefundOverride as default };
