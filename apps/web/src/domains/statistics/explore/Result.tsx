import type { ExploreAnswer, StatRow } from '@wheelhouse/contract/statistics';
import type { Part } from '@wheelhouse/entities/statistics/define';
import { useState, type ReactNode } from 'react';
import { useCall } from '../../../api/query.ts';
import { NumberCard } from '../../../blocks/NumberCard.tsx';
import { Pager } from '../../../entity-ui/list/Pager.tsx';
import { usePick, type Text } from '../../../i18n/lang.ts';
import { EmptyState, PendingState } from '../../../ui/States.tsx';
import { DataTable } from '../../../ui/table/DataTable.tsx';
import { Areas } from '../stat/Areas.tsx';
import { Bars } from '../stat/Bars.tsx';
import { Grid } from '../stat/Grid.tsx';
import { useStatColumns, type Line } from '../stat/columns.tsx';
import { bodyOf } from '../stat/question.ts';
import { cellOf, useDrill, useSaying, type Shown } from '../stat/shown.ts';
import { Curves } from '../stat/Trend.tsx';
import { partOf, type Question } from './model.ts';
import { useExploreTexts } from './texts.ts';
import '../../../entity-ui/entity-ui.css';
import '../stat/stat.css';

export interface Asking {
  readonly question: Question;
  readonly asked: Shown['asked'];
  readonly title: Text;
}

/** The answer to a free question. */
export function useExplored({ question, asked }: Asking) {
  const { statistic, measures, by } = question;
  return useCall(
    '/stat/crm/explore/query',
    { statistic: statistic.name, measures, by, query: bodyOf(asked) },
    { inlineErrors: true, keepPrevious: true, enabled: measures.length > 0 },
  );
}

/** The sums of all that is asked, each with the way to its records. */
export function Sums({
  question,
  asked,
  answer,
}: Omit<Asking, 'title'> & { readonly answer: ExploreAnswer }): ReactNode {
  const shown = { statistic: question.statistic, asked };
  const say = useSaying(shown);
  const pick = usePick();
  const drill = useDrill(shown);
  return (
    <ul className="ex-sums">
      {answer.cards.map(({ key, value }) => {
        const help = question.statistic.measures[key]?.help;
        return (
          <li key={key}>
            <NumberCard
              label={say.label(key)}
              help={help && pick(help)}
              value={say.number(key, value)}
              href={typeof value === 'number' && value !== 0 ? drill(key) : undefined}
            />
          </li>
        );
      })}
    </ul>
  );
}

interface PictureProps extends Asking {
  readonly answer: ExploreAnswer;
  readonly onDays: (days: { readonly from: string; readonly to: string }) => void;
}

/** The answer as a picture; undefined where a table says it. */
export function Picture({ question, asked, title, answer, onDays }: PictureProps): ReactNode {
  const shown = { statistic: question.statistic, asked };
  const part = partOf(question, title);
  if (answer.rows.length === 0 && part.by[0] !== 'day') return <EmptyState small />;
  if (part.chart === 'lines' || part.chart === 'stacked')
    return <Curves part={part} series={answer.series} apart={part.by.length === 1} onDays={onDays} {...shown} />;
  if (part.chart === 'matrix') return <Grid part={part} rows={answer.rows} {...shown} />;
  const View = part.chart === 'map' ? Areas : Bars;
  return <View part={part} rows={answer.rows} totals={answer.cards} {...shown} />;
}

const size = 20;

/** The answer as a table of pages, with the row of all. */
export function Rows({ question, asked, title, answer }: Asking & { readonly answer: ExploreAnswer }): ReactNode {
  const t = useExploreTexts();
  const pick = usePick();
  const part: Part = partOf(question, title);
  const columns = useStatColumns(part, { statistic: question.statistic, asked });
  const of = JSON.stringify([question.measures, question.by, asked]);
  const [at, set] = useState({ of, page: 1, size });
  const page = at.of === of ? at.page : 1;
  const sums: StatRow = Object.fromEntries(answer.cards.map(({ key, value }) => [key, value]));
  const lines: readonly Line[] = [
    ...answer.rows.slice((page - 1) * at.size, page * at.size).map((row) => ({ row, all: false })),
    ...(answer.rows.length > 1 ? [{ row: sums, all: true }] : []),
  ];
  return (
    <>
      <DataTable
        className={answer.rows.length > 1 ? 'st-pages' : ''}
        lines
        label={t('table')}
        columns={columns}
        rows={part.by.length === 0 ? [{ row: sums, all: false }] : lines}
        rowKey={({ row, all }) => (all ? 'all' : JSON.stringify(cellOf(part, row)))}
        error={null}
        empty={pick({ zh: '此期间没有数据', en: 'Nothing in this period' })}
      />
      {answer.rows.length <= size ? null : (
        <Pager
          page={page}
          size={at.size}
          total={answer.rows.length}
          onPage={(next) => set({ of, page: next, size: at.size })}
          onSize={(next) => set({ of, page: 1, size: next })}
        />
      )}
    </>
  );
}

/** What a question is called that has no name yet: its measures and dimensions. */
export function useTitle({ statistic, measures, by }: Question): Text {
  const say = useSaying({ statistic, asked: { days: { from: '', to: '' } } });
  const text = `${measures.map(say.label).join(' · ')}${by.length === 0 ? '' : ` / ${by.map(say.dimension).join(' · ')}`}`;
  return { zh: text, en: text };
}

/** Waiting, refused, or what is shown of an answer. */
export function Answered({
  explored: { data, error, refetch },
  children,
}: {
  readonly explored: ReturnType<typeof useExplored>;
  readonly children: (answer: ExploreAnswer) => ReactNode;
}): ReactNode {
  return data === undefined ? <PendingState small error={error} onRetry={() => void refetch()} /> : children(data);
}
