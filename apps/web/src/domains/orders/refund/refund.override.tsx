import { plain } from '@wheelhouse/entities/registry';
import { refund } from '@wheelhouse/entities/orders/refund';
import { defineOverride } from '../../../entity-ui/override.ts';
import { OrderNav } from '../goods/OrderNav.tsx';
import { RefundCourse } from './RefundCourse.tsx';

const entity = plain(refund);

/** Refunds of all orders that one may see, with their own steps. */
export const refundOverride = defineOverride('refund', {
  view: 'refund',
  nav: () => (
    <div>
      <OrderNav list="refunds" />
    </div>
  ),
  lead: ({ row }) => <RefundCourse entity={entity} row={row} />,
});

export { refundOverride as default };
