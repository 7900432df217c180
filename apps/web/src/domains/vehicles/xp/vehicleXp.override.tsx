import type { ReactNode } from 'react';
import type { RowOf } from '@wheelhouse/entities/rows';
import { plain } from '@wheelhouse/entities/registry';
import { vehicleXp } from '@wheelhouse/entities/vehicles/vehicle-xp';
import { xpSyncLog } from '@wheelhouse/entities/vehicles/xp-sync-log';
import { FieldValue } from '../../../entity-ui/cells/index.tsx';
import { textOf } from '../../../entity-ui/model.ts';
import { RelatedList } from '../../../entity-ui/related/RelatedList.tsx';
import { type CellPropsOf, defineOverride } from '../../../entity-ui/override.ts';
import { part } from '../../../ui/part.tsx';
import { XpSource } from './XpSource.tsx';

const LivePanel = part(() => import('./LivePanel.tsx'));

/** The state of the sync, with what went wrong in reach. */
function SyncCell({ row, name, place }: CellPropsOf<'vehicleXp'>): ReactNode {
  const problem = textOf(row.syncError);
  return (
    <span title={problem === '' ? undefined : problem}>
      <FieldValue entity={plain(vehicleXp)} name={name} row={row} place={place} />
    </span>
  );
}

const LogTab = ({ row }: { readonly row: RowOf<'vehicleXp'> }): ReactNode => (
  <RelatedList entity={plain(xpSyncLog)} fixed={{ vehicleXpId: row.id }} />
);

const xpOverride = defineOverride('vehicleXp', {
  cell: { syncStatus: SyncCell },
  actions: XpSource,
  lead: LivePanel,
  tabs: [{ key: 'log', label: { zh: '同步日志', en: 'Sync log' }, component: LogTab }],
});

export { xpOverride as default };
