import { settlement } from '@wheelhouse/entities/orders/settlement';
import { plain } from '@wheelhouse/entities/reading';
import { useMemo, type ComponentType, type ReactNode } from 'react';
import { EntityListPage } from '../../../entity-ui/list/EntityListPage.tsx';
import { settlementOverride } from './settlement.override.tsx';

const entity = plain(settlement);

/** What partners are paid, month by month. */
export default function Settlements({ nav: Nav }: { readonly nav: ComponentType }): ReactNode {
  const override = useMemo(() => ({ ...settlementOverride, nav: () => <Nav /> }), [Nav]);
  return <EntityListPage entity={entity} override={override} />;
}
