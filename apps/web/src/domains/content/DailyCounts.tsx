import { useMemo, type ReactNode } from 'react';
import { Chart } from '../../ui/chart/Chart.tsx';
import { countsOverTime } from '../../ui/chart/counts.ts';
import { panelsHeight, panelsOf } from '../../ui/chart/panels.ts';
import { Section } from '../../ui/Layout.tsx';
import { EmptyState, PendingState } from '../../ui/States.tsx';

interface Day<Key extends string> {
  readonly days: readonly ({ readonly statDate: string } & Readonly<Record<Key, number>>)[];
  readonly keys: readonly Key[];
  readonly name: (key: Key) => string;
  readonly title: string;
  /** Heading of the column of days in the table. */
  readonly day: string;
  readonly bars?: 'stacked';
  /** Keys of one size together, each group with a scale of its own. Default: one scale for all. */
  readonly scales?: readonly (readonly Key[])[];
}

function Days<Key extends string>({ days, keys, name, title, day, bars, scales }: Day<Key>): ReactNode {
  const counts = useMemo(() => {
    const made = countsOverTime(days, {
      time: ({ statDate }) => statDate,
      title: day,
      keys,
      name,
      ...(bars && { bars }),
    });
    if (scales === undefined) return made;
    const panels = scales.map((group) => ({
      title: group.map(name).join(' / '),
      whole: true as const,
      series: group.map((key) => ({ name: name(key), type: 'line' as const, data: days.map((one) => one[key]) })),
    }));
    const times = days.map(({ statDate }) => statDate);
    return { ...made, option: panelsOf(times, panels, (time) => time.slice(5)), height: panelsHeight(panels) };
  }, [days, day, keys, name, bars, scales]);
  return <Chart label={title} {...counts} />;
}

/**
 * What came of a record on each of the last days, as a tab of its page.
 * @for counts by day in a tab: what users did with a question or an article
 */
export function DailyCounts<Key extends string>({
  answer: { data, error, refetch },
  empty,
  ...rest
}: Omit<Day<Key>, 'days'> & {
  readonly answer: {
    readonly data: Day<Key>['days'] | undefined;
    readonly error: unknown;
    readonly refetch: () => unknown;
  };
  /** Said while all of them are 0. */
  readonly empty: string;
}): ReactNode {
  if (data === undefined) return <PendingState small error={error} onRetry={() => void refetch()} />;
  const isEmpty = data.every((one) => rest.keys.every((key) => one[key] === 0));
  return (
    <Section title={rest.title}>{isEmpty ? <EmptyState title={empty} /> : <Days days={data} {...rest} />}</Section>
  );
}
