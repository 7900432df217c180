import type { ReactNode } from 'react';
import type { RowOf } from '@wheelhouse/entities/rows';
import { protectionFlags } from '@wheelhouse/contract/device/fields';
import { usePick } from '../../i18n/lang.ts';
import { Section } from '../../ui/Layout.tsx';
import { StatusTag } from '../../ui/Values.tsx';
import { Gauge, percentTone } from '../gauge.tsx';
import { useOwnTexts } from '../texts.ts';
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
  const texts = useOwnTexts();
  const own = useBatteryTexts();
  const [soc, soh] = [numberOf(row.soc), numberOf(row.soh)];
  const [voltage, hottest] = [numberOf(row.voltageV), numberOf(row.tempMaxC)];
  const rated = numberOf(row.ratedVoltageV) ?? 60;
  const capacity = numberOf(row.ratedCapacityAh) ?? 30;
  return (
    <div className="eu-stack">
      <Section extra={row.charging === 1 ? <StatusTag color="primary">{own('charging')}</StatusTag> : undefined}>
        <div className="ov-gauges">
          <Gauge label={texts('charge')} value={soc} max={100} unit="%" tone={percentTone(soc, 30, 15)} />
          <Gauge label={texts('health')} value={soh} max={100} unit="%" tone={percentTone(soh, 80, 70)} />
          <Gauge label={own('voltage')} value={voltage} max={rated * 1.25} unit="V" digits={1} />
          <Gauge label={own('current')} value={numberOf(row.currentA)} max={capacity} unit="A" digits={1} />
          <Gauge
            label={texts('temperature')}
            value={hottest}
            max={80}
            unit="°C"
            digits={1}
            tone={(hottest ?? 0) > 55 ? 'danger' : 'primary'}
          />
          <Gauge label={own('lowestTemp')} value={numberOf(row.tempMinC)} max={80} unit="°C" digits={1} />
          <Gauge label={texts('cycles')} value={numberOf(row.cycleCount)} max={1500} unit="" />
        </div>
        <Protections bits={numberOf(row.protection)} />
      </Section>
      {row.seriesCount === null && row.cellsMv === null ? null : <Cells row={row} />}
    </div>
  );
}
