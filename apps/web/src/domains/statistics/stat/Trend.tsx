import type { StatSeries } from '@wheelhouse/contract/statistics';
import type { Part } from '@wheelhouse/entities/statistics/define';
import { daysOfBucket, granularities, type Days, type Granularity } from '@wheelhouse/entities/statistics/period';
import type { ReactNode } from 'react';
import { Link, useNavigate } from 'react-router';
import { useCall } from '../../../api/query.ts';
import { usePick } from '../../../i18n/lang.ts';
import { Chart, type ChartProps, type ChartSpans } from '../../../ui/chart/Chart.tsx';
import { panelsHeight, panelsOf, type Panel } from '../../../ui/chart/panels.ts';
import { Section } from '../../../ui/Layout.tsx';
import { Segments } from '../../../ui/Segments.tsx';
import { PendingState } from '../../../ui/States.tsx';
import { useTheme } from '../../../theme/theme.ts';
import { chartColours } from '../../../ui/chart/theme.ts';
import { useColourOf } from './colours.ts';
import { addsUp, isPercent, panelOf, saysOf, saysOfSpan, withRest, type Curve } from './curves.ts';
import { PartTitle } from './PartTitle.tsx';
import { bodyOf, pathsOf } from './question.ts';
import { useDrill, useSaying, type Shown } from './shown.ts';
import { useTargets } from './targets.ts';
import { useStatTexts } from './texts.ts';

const [upperHeight, lineHeight, apartHeight] = [180, 72, 96];

/** The days of a span of buckets. */
function daysIn({ days, granularity = 'day' }: Shown['asked'], first = days.from, last = days.to): Days {
  return { from: daysOfBucket(first, granularity, days).from, to: daysOfBucket(last, granularity, days).to };
}

interface CurvesProps extends Shown {
  readonly part: Part;
  readonly series: readonly StatSeries[];
  readonly onDays: (days: Days) => void;
  /** Each curve has a scale of its own: they are of different measures. */
  readonly apart?: boolean;
}

/** Curves of numbers over days, with their table. */
export function Curves({ part, series, onDays, apart = false, ...shown }: CurvesProps): ReactNode {
  const { statistic, asked } = shown;
  const t = useStatTexts();
  const say = useSaying(shown);
  const pick = usePick();
  const drill = useDrill(shown);
  const navigate = useNavigate();
  const { dark } = useTheme();
  const colourOf = useColourOf(statistic, part.by[1]);
  const targets = useTargets(part, asked);
  const nameOf = (one: StatSeries): string =>
    one.by === undefined ? say.label(one.key) : say.group(one.by, { [one.by]: one.name });
  const times = (series[0]?.points ?? []).map(([day]) => day);
  const inSpans = (asked.granularity ?? 'day') !== 'day';
  const linkOf = (one: StatSeries, day: string): string | undefined =>
    drill(one.key, { day, ...(one.by !== undefined && { [one.by]: one.name }) });
  const { colours, faint, plain } = chartColours(dark);
  const order = [...part.measures, ...(part.line === undefined ? [] : [part.line])];
  const all = series.map((one): Curve => ({
    series: one,
    name: nameOf(one),
    colour:
      one.by === undefined
        ? ((one.key === part.line && part.by.length > 1 ? plain : colours[order.indexOf(one.key)]) ?? faint)
        : colourOf(one.name),
  }));
  const upper = all.filter(({ series: one }) => one.key !== part.line);
  const lower = all.filter(({ series: one }) => one.key === part.line);
  const [first = ''] = part.measures;
  const top = panelOf(
    lower.length > 0 ? upperHeight : upperHeight + lineHeight,
    say.label(first),
    withRest(upper, faint, t('other')),
    {
      bars: part.chart === 'stacked',
      percent: isPercent(statistic, first),
      scale: !addsUp(statistic, first),
    },
  );
  const goal = {
    name: t('target'),
    type: 'line' as const,
    data: times.map((day) => targets(day)),
    colour: colours[1] ?? faint,
    dashed: true as const,
  };
  const each = upper.map((one) =>
    panelOf(apartHeight, one.name, [one], {
      bars: part.chart === 'stacked',
      percent: isPercent(statistic, one.series.key),
      scale: !addsUp(statistic, one.series.key),
    }),
  );
  const panels: Panel[] =
    apart && each.length > 1
      ? each
      : [
          goal.data.every((n) => n === null) ? top : { ...top, series: [...top.series, goal] },
          ...lower.map((one) =>
            panelOf(lineHeight, one.name, [one], { percent: isPercent(statistic, one.series.key) }),
          ),
        ];
  const short = (day: string): string => (day.length === 10 ? day.slice(5) : day);
  const spans: ChartSpans = {
    count: times.length,
    onSpan: (from, to) => onDays(daysIn(asked, times[from], times[to])),
    say: (from, to) => saysOfSpan(all, [from, to], { times, adds: (key) => addsUp(statistic, key), show: say.number }),
  };
  const made: Pick<ChartProps, 'option' | 'table' | 'says' | 'height'> = {
    option: panelsOf(times, panels, short),
    height: panelsHeight(panels),
    says: saysOf(upper, times.map(short), { adds: (key) => addsUp(statistic, key), show: say.number }),
    table: {
      columns: [
        { key: 'day', title: say.dimension('day') },
        ...series.map((one, at) => ({ key: String(at), title: nameOf(one), align: 'right' as const })),
      ],
      rows: times
        .map((day, place) => ({
          day: inSpans ? (
            <Narrow day={day} onDays={() => onDays(daysOfBucket(day, asked.granularity ?? 'day', asked.days))} />
          ) : (
            day
          ),
          ...Object.fromEntries(
            series.map((one, at) => {
              const n = one.points[place]?.[1];
              const href = typeof n === 'number' && n !== 0 ? linkOf(one, day) : undefined;
              const text = say.number(one.key, n);
              return [String(at), <Linked key={one.name ?? one.key} to={href} text={text} />];
            }),
          ),
        }))
        .toReversed(),
    },
  };
  return (
    <>
      <Chart
        label={pick(part.title)}
        spans={spans}
        onPick={({ name, seriesName, dataIndex }) => {
          if (seriesName === '')
            return inSpans ? onDays(daysOfBucket(name, asked.granularity ?? 'day', asked.days)) : undefined;
          const one = series.find((candidate) => nameOf(candidate) === seriesName);
          const day = times[dataIndex];
          const href = one && day !== undefined ? linkOf(one, day) : undefined;
          if (href !== undefined) void navigate(href);
        }}
        {...made}
      />
      <Behind measures={order} {...shown} />
    </>
  );
}

