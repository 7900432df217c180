import type { ReactNode } from 'react';
import type { RowOf } from '@wheelhouse/entities/rows';
import { audienceCells } from '../../../blocks/audience.tsx';
import { FactText } from '../../../entity-ui/detail/HeadStrip.tsx';
import type { HeadDef } from '../../../entity-ui/detail/head.ts';
import { defineOverride } from '../../../entity-ui/override.ts';
import { formatMoney, formatNumber, formatPercent } from '../../../ui/format.ts';
import { part } from '../../../ui/part.tsx';
import { BudgetBar } from './BudgetBar.tsx';
import { raffleOverride } from './raffleActivity.override.tsx';
import { texts, useRaffleTexts } from './texts.ts';
import { PoolCell } from './PoolCell.tsx';

const Data = part(() => import('./Data.tsx'));
const Changes = part(() => import('./Changes.tsx'));
const Receipts = part(() => import('./Receipts.tsx'));

type Shown = { readonly row: RowOf<'raffleActivity'> };

const day = (time: string): string => time.slice(0, 16);

function Period({ row }: Shown): ReactNode {
  const t = useRaffleTexts();
  const { dailyStart, dailyEnd } = row;
  return (
    <FactText note={dailyStart && dailyEnd ? t('daily', { from: dailyStart, to: dailyEnd }) : t('allDay')}>
      <span className="rf-time">{day(row.startTime)} –</span> <span className="rf-time">{day(row.endTime)}</span>
    </FactText>
  );
}

function Draws({ row }: Shown): ReactNode {
  const t = useRaffleTexts();
  return <FactText note={t('byUsers', { n: row.joinUsers ?? 0 })}>{formatNumber(row.draws)}</FactText>;
}

function Wins({ row }: Shown): ReactNode {
  const t = useRaffleTexts();
  const rate = row.winRate ?? null;
  return (
    <FactText note={rate === null ? undefined : t('rate', { rate: formatPercent(rate, 2) })}>
      {formatNumber(row.wins)}
    </FactText>
  );
}

const Budget = ({ row }: Shown): ReactNode => (
  <FactText note={formatMoney(row.budgetLimitFen)}>
    <BudgetBar used={row.budgetUsedFen} limit={row.budgetLimitFen} />
  </FactText>
);

const head: HeadDef<RowOf<'raffleActivity'>> = {
  facts: [
    { key: 'period', label: texts.period, component: Period },
    { key: 'draws', label: texts.drawn, component: Draws },
    { key: 'wins', label: texts.won, component: Wins },
    { key: 'left', label: texts.left, component: ({ row }) => <FactText>{formatNumber(row.stockLeft)}</FactText> },
    { key: 'budget', label: texts.budget, component: Budget },
  ],
};

/** An event: how it goes at a glance, its pool, what came of it, what has changed and what proves its draws. */
const raffleDetailOverride = {
  ...raffleOverride,
  ...defineOverride('raffleActivity', {
    cell: { ...audienceCells, prizes: PoolCell },
    head,
    tabs: [
      { key: 'data', label: texts.data, code: 'AReventManage.data', component: Data },
      { key: 'changes', label: texts.changes, code: 'AReventManage.query', component: Changes },
      { key: 'receipts', label: texts.receipts, code: 'AReventManage.data', component: Receipts },
    ],
    tabOrder: ['overview', 'data', 'changes', 'receipts'],
  }),
};

export { raffleDetailOverride as default };
