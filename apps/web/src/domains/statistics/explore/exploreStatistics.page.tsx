import type { ExploreAnswer, ExploreFamily } from '@wheelhouse/contract/statistics';
import { formatDay } from '@wheelhouse/contract/time';
import { statistics } from '@wheelhouse/entities/statistics/all';
import type { Where } from '@wheelhouse/entities/statistics/define';
import { granularities } from '@wheelhouse/entities/statistics/period';
import { daysOfReport } from '@wheelhouse/entities/statistics/report-schedule';
import { useMemo, useState, type ReactNode } from 'react';
import { invalidate, useCall } from '../../../api/query.ts';
import { Dialogs } from '../../../entity-ui/dialogs.tsx';
import { FilterBar } from '../../../entity-ui/list/FilterBar.tsx';
import { useUrlListState } from '../../../entity-ui/list/useListState.ts';
import { usePick } from '../../../i18n/lang.ts';
import { usePage } from '../../../routing/page.ts';
import { useUser } from '../../../session/session.ts';
import { PageBody, PageHeader, Section } from '../../../ui/Layout.tsx';
import { Segments } from '../../../ui/Segments.tsx';
import { EmptyState, PendingState } from '../../../ui/States.tsx';
import { askedOf, filterEntity, withDays } from '../stat/question.ts';
import { useStatTexts } from '../stat/texts.ts';
import { Actions } from './Actions.tsx';
import { Picker } from './Picker.tsx';
import { Answered, Picture, Rows, Sums, useExplored, useTitle, type Asking } from './Result.tsx';
import { chartNamed, chartOf, chartsFor, firstQuestion, questionOf, type Exploration, type Question } from './model.ts';
import { SavedList } from './SavedList.tsx';
import { useExploreTexts } from './texts.ts';
import { useExplorations } from './useExplorations.ts';
import '../../../entity-ui/entity-ui.css';
import './explore.css';

/** Free questions to statistics: measures, dimensions and filters of one definition, asked as its page asks them. The question is in the address. */
export default function ExplorePage(): ReactNode {
  const pick = usePick();
  const page = usePage();
  const { data, error, refetch } = useCall('/stat/crm/explore/fields', {}, { inlineErrors: true, staleTime: 300_000 });
  const saved = useExplorations();
  const open = page.search.get('open');
  if (data === undefined || (open !== null && saved.list === undefined))
    return (
      <PageBody>
        <PageHeader title={pick(page.route)} />
        <PendingState error={error ?? saved.error} onRetry={() => void refetch()} />
      </PageBody>
    );
  const row = saved.list?.find(({ id }) => id === open);
  return (
    <Dialogs>
      <Exploring families={data} rows={saved.list ?? []} row={row} />
    </Dialogs>
  );
}

const listOf = (text: string | null): readonly string[] => (text ?? '').split(',').filter((one) => one !== '');

/** What the address asks, else the open one that is saved, else the first statistic. */
function useQuestion(families: readonly ExploreFamily[], row: Exploration | undefined): Question | undefined {
  const { search } = usePage();
  const name = search.get('of');
  const statistic = name !== null && Object.hasOwn(statistics, name) ? statistics[name] : undefined;
  if (statistic !== undefined)
    return {
      statistic,
      measures: listOf(search.get('measures')),
      by: listOf(search.get('by')),
      chart: chartNamed(search.get('chart')),
      filters: {},
    };
  if (row !== undefined) return questionOf(row);
  const [family] = families;
  const first = family && statistics[family.name];
  return family !== undefined && first !== undefined ? firstQuestion(first, family) : undefined;
}

/** The groups of an answer as a table: how many there are, and until when records are counted. */
function Table({ answer, ...asking }: Asking & { readonly answer: ExploreAnswer }): ReactNode {
  const t = useExploreTexts();
  const stat = useStatTexts();
  const { total, rows, asOf } = answer;
  return (
    <Section
      title={t('table')}
      flush
      extra={
        <span className="wh-faint wh-num">
          {total > rows.length ? t('cut', { n: total, shown: rows.length }) : t('groups', { n: total })} ·{' '}
          {stat('asOf', { time: asOf })}
        </span>
      }
    >
      <Rows {...asking} answer={answer} />
    </Section>
  );
}

/** Filters of a statistic that one of the measures cannot be narrowed by. */
function cannotNarrow({ measures }: ExploreFamily, { statistic, measures: chosen }: Question): readonly string[] {
  return Object.keys(statistic.filters).filter((filter) =>
    measures.some((one) => chosen.includes(one.name) && !one.filters.includes(filter)),
  );
}

/** Keys of the address that say something of a filter. */
const keysOf = (query: Where, name: string): readonly string[] =>
  Object.keys(query).filter((key) => key.split('.')[0] === name);

interface ExploringProps {
  readonly families: readonly ExploreFamily[];
  readonly rows: readonly Exploration[];
  readonly row: Exploration | undefined;
}