/** The ways to all records of the days that are shown, by measures that have a list. */
function Behind({ measures, ...shown }: Shown & { readonly measures: readonly string[] }): ReactNode {
  const t = useStatTexts();
  const say = useSaying(shown);
  const drill = useDrill(shown);
  const found = [...new Set(measures)].flatMap((key) => {
    const href = drill(key);
    return href === undefined ? [] : [{ key, href }];
  });
  if (found.length === 0) return null;
  return (
    <p className="st-behind">
      {t('records', { from: shown.asked.days.from, to: shown.asked.days.to })}
      {found.map(({ key, href }) => (
        <Link key={key} to={href}>
          {say.label(key)}
        </Link>
      ))}
    </p>
  );
}

/** A number, with the way to its records where there is one. */
const Linked = ({ to, text }: { readonly to: string | undefined; readonly text: string }): ReactNode =>
  to === undefined ? text : <Link to={to}>{text}</Link>;

/** A week or month that becomes what the page is of. */
function Narrow({ day, onDays }: { readonly day: string; readonly onDays: () => void }): ReactNode {
  const t = useStatTexts();
  return (
    <button type="button" className="wh-link-button" title={t('onlyThis')} onClick={onDays}>
      {day}
    </button>
  );
}

interface TrendProps extends Shown {
  readonly part: Part;
  readonly onGranularity: (chosen: Granularity) => void;
  /** Makes a week or month what the page is of. */
  readonly onDays: (days: Days) => void;
}

/** Numbers by day, week or month; a click on one leads to its records, one on a week or month to its days. */
export function Trend({ part, onGranularity, onDays, ...shown }: TrendProps): ReactNode {
  const t = useStatTexts();
  const { statistic, asked } = shown;
  const { data, error, refetch } = useCall(
    pathsOf(statistic).trend,
    { query: bodyOf(asked) },
    { inlineErrors: true, keepPrevious: true },
  );
  return (
    <Section
      title={<PartTitle {...shown} text={part.title} />}
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
        <Curves part={part} series={data.series} onDays={onDays} {...shown} />
      )}
    </Section>
  );
}
