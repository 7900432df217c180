import type { ReactNode } from 'react';
import { formatDay } from '@wheelhouse/contract';
import { textOf } from '../../../entity-ui/model.ts';
import { StatusTag } from '../../../ui/Values.tsx';
import { none } from '../../../ui/format.ts';
import { type CellPropsOf, defineOverride } from '../../../entity-ui/override.ts';
import { useVehicleTexts } from '../texts.ts';
import { useNow } from '../../../lib/useNow.ts';
import { ReportCell, SocCell } from '../../fleet/cells.tsx';
import { PendingNotice } from './PendingNotice.tsx';

/** Percent of health under which the maker pays, and under which a battery should go. */
const warrantyPercent = 80;
const replacePercent = 70;
const hourMs = 3_600_000;

/** Health, with what it calls for. */
export function SohCell({ value, row }: CellPropsOf<'battery'>): ReactNode {
  const texts = useVehicleTexts();
  const today = formatDay(new Date(useNow(hourMs)));
  const percent = Number(textOf(value) || Number.NaN);
  if (!Number.isFinite(percent)) return <span className="wh-faint">{none}</span>;
  const inWarranty = textOf(row.warrantyEnd) >= today;
  return (
    <span className="ov-inline">
      <span className="wh-num">{percent}%</span>
      {percent < replacePercent ? <StatusTag color="danger">{texts('replaceHint')}</StatusTag> : null}
      {percent < warrantyPercent && inWarranty ? <StatusTag color="warning">{texts('warrantyHint')}</StatusTag> : null}
    </span>
  );
}

export const batteryOverride = defineOverride('battery', {
  nav: () => <PendingNotice />,
  cell: { soc: SocCell, soh: SohCell, lastReportTime: ReportCell },
});

export { batteryOverride as default };
