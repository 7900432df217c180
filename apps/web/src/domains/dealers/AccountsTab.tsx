import type { ReactNode } from 'react';
import type { RowOf } from '@wheelhouse/entities/rows';
import { dealerUser } from '@wheelhouse/entities/access/dealer-user';
import { plain } from '@wheelhouse/entities/registry';
import { RelatedList } from '../../entity-ui/related/RelatedList.tsx';
import { dealerAccountOverride } from '../access/accounts/dealerUser.override.tsx';

/** Who signs in to the console for the dealer. */
export default function AccountsTab({ row }: { readonly row: RowOf<'dealer'> }): ReactNode {
  return (
    <RelatedList
      entity={plain(dealerUser)}
      override={dealerAccountOverride}
      fixed={{ dealerId: row.id }}
      without={['dealerId', 'dealerType']}
    />
  );
}
