import { useState, type ReactNode } from 'react';
import { textOf, type EntityRow } from '../../entity-ui/model.ts';
import { curveFields, CurveView } from './CurveView.tsx';

/** What the battery measured over time. */
export default function CurveTab({ row }: { readonly row: EntityRow }): ReactNode {
  const [until] = useState(Date.now);
  return (
    <CurveView path="/veh/crm/battery/curve" batterySn={textOf(row['batterySn'])} until={until} fields={curveFields} />
  );
}