function Exploring({ families, rows, row }: ExploringProps): ReactNode {
  const pick = usePick();
  const t = useExploreTexts();
  const page = usePage();
  const question = useQuestion(families, row);
  if (question === undefined)
    return (
      <PageBody>
        <PageHeader title={pick(page.route)} />
        <EmptyState />
      </PageBody>
    );
  return (
    <>
      {page.search.get('open') !== null && row === undefined ? (
        <p className="ex-gone" role="alert">
          {t('gone')}
        </p>
      ) : null}
      <Asked key={question.statistic.name} families={families} rows={rows} row={row} question={question} />
    </>
  );
}

function Asked({ families, rows, row, question: base }: ExploringProps & { readonly question: Question }): ReactNode {
  const t = useExploreTexts();
  const stat = useStatTexts();
  const pick = usePick();
  const page = usePage();
  const user = useUser();
  const { statistic } = base;
  const entity = useMemo(() => filterEntity(statistic), [statistic]);
  const handle = useUrlListState(entity);
  const [now] = useState(Date.now);
  const explicit = page.search.has('of');
  const kept = row === undefined || explicit ? undefined : daysOfReport(row.period, formatDay(new Date(now)));
  const query = withDays(
    kept === undefined
      ? handle.state.query
      : { ...base.filters, 'date.ge': kept.from, 'date.le': kept.to, ...handle.state.query },
    now,
  );
  const asked = askedOf(query, page.search.get('granularity'));
  const question: Question = { ...base, filters: asked.filters ?? {} };
  const family = families.find(({ name }) => name === statistic.name) ?? { name: '', measures: [] };
  /** Writes the whole question into the address, without filters that its measures do not have. */
  const write = (next: Question, more: Readonly<Record<string, string | undefined>> = {}): void => {
    const same = next.statistic === statistic;
    page.setSearch({
      open: same ? row?.id : undefined,
      of: next.statistic.name,
      measures: next.measures.join(','),
      by: next.by.join(','),
      chart: next.chart === 'auto' ? undefined : next.chart,
      granularity: page.search.get('granularity'),
      ...(same ? query : { 'date.ge': query['date.ge'], 'date.le': query['date.le'] }),
      ...more,
      ...Object.fromEntries(
        cannotNarrow(family, next).flatMap((name) => keysOf(query, name).map((key) => [key, undefined])),
      ),
    });
  };
  const title = useTitle(question);
  const named = row === undefined ? title : { zh: row.name, en: row.name };
  const explored = useExplored({ question, asked, title });
  const shown = { question, asked, title };
  const charts = chartsFor(statistic, question.by);
  return (
    <PageBody>
      <PageHeader
        title={pick(page.route)}
        description={row === undefined ? undefined : row.name}
        actions={
          <Actions question={question} row={row} changed={explicit} onOpen={(id) => page.setSearch({ open: id })} />
        }
      />
      <div className="ex-page">
        <div className="ex-side">
          <Picker families={families} question={question} onAsk={write} />
          <SavedList rows={rows} open={row?.id} userId={user.id} onOpen={(id) => page.setSearch({ open: id })} />
        </div>
        <div className="ex-main">
          <FilterBar
            {...handle}
            state={{ ...handle.state, query }}
            set={({ query: next }) => {
              if (next === undefined) return;
              const gone = Object.fromEntries(Object.keys(query).map((key) => [key, undefined]));
              write(question, { ...gone, ...next });
            }}
            reset={() => write(question, Object.fromEntries(Object.keys(query).map((key) => [key, undefined])))}
            entity={entity}
            fixed={cannotNarrow(family, question)}
            onSearch={() => void invalidate('/stat/crm/explore/query')}
          />
          <Section
            title={pick(named)}
            extra={
              <>
                {question.by[0] === 'day' ? (
                  <Segments
                    label={stat('granularity')}
                    options={granularities.map((key) => ({ key, label: stat(key) }))}
                    value={asked.granularity}
                    onChange={(granularity) => write(question, { granularity })}
                  />
                ) : null}
                {charts.length > 1 ? (
                  <Segments
                    label={t('chart')}
                    options={charts.map((key) => ({ key, label: t(key) }))}
                    value={chartOf(question)}
                    onChange={(chart) => write({ ...question, chart })}
                  />
                ) : null}
              </>
            }
          >
            {question.measures.length === 0 ? (
              <EmptyState small title={t('chooseOne')} />
            ) : (
              <Answered explored={explored}>
                {(answer) => (
                  <>
                    <Sums question={question} asked={asked} answer={answer} />
                    {chartOf(question) === 'table' ? null : (
                      <Picture
                        {...shown}
                        answer={answer}
                        onDays={({ from, to }) => write(question, { 'date.ge': from, 'date.le': to })}
                      />
                    )}
                  </>
                )}
              </Answered>
            )}
          </Section>
          {explored.data === undefined || question.measures.length === 0 || question.by.length === 0 ? null : (
            <Table {...shown} answer={explored.data} />
          )}
        </div>
      </div>
    </PageBody>
  );
}
