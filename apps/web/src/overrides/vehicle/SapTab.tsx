import type { ReactNode } from 'react';
import type { EntityRow } from '../../entity-ui/model.ts';
import Comparison from '../sap/Comparison.tsx';
import { useSapTexts } from '../sap/texts.ts';
import { EmptyState } from '../../ui/States.tsx';

/** What SAP has on record of a vehicle, beside ours. SAP knows vehicles by VIN. */
export default function SapTab({ row }: { readonly row: EntityRow }): ReactNode {
  const texts = useSapTexts();
  const { vin } = row;
  return typeof vin === 'string' && vin !== '' ? <Comparison vin={vin} /> : <EmptyState title={texts('noVin')} />;
}
