import { plain } from '@wheelhouse/entities/registry';
import type { RowOf } from '@wheelhouse/entities/rows';
import { simOperation } from '@wheelhouse/entities/sim/sim-operation';
import type { ReactNode } from 'react';
import { RelatedList } from '../../entity-ui/related/RelatedList.tsx';

const entity = plain(simOperation);

/** What was asked of the carrier for a card. */
export default function Operations({ row }: { readonly row: RowOf<'simCard'> }): ReactNode {
  return <RelatedList entity={entity} fixed={{ simId: row.id }} without={['iccid', 'msisdn', 'carrier']} />;
}
