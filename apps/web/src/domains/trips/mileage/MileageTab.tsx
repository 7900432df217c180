import type { ReactNode } from 'react';
import type { RowOf } from '@wheelhouse/entities/rows';
import { MileageChart } from './MileageChart.tsx';
import { useMileageTexts } from './texts.ts';

/** A vehicle's last thirty days, for its detail. */
export default function MileageTab({ row }: { readonly row: RowOf<'vehicle'> }): ReactNode {
  const texts = useMileageTexts();
  return <MileageChart vehicleId={row.id} title={texts('last30')} />;
}
