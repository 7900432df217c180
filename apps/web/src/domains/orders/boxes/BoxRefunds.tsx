import type { ReactNode } from 'react';
import { boxRefund } from '@wheelhouse/entities/orders/box-refund';
import { plain } from '@wheelhouse/entities/registry';
import type { RowOf } from '@wheelhouse/entities/rows';
import { RelatedList } from '../../../entity-ui/related/RelatedList.tsx';
import { besideOrder } from '../refund/Refunds.tsx';
import { boxRefundOverride } from './boxRefund.override.tsx';

/** The refunds of an order of blind boxes, the newest first. */
export default function BoxRefunds({ row }: { readonly row: RowOf<'blindBoxOrder'> }): ReactNode {
  return (
    <RelatedList
      entity={plain(boxRefund)}
      override={boxRefundOverride}
      fixed={{ blindBoxOrderId: row.id }}
      without={['blindBoxOrderId', ...besideOrder]}
    />
  );
}
