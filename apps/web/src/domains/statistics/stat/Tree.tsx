import type { StatCard, StatRow } from '@wheelhouse/contract/statistics';
import type { Part } from '@wheelhouse/entities/statistics/define';
import { BarChartOutlined, TableOutlined } from '@ant-design/icons';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import { useT } from '../../../i18n/common.ts';
import { usePick } from '../../../i18n/lang.ts';
import { EmptyState } from '../../../ui/States.tsx';
import { Bars } from './Bars.tsx';
import { useColourOf } from './colours.ts';
import { cellOf, numberIn, useDrill, useSaying, type Shown } from './shown.ts';
import { useStatTexts } from './texts.ts';

interface Branch {
  readonly key: string;
  readonly rows: readonly StatRow[];
  readonly n: number;
}

/** Smaller parts of all than this have no room for words. */
const [leastBranch, leastLeaf] = [0.06, 0.02];

/** The colour of a group, for the style sheet. */
const ownColour = (colour: string): Readonly<Record<string, string>> => ({ '--st-colour': colour });

/** Groups within groups as areas: each column is a group, its cells what is within. The table has the same numbers. */
export function Tree({
  part,
  rows,
  totals,
  ...shown
}: Shown & {
  readonly part: Part;
  readonly rows: readonly StatRow[];
  readonly totals: readonly StatCard[];
}): ReactNode {
  const t = useStatTexts();
  const words = useT();
  const pick = usePick();
  const say = useSaying(shown);
  const drill = useDrill(shown);
  const [asTable, setAsTable] = useState(false);
  const [outer = '', inner = ''] = part.by;
  const [measure = ''] = part.measures;
  const colourOf = useColourOf(shown.statistic, outer);
  const branches = [...Map.groupBy(rows, (row) => String(row[outer]))]
    .map(([key, some]): Branch => ({ key, rows: some, n: some.reduce((sum, row) => sum + numberIn(row, measure), 0) }))
    .toSorted((a, b) => b.n - a.n);
  const all = branches.reduce((sum, { n }) => sum + n, 0);
  const label = words(asTable ? 'chart' : 'table');
  if (all === 0) return <EmptyState small title={t('nothing')} />;
  return (
    <figure className="st-tree-box" aria-label={pick(part.title)}>
      <button
        type="button"
        className="wh-icon-button st-toggle"
        aria-label={label}
        title={label}
        onClick={() => setAsTable(!asTable)}
      >
        {asTable ? <BarChartOutlined /> : <TableOutlined />}
      </button>
      {asTable ? (
        <Bars part={part} rows={rows} totals={totals} {...shown} />
      ) : (
        <ul className="st-tree">
          {branches
            .filter(({ n }) => n > 0)
            .map((branch) => {
              const [one] = branch.rows;
              const name = one === undefined ? branch.key : say.group(outer, one);
              return (
                <li key={branch.key} style={{ flexGrow: branch.n, ...ownColour(colourOf(branch.key)) }}>
                  <span className="st-branch" title={`${name} ${say.number(measure, branch.n)}`}>
                    {branch.n / all < leastBranch ? null : (
                      <>
                        {name} <b className="wh-num">{say.number(measure, branch.n)}</b>
                      </>
                    )}
                  </span>
                  <ul>
                    {branch.rows
                      .filter((row) => numberIn(row, measure) > 0)
                      .map((row) => {
                        const n = numberIn(row, measure);
                        const what = `${name} · ${say.group(inner, row)}`;
                        const text = say.number(measure, n);
                        const href = drill(measure, cellOf(part, row));
                        const words =
                          n / all < leastLeaf || branch.n / all < leastBranch
                            ? null
                            : `${say.group(inner, row)} ${text}`;
                        return (
                          <li key={String(row[inner])} style={{ flexGrow: n }} title={`${what}: ${text}`}>
                            {href === undefined ? (
                              <span>{words}</span>
                            ) : (
                              <Link to={href} aria-label={t('toList', { what, n: text })}>
                                {words}
                              </Link>
                            )}
                          </li>
                        );
                      })}
                  </ul>
                </li>
              );
            })}
        </ul>
      )}
    </figure>
  );
}
