import type { Part } from '@wheelhouse/entities/statistics/define';
import type { ReactNode } from 'react';
import { useCall } from '../../../api/query.ts';
import { usePick } from '../../../i18n/lang.ts';
import { Section } from '../../../ui/Layout.tsx';
import { PendingState } from '../../../ui/States.tsx';
import { WhenNear } from '../../../ui/WhenNear.tsx';
import { Areas } from './Areas.tsx';
import { Bars } from './Bars.tsx';
import { Grid } from './Grid.tsx';
import { Tree } from './Tree.tsx';
import { PartTitle } from './PartTitle.tsx';
import { bodyOf, pathsOf } from './question.ts';
import type { Shown } from './shown.ts';

const waitHeight = 240;

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
  const View = part.chart === 'map' ? Areas : part.chart === 'sunburst' ? Tree : Bars;
  return <View part={part} rows={data.rows} totals={data.cards} {...shown} />;
}

/** Numbers by one or two dimensions, asked for when they are about to be seen. */
export function Group(props: Shown & { readonly call: string; readonly by: string; readonly part: Part }): ReactNode {
  const pick = usePick();
  const { part } = props;
  return (
    <Section
      title={<PartTitle {...props} text={part.title} />}
      extra={part.note === undefined ? undefined : <span className="wh-faint">{pick(part.note)}</span>}
    >
      <WhenNear height={waitHeight}>
        <Loaded {...props} />
      </WhenNear>
    </Section>
  );
}
