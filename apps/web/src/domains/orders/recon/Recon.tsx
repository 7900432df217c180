import { payNotice } from '@wheelhouse/entities/orders/pay-notice';
import { recon } from '@wheelhouse/entities/orders/recon';
import { reconItem } from '@wheelhouse/entities/orders/recon-item';
import { plain } from '@wheelhouse/entities/reading';
import { useMemo, type ComponentType, type ReactNode } from 'react';
import { EntityListPage } from '../../../entity-ui/list/EntityListPage.tsx';
import { usePage } from '../../../routing/page.ts';
import { payNoticeOverride } from './payNotice.override.tsx';
import { lists, ReconNav } from './ReconNav.tsx';
import { reconOverride } from './recon.override.tsx';
import { reconItemOverride } from './reconItem.override.tsx';
import './recon.css';

const entities = { recon: plain(recon), reconItem: plain(reconItem), payNotice: plain(payNotice) } as const;
const overrides = { recon: reconOverride, reconItem: reconItemOverride, payNotice: payNoticeOverride } as const;

/** Days of channels by their bills, the differences of all of them, and what the channels told. */
export default function Recon({ nav: Nav }: { readonly nav: ComponentType }): ReactNode {
  const view = usePage().search.get('view');
  const list = lists.find((one) => one === view) ?? 'recon';
  const override = useMemo(
    () => ({
      ...overrides[list],
      nav: (): ReactNode => (
        <div className="rc-nav">
          <Nav />
          <ReconNav list={list} />
        </div>
      ),
    }),
    [Nav, list],
  );
  return <EntityListPage key={list} entity={entities[list]} override={override} />;
}
