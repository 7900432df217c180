import { plain } from '@wheelhouse/entities/registry';
import type { RowOf } from '@wheelhouse/entities/rows';
import { simCard } from '@wheelhouse/entities/sim/sim-card';
import type { ReactNode } from 'react';
import { RelatedList } from '../../entity-ui/related/RelatedList.tsx';
import { EmptyState } from '../../ui/States.tsx';
import { LiveState } from './Live.tsx';
import { simCardOverride } from './simCard.override.tsx';
import { useSimTexts } from './texts.ts';
import Usage from './Usage.tsx';

const entity = plain(simCard);
const without = ['vin', 'imei', 'imsi', 'realNameStatus', 'poolId', 'activateTime'];

/** The card of a vehicle: its state here and at its carrier, and what it has used. */
export default function VehicleTab({ row: { iccid, imei } }: { readonly row: RowOf<'vehicle'> }): ReactNode {
  const words = useSimTexts();
  if (typeof iccid !== 'string' || iccid === '') return <EmptyState title={words('noCard')} />;
  return (
    <div className="eu-stack">
      <RelatedList entity={entity} override={simCardOverride} fixed={{ iccid }} without={without} readOnly={false} />
      <LiveState row={{ iccid, imei }} />
      <Usage row={{ iccid }} />
    </div>
  );
}
