import type { ReactNode } from 'react';
import type { RowOf } from '@wheelhouse/entities/rows';
import Comparison from '../../sap/Comparison.tsx';
import { useSapTexts } from '../../sap/texts.ts';
import { EmptyState } from '../../../ui/States.tsx';

/** What SAP has on record of a vehicle, beside ours. SAP knows vehicles by VIN. */
export default function SapTab({ row }: { readonly row: RowOf<'vehicle'> }): ReactNode {
  const texts = useSapTexts();
  const { vin } = row;
  return typeof vin === 'string' && vin !== '' ? <Comparison vin={vin} /> : <EmptyState title={texts('noVin')} />;
}
