import { lazy, type ReactNode } from 'react';
import { plain } from '@wheelhouse/entities/registry';
import { battery } from '@wheelhouse/entities/vehicles/battery';
import { batteryBinding } from '@wheelhouse/entities/vehicles/battery-binding';
import type { EntityRow } from '../../entity-ui/model.ts';
import { RelatedList } from '../../entity-ui/related/RelatedList.tsx';
import { Section } from '../../ui/Layout.tsx';
import type { Override } from '../define.ts';
import { Facts } from '../Facts.tsx';
import { Gauge, percentTone } from '../gauge.tsx';
import { texts, useOwnWords } from '../texts.ts';
import { batteryOverride } from './battery.tsx';

type RowProps = { readonly row: EntityRow };
const CurveTab = lazy(() => import('./CurveTab.tsx'));
const entity = plain(battery);
const numberOf = (value: unknown): number | null => (typeof value === 'number' ? value : null);

/** Measured values at a glance. */
function BatteryLead({ row }: RowProps): ReactNode {
  const words = useOwnWords();
  const [soc, soh] = [numberOf(row['soc']), numberOf(row['soh'])];
  return (
    <Section>
      <div className="ov-gauges">
        <Gauge label={words('charge')} value={soc} max={100} unit="%" tone={percentTone(soc, 30, 15)} />
        <Gauge label={words('health')} value={soh} max={100} unit="%" tone={percentTone(soh, 80, 70)} />
        <Gauge label={words('cycles')} value={numberOf(row['cycleCount'])} max={1500} unit="" />
        <Gauge
          label={words('temperature')}
          value={numberOf(row['tempMaxC'])}
          max={80}
          unit="℃"
          digits={1}
          tone={(numberOf(row['tempMaxC']) ?? 0) > 55 ? 'danger' : 'primary'}
        />
      </div>
    </Section>
  );
}

const BatteryFacts = ({ row }: RowProps): ReactNode => (
  <Facts
    entity={entity}
    override={batteryOverride}
    row={row}
    names={['batteryType', 'model', 'vehicleId', 'soh', 'lastReportTime']}
  />
);

const BindingsTab = ({ row }: RowProps): ReactNode => (
  <RelatedList entity={plain(batteryBinding)} fixed={{ batteryId: row.id }} without={['batterySn']} />
);

export const batteryDetailOverride: Override = {
  ...batteryOverride,
  facts: BatteryFacts,
  lead: BatteryLead,
  tabs: [
    { key: 'curve', label: texts.curve, component: CurveTab },
    { key: 'bindings', label: texts.bindings, code: 'batteryHistory.query', component: BindingsTab },
  ],
};
