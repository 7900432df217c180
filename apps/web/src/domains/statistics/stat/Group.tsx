import type { ChartKind, Part } from '@wheelhouse/entities/statistics/define';
import { useState, type ReactNode } from 'react';
import { useCall } from '../../../api/query.ts';
import { usePick } from '../../../i18n/lang.ts';
import { Section } from '../../../ui/Layout.tsx';
import { Segments } from '../../../ui/Segments.tsx';
import { PendingState } from '../../../ui/States.tsx';
import { WhenNear } from '../../../ui/WhenNear.tsx';
import { choicesOf } from './arranged.ts';
import { Areas } from './Areas.tsx';
import { Bars } from './Bars.tsx';
import { Scatter } from './Scatter.tsx';
import { Grid } from './Grid.tsx';
import { Tree } from './Tree.tsx';
import { PartTitle } from './PartTitle.tsx';
import { bodyOf, pathsOf } from './question.ts';
import type { Shown } from './shown.ts';

const waitHeight = 240;
/** How a kind of chart is shown, where it is none of bars. */
const views: Partial<Record<ChartKind, typeof Bars | typeof Areas>> = { map: Areas, sunburst: Tree, scatter: Scatter };

function Loaded({
  call,
  by,
  part,
  ...shown
}: Shown & { readonly call: string; readonly by: string; readonly part: Part }): ReactNode {
  const { data, error, refetch } = useCall(
    pathsOf(shown.statistic).group(call),
    { query: bodyOf(shown.asked), by },
    { inlineErrors: true, keepPrevious: true },
  );
  if (data === undefined) return <PendingState small error={error} onRetry={() => void refetch()} />;
  if (part.chart === 'heat' || part.chart === 'matrix') return <Grid part={part} rows={data.rows} {...shown} />;
  const View = views[part.chart] ?? Bars;
  return <View part={part} rows={data.rows} totals={data.cards} {...shown} />;
}

/** Numbers by one or two dimensions, asked for when they are about to be seen; where there are several of a place, the chosen one. */
export function Group({
  by: first,
  part: usual,
  ...of
}: Shown & { readonly call: string; readonly by: string; readonly part: Part }): ReactNode {
  const pick = usePick();
  const choices = choicesOf(of.statistic, first);
  const [by, choose] = useState(first);
  const part = choices.find(([key]) => key === by)?.[1] ?? usual;
  const options = choices.map(([key, { choice, title }]) => ({ key, label: pick(choice?.label ?? title) }));
  return (
    <Section
      title={<PartTitle {...of} text={part.title} />}
      extra={
        options.length > 1 ? (
          <Segments label={pick(usual.title)} options={options} value={by} onChange={choose} />
        ) : part.note === undefined ? undefined : (
          <span className="wh-faint">{pick(part.note)}</span>
        )
      }
    >
      <WhenNear height={waitHeight}>
        <Loaded key={by} by={by} part={part} {...of} />
      </WhenNear>
    </Section>
  );
}
