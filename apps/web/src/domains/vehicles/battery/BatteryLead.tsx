import type { ReactNode } from 'react';
import type { RowOf } from '@wheelhouse/entities/rows';
import { protectionFlags } from '@wheelhouse/contract/device/fields';
import { usePick } from '../../../i18n/lang.ts';
import { Section } from '../../../ui/Layout.tsx';
import { StatusTag } from '../../../ui/Values.tsx';
import { Figures, percentTone } from '../../../blocks/Figures.tsx';
import { useVehicleTexts } from '../texts.ts';
import { Cells } from './Cells.tsx';
import { useBatteryTexts } from './texts.ts';

const numberOf = (value: unknown): number | null => (typeof value === 'number' ? value : null);

/** The protections that act now, by name. */
function Protections({ bits }: { readonly bits: number | null }): ReactNode {
  const texts = useBatteryTexts();
  const pick = usePick();
  if (bits === null) return null;
  const acting = protectionFlags.filter((_, at) => (bits >> at) & 1);
  return (
    <p className="ov-faults">
      <span className="wh-faint">{texts('protections')}</span>
      {acting.length === 0 ? <StatusTag color="success">{texts('noProtection')}</StatusTag> : null}
      {acting.map((flag) => (
        <StatusTag key={flag.en} color="danger">
          {pick(flag)}
        </StatusTag>
      ))}
    </p>
  );
}

/** Measured values at a glance, then the cells. */
export default function BatteryLead({ row }: { readonly row: RowOf<'battery'> }): ReactNode {
  const texts = useVehicleTexts();
  const own = useBatteryTexts();
  const [soc, soh] = [numberOf(row.soc), numberOf(row.soh)];
  return (
    <div className="eu-stack">
      <Section>
        <Figures
          figures={[
            { key: 'soc', label: texts('charge'), value: soc, unit: '%', of: 100, tone: percentTone(soc, 30, 15) },
            { key: 'soh', label: texts('health'), value: soh, unit: '%', of: 100, tone: percentTone(soh, 80, 70) },
            { key: 'cycles', label: texts('cycles'), value: numberOf(row.cycleCount), unit: '' },
            { key: 'voltage', label: own('voltage'), value: numberOf(row.voltageV), unit: 'V', digits: 1 },
            { key: 'current', label: own('current'), value: numberOf(row.currentA), unit: 'A', digits: 1 },
            { key: 'hottest', label: texts('temperature'), value: numberOf(row.tempMaxC), unit: '°C', digits: 1 },
            { key: 'coldest', label: own('lowestTemp'), value: numberOf(row.tempMinC), unit: '°C', digits: 1 },
          ]}
        />
        <Protections bits={numberOf(row.protection)} />
      </Section>
      {row.seriesCount === null && row.cellsMv === null ? null : <Cells row={row} />}
    </div>
  );
}
