import { recon } from '@wheelhouse/entities/orders/recon';
import { reconItem } from '@wheelhouse/entities/orders/recon-item';
import { plain } from '@wheelhouse/entities/reading';
import { useMemo, type ComponentType, type ReactNode } from 'react';
import { EntityListPage } from '../../../entity-ui/list/EntityListPage.tsx';
import { usePage } from '../../../routing/page.ts';
import { ReconNav } from './ReconNav.tsx';
import { reconOverride } from './recon.override.tsx';
import { reconItemOverride } from './reconItem.override.tsx';
import './recon.css';

const [days, items] = [plain(recon), plain(reconItem)];

/** Days of channels by their bills, and the differences of all of them. */
export default function Recon({ nav: Nav }: { readonly nav: ComponentType }): ReactNode {
  const list = usePage().search.get('view') === 'reconItem' ? 'reconItem' : 'recon';
  const nav = useMemo(
    () => (): ReactNode => (
      <div className="rc-nav">
        <Nav />
        <ReconNav list={list} />
      </div>
    ),
    [Nav, list],
  );
  const [ofDays, ofItems] = useMemo(
    () =>
      [
        { ...reconOverride, nav },
        { ...reconItemOverride, nav },
      ] as const,
    [nav],
  );
  return list === 'recon' ? (
    <EntityListPage key="recon" entity={days} override={ofDays} />
  ) : (
    <EntityListPage key="reconItem" entity={items} override={ofItems} />
  );
}
