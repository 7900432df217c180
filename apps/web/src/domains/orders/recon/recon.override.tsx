import type { ReactNode } from 'react';
import type { RowOf } from '@wheelhouse/entities/rows';
import { defineOverride } from '../../../entity-ui/override.ts';
import { Section } from '../../../ui/Layout.tsx';
import { part } from '../../../ui/part.tsx';
import { DataTable } from '../../../ui/table/DataTable.tsx';
import { formatNumber } from '../../../ui/format.ts';
import { Money } from '../../../ui/Values.tsx';
import { reconTexts, useReconTexts } from './texts.ts';

type RowProps = { readonly row: RowOf<'recon'> };

const Differences = part(() => import('./Differences.tsx'));

interface Side {
  readonly key: 'count' | 'net' | 'fees';
  readonly ours: number;
  readonly theirs: number;
}

const shown = ({ key }: Side, value: number): ReactNode =>
  key === 'count' ? formatNumber(value) : <Money fen={value} />;

/** What the platform and the channel say of the day, side by side. */
function BothSides({ row }: RowProps): ReactNode {
  const texts = useReconTexts();
  const sides: readonly Side[] = [
    { key: 'count', ours: row.ourCount, theirs: row.channelCount },
    { key: 'net', ours: row.ourFen, theirs: row.channelFen },
    { key: 'fees', ours: row.ourFeeFen, theirs: row.channelFeeFen },
  ];
  const amounts = { align: 'end', num: true, width: 120 } as const;
  return (
    <Section title={texts('sides')}>
      <DataTable
        label={texts('sides')}
        dense
        rows={sides}
        rowKey={({ key }) => key}
        columns={[
          { key: 'what', label: texts('sum'), head: true, render: ({ key }) => texts(key) },
          { key: 'ours', label: texts('platform'), ...amounts, render: (side) => shown(side, side.ours) },
          { key: 'theirs', label: texts('channel'), ...amounts, render: (side) => shown(side, side.theirs) },
          { key: 'more', label: texts('more'), ...amounts, render: (side) => shown(side, side.theirs - side.ours) },
        ]}
      />
    </Section>
  );
}

/** Days of channels: both sides of each, and what they do not say alike. */
export const reconOverride = defineOverride('recon', {
  view: 'recon',
  lead: BothSides,
  tabs: [{ key: 'items', label: reconTexts.items, component: Differences }],
});

export { reconOverride as default };
