import type { StatCard, StatRow } from '@wheelhouse/contract/statistics';
import { isBase, type Measure, type Part } from '@wheelhouse/entities/statistics/define';
import { useState, type CSSProperties, type ReactNode } from 'react';
import { Link } from 'react-router';
import { formatPercent } from '../../../ui/format.ts';
import { ScrollRegion } from '../../../ui/ScrollRegion.tsx';
import { EmptyState } from '../../../ui/States.tsx';
import { usePick } from '../../../i18n/lang.ts';
import { cellOf, useDrill, useSaying, type Shown } from './shown.ts';
import { useStatTexts } from './texts.ts';

/** So many rows are seen before somebody asks for all. */
export const fewRows = 10;
/** Fewer people are not told (`<5`), neither in the row of all. */
const fewPeople = 5;
/** Most of what there is, in percent: where causes are looked at first. */
const most80 = 80;

const numberIn = (row: StatRow, measure: string): number => (typeof row[measure] === 'number' ? row[measure] : 0);

/** Parts of a whole: counts and sums, no averages and quotients. */
const addsUp = (measure: Measure | undefined): boolean =>
  measure !== undefined &&
  isBase(measure) &&
  (measure.value === undefined || ['sum', 'distinct'].includes(measure.value.by));

export interface BarsProps extends Shown {
  readonly part: Part;
  readonly rows: readonly StatRow[];
  /** Values of all that is asked of: rows may be only the largest of them. */
  readonly totals: readonly StatCard[];
  /** Rows that are shown at first, `fewRows` unless given. */
  readonly few?: number;
  /** Opens what is within a group; its number has no list of its own then. */
  readonly onOpen?: (row: StatRow) => void;
}

/** Where a bar begins and ends, in percent of its cell. */
interface Span {
  readonly from: number;
  readonly to: number;
}

const barStyle = ({ from, to }: Span): CSSProperties => ({ marginInlineStart: `${from}%`, width: `${to - from}%` });

/** Bars of one line; of a Pareto each begins where the one before ended, so that its end is the cumulated share. */
function spansOf(rows: readonly StatRow[], measure: string, whole: number, cumulated: boolean): readonly Span[] {
  const most = Math.max(1, ...rows.map((row) => numberIn(row, measure)));
  let reached = 0;
  return rows.map((row) => {
    const n = numberIn(row, measure);
    if (!cumulated) return { from: 0, to: (100 * n) / most };
    const from = reached;
    reached += whole === 0 ? 0 : (100 * n) / whole;
    return { from, to: reached };
  });
}

/** Groups as bars from one line, the longest first, with all their numbers: lengths are compared at a glance. Each leads to its records. */
export function Bars({ part, rows, totals, few = fewRows, onOpen, ...shown }: BarsProps): ReactNode {
  const t = useStatTexts();
  const pick = usePick();
  const say = useSaying(shown);
  const drill = useDrill(shown);
  const [all, setAll] = useState(false);
  const [first = '', ...others] = part.measures;
  const totalOf = (name: string): StatCard['value'] => totals.find(({ key }) => key === name)?.value ?? null;
  const total = totalOf(first);
  const whole = typeof total === 'number' ? total : rows.reduce((sum, row) => sum + numberIn(row, first), 0);
  const cumulated = part.chart === 'pareto';
  const hasShare = addsUp(shown.statistic.measures[first]);
  const spans = spansOf(rows, first, whole, cumulated);
  if (rows.length === 0) return <EmptyState small title={t('nothing')} />;
  const isTold = part.people !== true || whole >= fewPeople;
  const linked = (
    name: string,
    value: string | number | null | undefined,
    cell: Parameters<typeof drill>[1],
  ): ReactNode => {
    const text = say.number(name, value);
    const href = typeof value === 'number' && value !== 0 ? drill(name, cell) : undefined;
    return href === undefined ? text : <Link to={href}>{text}</Link>;
  };
  return (
    <>
      <ScrollRegion label={pick(part.title)} className="st-scroll">
        <table className="st-bars" data-cumulated={cumulated || undefined}>
          <caption className="wh-visually-hidden">{pick(part.title)}</caption>
          <thead>
            <tr>
              <th scope="col">{part.by.map((name) => say.dimension(name)).join(' · ')}</th>
              <td aria-hidden="true" className="st-bar">
                {cumulated ? <span className="st-mark">{most80}%</span> : null}
              </td>
              <th scope="col" className="st-end">
                {say.label(first)}
              </th>
              {hasShare ? (
                <th scope="col" className="st-end">
                  {t(cumulated ? 'cumulated' : 'share')}
                </th>
              ) : null}
              {others.map((name) => (
                <th key={name} scope="col" className="st-end">
                  {say.label(name)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.slice(0, all ? undefined : few).map((row, at) => {
              const span = spans[at] ?? { from: 0, to: 0 };
              const name = say.groups(part, row);
              const cell = cellOf(part, row);
              return (
                <tr key={JSON.stringify(cell)}>
                  <th scope="row" className="st-group" title={name}>
                    {onOpen === undefined || part.by.some((one) => row[one] === null) ? (
                      name
                    ) : (
                      <button type="button" className="wh-link-button" onClick={() => onOpen(row)}>
                        {name}
                      </button>
                    )}
                  </th>
                  <td className="st-bar" aria-hidden="true">
                    {span.to > span.from ? (
                      <span data-later={(cumulated && span.from >= most80) || undefined} style={barStyle(span)} />
                    ) : null}
                  </td>
                  <td className="wh-num st-end">
                    {onOpen === undefined ? linked(first, row[first], cell) : say.number(first, row[first])}
                  </td>
                  {hasShare ? (
                    <td className="wh-num st-end wh-faint">
                      {whole === 0 || typeof row[first] !== 'number'
                        ? null
                        : formatPercent(cumulated ? span.to : (100 * numberIn(row, first)) / whole, 1)}
                    </td>
                  ) : null}
                  {others.map((one) => (
                    <td key={one} className="wh-num st-end">
                      {linked(one, row[one], cell)}
                    </td>
                  ))}
                </tr>
              );
            })}
          </tbody>
          {rows.length > 1 && totals.length > 0 && isTold ? (
            <tfoot>
              <tr>
                <th scope="row">{t('all')}</th>
                <td className="st-bar" aria-hidden="true" />
                <td className="wh-num st-end">{linked(first, total, {})}</td>
                {hasShare ? <td aria-hidden="true" /> : null}
                {others.map((name) => (
                  <td key={name} className="wh-num st-end">
                    {linked(name, totalOf(name), {})}
                  </td>
                ))}
              </tr>
            </tfoot>
          ) : null}
        </table>
      </ScrollRegion>
      {rows.length > few ? (
        <button type="button" className="wh-link-button st-all" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? t('fewer') : t('showAll', { n: rows.length })}
        </button>
      ) : null}
    </>
  );
}
