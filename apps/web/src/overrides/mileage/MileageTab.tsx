import type { ReactNode } from 'react';
import type { EntityRow } from '../../entity-ui/model.ts';
import { MileageChart } from './MileageChart.tsx';
import { useMileageTexts } from './texts.ts';

/** A vehicle's last thirty days, for its detail. */
export default function MileageTab({ row }: { readonly row: EntityRow }): ReactNode {
  const texts = useMileageTexts();
  return <MileageChart vehicleId={row.id} title={texts('last30')} />;
}
