import type { StatSeries } from '@wheelhouse/contract/statistics';
import type { Part } from '@wheelhouse/entities/statistics/define';
import { granularities, type Granularity } from '@wheelhouse/entities/statistics/period';
import { useMemo, type ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { useCall } from '../../../api/query.ts';
import { usePick } from '../../../i18n/lang.ts';
import { Chart, type ChartProps } from '../../../ui/chart/Chart.tsx';
import { panelsHeight, panelsOf, type Panel } from '../../../ui/chart/panels.ts';
import { sayCounts } from '../../../ui/chart/says.ts';
import { Section } from '../../../ui/Layout.tsx';
import { Segments } from '../../../ui/Segments.tsx';
import { PendingState } from '../../../ui/States.tsx';
import { bodyOf, pathsOf } from './question.ts';
import { useDrill, useSaying, type Shown } from './shown.ts';
import { useStatTexts } from './texts.ts';

const [upperHeight, lineHeight] = [180, 72];
const numberOf = (value: unknown): number | null => (typeof value === 'number' ? value : null);

/** A curve's panel: measures of one kind share an axis, two scales never do. */
function panelOf(height: number, title: string, series: readonly StatSeries[], name: (one: StatSeries) => string, bars = false): Panel {
  return {
    title,
    height,
    series: series.map((one) => ({
      name: name(one),
      type: bars ? 'bar' : 'line',
      data: one.points.map(([, n]) => numberOf(n)),
      ...(bars && { stacked: true }),
    })),
  };
}

function Curves({ part, series, ...shown }: Shown & { readonly part: Part; readonly series: readonly StatSeries[] }): ReactNode {
  const say = useSaying(shown);
  const pick = usePick();
  const drill = useDrill(shown);
  const navigate = useNavigate();
  const nameOf = (one: StatSeries): string => (one.by === undefined ? say.label(one.key) : say.group(one.by, { [one.by]: one.name }));
  const times = (series[0]?.points ?? []).map(([day]) => day);
  const upper = series.filter(({ key }) => key !== part.line);
  const lower = series.filter(({ key }) => key === part.line);
  const made = useMemo((): Pick<ChartProps, 'option' | 'table' | 'says' | 'height'> => {
    const [first = ''] = part.measures;
    const panels = [
      panelOf(lower.length > 0 ? upperHeight : upperHeight + lineHeight, say.label(first), upper, nameOf, part.chart === 'stacked'),
      ...lower.map((one) => panelOf(lineHeight, say.label(one.key), [one], nameOf)),
    ];
    const counted = upper.map((one) => ({ name: nameOf(one), values: one.points.map(([, n]) => numberOf(n) ?? 0) }));
    const short = (day: string): string => (day.length === 10 ? day.slice(5) : day);
    return {
      option: panelsOf(times, panels, short),
      height: panelsHeight(panels),
      says: sayCounts(counted, times.map(short)),
      table: {
        columns: [
          { key: 'day', title: say.dimension('day') },
          ...series.map((one, at) => ({ key: String(at), title: nameOf(one), align: 'right' as const })),
        ],
        rows: times
          .map((day, place) => ({
            day,
            ...Object.fromEntries(series.map((one, at) => [String(at), say.number(one.key, one.points[place]?.[1])])),
          }))
          .toReversed(),
      },
    };
    // Texts follow the language, which draws everything again.
  }, [part, series, pick]);
  return (
    <Chart
      label={pick(part.title)}
      onPick={({ seriesName, dataIndex }) => {
        const one = series.find((candidate) => nameOf(candidate) === seriesName);
        const day = times[dataIndex];
        const href = one && day !== undefined ? drill(one.key, { day, ...(one.by !== undefined && { [one.by]: one.name }) }) : undefined;
        if (href !== undefined) void navigate(href);
      }}
      {...made}
    />
  );
}

/** Numbers by day, week or month; a click on one leads to its records. */
export function Trend({ part, onGranularity, ...shown }: Shown & { readonly part: Part; readonly onGranularity: (chosen: Granularity) => void }): ReactNode {
  const t = useStatTexts();
  const pick = usePick();
  const { statistic, asked } = shown;
  const { data, error, refetch } = useCall(
    pathsOf(statistic).trend,
    { query: bodyOf(asked) },
    { inlineErrors: true, keepPrevious: true },
  );
  return (
    <Section
      title={pick(part.title)}
      extra={
        <Segments
          label={t('granularity')}
          options={granularities.map((key) => ({ key, label: t(key) }))}
          value={asked.granularity ?? 'day'}
          onChange={onGranularity}
        />
      }
    >
      {data === undefined ? (
        <PendingState small error={error} onRetry={() => void refetch()} />
      ) : (
        <Curves part={part} series={data.series} {...shown} />
      )}
    </Section>
  );
}
