import { prizeStockLog } from '@wheelhouse/entities/prizes/prize-stock-log';
import { plain } from '@wheelhouse/entities/registry';
import type { RowOf } from '@wheelhouse/entities/rows';
import type { ReactNode } from 'react';
import { RelatedList } from '../../../entity-ui/related/RelatedList.tsx';

/** Every movement of the prize's stock, the newest first. */
export default function Movements({ row }: { readonly row: RowOf<'prize'> }): ReactNode {
  return <RelatedList entity={plain(prizeStockLog)} fixed={{ prizeId: row.id }} without={['prizeId']} />;
}
