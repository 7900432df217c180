import type { StatRow } from '@wheelhouse/contract/statistics';
import type { Part } from '@wheelhouse/entities/statistics/define';
import { type ReactNode } from 'react';
import { Link } from 'react-router';
import { formatPercent } from '../../../ui/format.ts';
import { EmptyState } from '../../../ui/States.tsx';
import { cellOf, useDrill, useSaying, type Shown } from './shown.ts';
import { useStatTexts } from './texts.ts';

const numberIn = (row: StatRow, measure: string): number => (typeof row[measure] === 'number' ? row[measure] : 0);

/** Groups as bars from one line, the longest first, with all their numbers: lengths are compared at a glance. Each leads to its records. */
export function Bars({ part, rows, ...shown }: Shown & { readonly part: Part; readonly rows: readonly StatRow[] }): ReactNode {
  const t = useStatTexts();
  const say = useSaying(shown);
  const drill = useDrill(shown);
  const [first = '', ...others] = part.measures;
  const total = rows.reduce((sum, row) => sum + numberIn(row, first), 0);
  const most = Math.max(1, ...rows.map((row) => numberIn(row, first)));
  const isCount = shown.statistic.measures[first]?.kind === undefined;
  const cumulated = part.chart === 'pareto';
  if (rows.length === 0) return <EmptyState small title={t('nothing')} />;
  let reached = 0;
  return (
    <table className="st-bars">
      <thead>
        <tr>
          <th scope="col">{part.by.map((name) => say.dimension(name)).join(' · ')}</th>
          <th scope="col" aria-hidden="true" />
          <th scope="col" className="st-end">
            {say.label(first)}
          </th>
          {isCount ? (
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
        {rows.map((row) => {
          const n = numberIn(row, first);
          reached += n;
          const href = drill(first, cellOf(part, row));
          const text = say.number(first, row[first]);
          return (
            <tr key={JSON.stringify(cellOf(part, row))}>
              <th scope="row" className="st-group">
                {say.groups(part, row)}
              </th>
              <td className="st-bar" aria-hidden="true">
                <span style={{ width: `${(100 * n) / most}%` }} />
              </td>
              <td className="wh-num st-end">{href === undefined ? text : <Link to={href}>{text}</Link>}</td>
              {isCount ? (
                <td className="wh-num st-end wh-faint">
                  {total === 0 ? null : formatPercent((100 * (cumulated ? reached : n)) / total, 1)}
                </td>
              ) : null}
              {others.map((name) => (
                <td key={name} className="wh-num st-end">
                  {say.number(name, row[name])}
                </td>
              ))}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
