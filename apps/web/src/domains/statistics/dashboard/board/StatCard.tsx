import { formatDay } from '@wheelhouse/contract/time';
import { statisticOf } from '@wheelhouse/entities/statistics/all';
import type { Statistic } from '@wheelhouse/entities/statistics/define';
import { usualGranularity, usualPeriod, type Granularity } from '@wheelhouse/entities/statistics/period';
import { useState, type ReactNode } from 'react';
import { usePage } from '../../../../routing/page.ts';
import { routeByName } from '../../../../routing/routes.ts';
import { EmptyState } from '../../../../ui/States.tsx';
import { Cards } from '../../stat/Cards.tsx';
import { Funnel } from '../../stat/Funnel.tsx';
import { Group } from '../../stat/Group.tsx';
import { Pages } from '../../stat/Pages.tsx';
import { Trend } from '../../stat/Trend.tsx';
import '../../../../entity-ui/entity-ui.css';
import '../../stat/stat.css';

/** A part of a statistic on the dashboard, of the last 30 days, as its page shows it: a card of the first page leads to it by its title. */
export default function StatCard({ route, name }: { readonly route: string; readonly name: string }): ReactNode {
  const statistic = statisticOf(route);
  return statistic === undefined ? <EmptyState small /> : <StatPart statistic={statistic} name={name} />;
}

function StatPart({ statistic, name }: { readonly statistic: Statistic; readonly name: string }): ReactNode {
  const { open } = usePage();
  const [today] = useState(() => formatDay(new Date()));
  const days = usualPeriod(today);
  const [granularity, setGranularity] = useState<Granularity>(() => usualGranularity(days));
  const shown = { statistic, asked: { days, granularity, filters: {} }, away: true } as const;
  const { trend, groups, tables = {} } = statistic;
  const [, kind, key = ''] = /^(group|table)-(\w+)$/.exec(name) ?? [];
  if (name === 'cards' && statistic.cards.length > 0) return <Cards {...shown} />;
  if (name === 'trend' && trend !== undefined)
    return (
      <Trend
        {...shown}
        part={trend}
        onGranularity={setGranularity}
        onDays={({ from, to }) =>
          routeByName(statistic.route) && open(statistic.route, { 'date.ge': from, 'date.le': to })
        }
      />
    );
  const group = kind === 'group' ? groups?.parts[key] : undefined;
  if (group !== undefined) return <Group {...shown} call={groups?.call ?? ''} by={key} part={group} />;
  const table = kind === 'table' ? tables[key] : undefined;
  const Table = table?.chart === 'funnel' ? Funnel : Pages;
  return table === undefined ? <EmptyState small /> : <Table {...shown} call={key} part={table} />;
}
