import { useState, type ReactNode } from 'react';
import { useCall } from '../../../api/query.ts';
import { UsageChart } from '../UsageChart.tsx';
import { Section } from '../../../ui/Layout.tsx';
import { Segments } from '../../../ui/Segments.tsx';
import { EmptyState, PendingState } from '../../../ui/States.tsx';
import type { Shown } from './shown.ts';
import { useFlowTexts } from './texts.ts';

const dimensions = ['day', 'card', 'vehicle', 'model', 'pool'] as const;
type Dimension = (typeof dimensions)[number];
const nameOf = { day: 'byDay', card: 'byCard', vehicle: 'byVehicle', model: 'byModel', pool: 'byPool' } as const;
const tops = [10, 20, 50, 100, 500] as const;
type Top = (typeof tops)[number];

/** Usage over the days, or of the cards, vehicles, models or pools that use most. */
export function ChartSection({ shown: { from, to, only } }: { readonly shown: Shown }): ReactNode {
  const texts = useFlowTexts();
  const [dimension, setDimension] = useState<Dimension>('day');
  const [topN, setTopN] = useState<Top>(20);
  const { data, error, refetch } = useCall(
    '/veh/crm/simFlow/chart',
    { dimension, from, to, topN, ...only },
    { inlineErrors: true, keepPrevious: true },
  );
  return (
    <Section
      title={texts('chart')}
      extra={
        <>
          {dimension === 'day' ? null : (
            <Segments
              label={texts('top')}
              options={tops.map((key) => ({ key, label: key }))}
              value={topN}
              onChange={setTopN}
            />
          )}
          <Segments
            label={texts('dimension')}
            options={dimensions.map((key) => ({ key, label: texts(nameOf[key]) }))}
            value={dimension}
            onChange={setDimension}
          />
        </>
      }
    >
      {data === undefined ? (
        <PendingState small error={error} onRetry={() => void refetch()} />
      ) : data.length === 0 ? (
        <EmptyState title={texts('nothing')} />
      ) : (
        <UsageChart
          label={texts('chart')}
          rows={data}
          keyLabel={texts(nameOf[dimension])}
          as={dimension === 'day' ? 'lines' : 'ranks'}
        />
      )}
    </Section>
  );
}
