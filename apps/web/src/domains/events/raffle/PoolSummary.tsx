import { Form } from 'antd';
import type { ReactNode } from 'react';
import { recordOf } from '@wheelhouse/contract/object';
import type { Row } from '@wheelhouse/entities';
import { rowsOf } from '@wheelhouse/entities/rows-cells';
import { formatMoney, formatNumber, none } from '../../../ui/format.ts';
import { DataTable } from '../../../ui/table/DataTable.tsx';
import { useCosts } from './costs.ts';
import { LevelMark, OddsBar } from './OddsBar.tsx';
import { expectedOf, percentOf, summaryOf, type Pool, type PoolLine } from './pool.ts';
import { useRaffleTexts } from './texts.ts';
import './raffle.css';

type Line = Partial<PoolLine> & { readonly key: string; readonly kind: 'level' | 'rest' };

function Levels({ pool: { lines, rest } }: { readonly pool: Pool }): ReactNode {
  const t = useRaffleTexts();
  const all: readonly Line[] = [
    ...lines.map((line, at) => ({ ...line, key: String(at), kind: 'level' as const })),
    { key: 'rest', kind: 'rest', odds: rest },
  ];
  return (
    <DataTable
      dense
      lines
      label={t('byLevel')}
      rows={all}
      rowKey={({ key }) => key}
      columns={[
        {
          key: 'level',
          label: t('level'),
          head: true,
          render: ({ kind, levelName = '' }, at) => (
            <span className="rf-level">
              {kind === 'rest' ? <i className="rf-mark rf-rest" /> : <LevelMark at={at} of={lines.length} />}
              {kind === 'rest' ? t('nothing') : levelName || t('unnamed', { n: at + 1 })}
            </span>
          ),
        },
        {
          key: 'odds',
          label: t('odds'),
          align: 'end',
          num: true,
          render: ({ odds = 0 }) => percentOf(odds),
        },
        {
          key: 'expected',
          label: t('expected'),
          align: 'end',
          num: true,
          render: ({ odds = 0 }) => expectedOf(odds),
        },
        {
          key: 'quantity',
          label: t('quantity'),
          align: 'end',
          num: true,
          render: ({ kind, quantity }) => (kind === 'rest' ? none : formatNumber(quantity)),
        },
        {
          key: 'cost',
          label: t('costEach'),
          align: 'end',
          num: true,
          render: ({ costFen }) => formatMoney(costFen),
        },
        {
          key: 'all',
          label: t('costAll'),
          align: 'end',
          num: true,
          render: ({ costFen, quantity = 0 }) => formatMoney(costFen === undefined ? undefined : quantity * costFen),
        },
      ]}
    />
  );
}

/** Odds, cost and budget of the pool that the form has, exactly as the server will count them. */
export function PoolSummary(): ReactNode {
  const t = useRaffleTexts();
  const watched: unknown = Form.useWatch(({ prizes, budgetLimitFen }: Row) => ({ prizes, budgetLimitFen }));
  const { prizes, budgetLimitFen: budget } = recordOf(watched);
  const rows = rowsOf(prizes);
  const pool = summaryOf(rows, useCosts(rows));
  if (rows.length === 0) return null;
  const { sum, rest, over, costFen, unknownCosts } = pool;
  const isShort = typeof budget === 'number' && budget < costFen;
  return (
    <section className="rf-summary" aria-label={t('summary')}>
      <OddsBar odds={pool.lines.map(({ odds }) => odds)} />
      <p className="rf-sum" role="status">
        {over > 0 ? (
          <strong className="rf-wrong">{t('overOdds', { sum: percentOf(sum), over: percentOf(over) })}</strong>
        ) : (
          <span>{t('sumOdds', { sum: percentOf(sum), rest: percentOf(rest) })}</span>
        )}
        <span className={isShort ? 'rf-warn' : ''}>
          {typeof budget === 'number'
            ? t('costOfBudget', { cost: formatMoney(costFen), budget: formatMoney(budget) })
            : t('costOfPool', { cost: formatMoney(costFen) })}
          {isShort ? t('budgetShort', { fen: formatMoney(costFen - budget) }) : null}
        </span>
        {unknownCosts === 0 ? null : <span className="wh-faint">{t('unknownCosts', { n: unknownCosts })}</span>}
      </p>
      <Levels pool={pool} />
    </section>
  );
}
