import { ExperimentOutlined } from '@ant-design/icons';
import { formatDay } from '@wheelhouse/contract/time';
import { raffleActivity } from '@wheelhouse/entities/events/raffle-activity';
import { claimDays, poolOdds, wholeOdds } from '@wheelhouse/entities/events/raffle-pool';
import { nameKey, type Row } from '@wheelhouse/entities';
import { plain } from '@wheelhouse/entities/registry';
import { referredBy, rowsOf } from '@wheelhouse/entities/rows-cells';
import { useState, type ReactNode } from 'react';
import { useCall } from '../../../api/query.ts';
import { RecordLink } from '../../../entity-ui/cells/ref.tsx';
import { textOf } from '../../../entity-ui/model.ts';
import { useTitleOf } from '../../../entity-ui/title.ts';
import type { CellPropsOf } from '../../../entity-ui/override.ts';
import { usePage } from '../../../routing/page.ts';
import { useCan } from '../../../session/session.ts';
import { Button } from '../../../ui/Button.tsx';
import { formatNumber, none, useDuration } from '../../../ui/format.ts';
import { dialogPart } from '../../../ui/part.tsx';
import { DataTable, type TableColumn } from '../../../ui/table/DataTable.tsx';
import { LevelMark, OddsBar } from './OddsBar.tsx';
import { percentOf } from './pool.ts';
import { useRaffleTexts } from './texts.ts';
import './raffle.css';

const SimulateDialog = dialogPart(() => import('./SimulateDialog.tsx'));
const entity = plain(raffleActivity);
const column = raffleActivity.fields.prizes.fields.prizeId;

/** How often each level was won: known to those who may see the data, once it is approved. */
function useWon({ id, oddsVersion }: { readonly id: string; readonly oddsVersion?: number | null | undefined }) {
  const can = useCan();
  const [today] = useState(() => formatDay(new Date()));
  const { data } = useCall(
    '/act/crm/raffleActivity/data',
    { id, from: today, to: today },
    { enabled: can('AReventManage.data') && typeof oddsVersion === 'number', inlineErrors: true },
  );
  return data?.prizes;
}

const end = { align: 'end', num: true } as const;

/** The pool of an event: its odds as a bar, and what is left of each level; from here its draws are simulated. */
export function PoolCell({ row }: CellPropsOf<'raffleActivity'>): ReactNode {
  const t = useRaffleTexts();
  const can = useCan();
  const page = usePage();
  const titleOf = useTitleOf();
  const duration = useDuration();
  const won = useWon({ id: textOf(row.id), oddsVersion: row.oddsVersion });
  const rows = rowsOf(row.prizes);
  const names = rowsOf({ ...row }[nameKey('prizes')]);
  const odds = poolOdds(rows);
  const rest = wholeOdds - odds.reduce((sum, one) => sum + one, 0);
  const [isOpen, setOpen] = useState(page.search.get('simulate') === '1');
  const number = (name: string) => (one: Row) => formatNumber(textOf(one[name]));
  const columns: readonly TableColumn<Row>[] = [
    {
      key: 'level',
      label: t('level'),
      head: true,
      render: ({ levelName }, at) => (
        <span className="rf-level">
          <LevelMark at={at} of={rows.length} />
          {textOf(levelName)}
        </span>
      ),
    },
    {
      key: 'prize',
      label: t('prize'),
      render: (one, at) => {
        const { prizeId } = one;
        const { prizeId: name } = names[at] ?? {};
        return (
          <RecordLink entity={referredBy(column, one) ?? ''} id={prizeId}>
            {textOf(name) || `#${textOf(prizeId)}`}
          </RecordLink>
        );
      },
    },
    { key: 'odds', label: t('odds'), ...end, render: (_one, at) => percentOf(odds[at] ?? 0) },
    { key: 'quantity', label: t('quantity'), ...end, render: number('quantity') },
    ...(won === undefined
      ? []
      : [
          { key: 'won', label: t('wonN'), ...end, render: (_one: Row, at: number) => formatNumber(won[at]?.won) },
          {
            key: 'left',
            label: t('leftN'),
            ...end,
            render: (_one: Row, at: number) => {
              const of = won[at];
              return of === undefined ? none : formatNumber(of.quantity - of.won);
            },
          },
        ]),
    { key: 'perDay', label: t('perDay'), ...end, render: number('dailyLimit') },
    {
      key: 'interval',
      label: t('interval'),
      ...end,
      render: ({ minIntervalSec }) => (typeof minIntervalSec === 'number' ? duration(minIntervalSec) : none),
    },
    {
      key: 'claim',
      label: t('claim'),
      ...end,
      render: ({ validDays }) => formatNumber(textOf(validDays) || claimDays),
    },
  ];
  return (
    <div className="rf-pool">
      <OddsBar odds={odds} />
      <div className="rf-sum">
        <span>{t('sumOdds', { sum: percentOf(wholeOdds - rest), rest: percentOf(rest) })}</span>
        {can('AReventManage.simulate') ? (
          <Button size="small" icon={<ExperimentOutlined />} onClick={() => setOpen(true)}>
            {t('simulate')}
          </Button>
        ) : null}
      </div>
      <DataTable dense lines label={t('pool')} rows={rows} rowKey={(_one, at) => String(at)} columns={columns} />
      {isOpen ? (
        <SimulateDialog id={textOf(row.id)} name={titleOf(entity, row)} onClose={() => setOpen(false)} />
      ) : null}
    </div>
  );
}
