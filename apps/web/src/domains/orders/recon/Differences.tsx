import type { ReactNode } from 'react';
import { reconItem } from '@wheelhouse/entities/orders/recon-item';
import { plain } from '@wheelhouse/entities/registry';
import type { RowOf } from '@wheelhouse/entities/rows';
import { RelatedList } from '../../../entity-ui/related/RelatedList.tsx';
import { reconItemOverride } from './reconItem.override.tsx';

const ofTheDay = ['reconId', 'billDate', 'payChannel'];

/** The differences of a day, to be decided here. */
export default function Differences({ row }: { readonly row: RowOf<'recon'> }): ReactNode {
  return (
    <RelatedList
      entity={plain(reconItem)}
      override={reconItemOverride}
      fixed={{ reconId: row.id }}
      without={ofTheDay}
      readOnly={false}
    />
  );
}
