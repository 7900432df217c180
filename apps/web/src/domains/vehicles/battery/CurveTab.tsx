import { useState, type ReactNode } from 'react';
import type { RowOf } from '@wheelhouse/entities/rows';
import { textOf } from '../../../entity-ui/model.ts';
import { curveFields, CurveView } from './CurveView.tsx';

/** What the battery measured over time. */
export default function CurveTab({ row }: { readonly row: RowOf<'battery'> }): ReactNode {
  const [until] = useState(Date.now);
  return (
    <CurveView path="/veh/crm/battery/curve" batterySn={textOf(row.batterySn)} until={until} fields={curveFields} />
  );
}
