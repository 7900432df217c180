import type { ReactNode } from 'react';
import type { EntityRow } from '../../entity-ui/model.ts';
import { MileageChart } from './MileageChart.tsx';
import { useMileageWords } from './texts.ts';

/** A vehicle's last thirty days, for its detail. */
export default function MileageTab({ row }: { readonly row: EntityRow }): ReactNode {
  const words = useMileageWords();
  return <MileageChart vehicleId={row.id} title={words('last30')} />;
}
