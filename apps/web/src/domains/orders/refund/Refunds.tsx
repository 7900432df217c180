import type { ReactNode } from 'react';
import { refund } from '@wheelhouse/entities/orders/refund';
import { plain } from '@wheelhouse/entities/registry';
import type { RowOf } from '@wheelhouse/entities/rows';
import { RelatedList } from '../../../entity-ui/related/RelatedList.tsx';
import { refundOverride } from './refund.override.tsx';

/** Columns that the order shows itself. */
export const besideOrder = ['orderNo', 'payFen', 'userId', 'mobile', 'payChannel'];

/** The refunds of an order, the newest first. */
export default function Refunds({ row }: { readonly row: RowOf<'goodsOrder'> }): ReactNode {
  return (
    <RelatedList
      entity={plain(refund)}
      override={refundOverride}
      fixed={{ goodsOrderId: row.id }}
      without={['goodsOrderId', ...besideOrder]}
    />
  );
}
