import type { StatRow } from '@wheelhouse/contract/statistics';
import type { Part } from '@wheelhouse/entities/statistics/define';
import { type ReactNode } from 'react';
import { Link } from 'react-router';
import { usePick } from '../../../i18n/lang.ts';
import { useDict } from '../../../reference/reference.ts';
import { ScrollRegion } from '../../../ui/ScrollRegion.tsx';
import { sumText } from './provinces.ts';
import { cellOf, useDrill, useSaying, type Shown } from './shown.ts';
import { useStatTexts } from './texts.ts';

/** The darker the larger a part of the most there is. */
const shade = (part: number): string =>
  `color-mix(in srgb, var(--wh-primary) ${Math.round(part * darkest)}%, var(--wh-surface-2))`;
const darkest = 42;

/** One row of each value of a dimension, in the order of the dictionary or of numbers; what is unknown comes last. */
function headsOf(rows: readonly StatRow[], name: string, codes: readonly string[]): readonly StatRow[] {
  const placeOf = (value: StatRow[string] | undefined): number => {
    if (value === null || value === undefined) return Infinity;
    const at = codes.indexOf(String(value));
    return at >= 0 ? at : Number.isFinite(Number(value)) ? Number(value) : codes.length;
  };
  const heads = [...new Map(rows.map((row) => [String(row[name]), row])).values()];
  const places = new Map(heads.map((row) => [row, placeOf(row[name])]));
  return heads.toSorted((a, b) => {
    const [x = 0, y = 0] = [places.get(a), places.get(b)];
    return x === y ? 0 : x - y;
  });
}

/** The sum of a line; where some numbers are not told, at least so much. */
function sumOf(some: readonly StatRow[], measure: string): string | number {
  const { n, hidden } = sumText(some, measure);
  return hidden === 0 ? n : `≥${n}`;
}

/** Numbers of two dimensions as a table whose cells are the darker the more there is: each is the way to its records. */
export function Grid({
  part,
  rows,
  ...shown
}: Shown & { readonly part: Part; readonly rows: readonly StatRow[] }): ReactNode {
  const t = useStatTexts();
  const pick = usePick();
  const say = useSaying(shown);
  const drill = useDrill(shown);
  const [outer = '', inner = ''] = part.by;
  const [measure = ''] = part.measures;
  const as = shown.statistic.dimensions[inner]?.as;
  const codes = useDict(as?.kind === 'dict' ? as.dict : '').map(({ code }) => code);
  const lines = [...Map.groupBy(rows, (row) => String(row[outer]))];
  const heads = headsOf(rows, inner, codes);
  const numberIn = (row: StatRow | undefined): number => (typeof row?.[measure] === 'number' ? row[measure] : 0);
  const most = Math.max(1, ...rows.map(numberIn));
  const dense = part.chart === 'heat';
  return (
    <ScrollRegion label={pick(part.title)} className="st-scroll">
      <table className="st-grid" data-dense={dense || undefined}>
        <caption className="wh-visually-hidden">{pick(part.title)}</caption>
        <thead>
          <tr>
            <th scope="col">{say.dimension(outer)}</th>
            {heads.map((row) => (
              <th key={String(row[inner])} scope="col" className="wh-num">
                {say.group(inner, row)}
              </th>
            ))}
            {dense ? null : <th scope="col">{t('all')}</th>}
          </tr>
        </thead>
        <tbody>
          {lines.map(([key, some]) => (
            <tr key={key}>
              <th scope="row">{some[0] === undefined ? key : say.group(outer, some[0])}</th>
              {heads.map((head) => {
                const row = some.find((one) => String(one[inner]) === String(head[inner]));
                const n = numberIn(row);
                const href = row === undefined || n === 0 ? undefined : drill(measure, cellOf(part, row));
                const name = `${some[0] === undefined ? key : say.group(outer, some[0])} ${say.group(inner, head)}`;
                const text = say.number(measure, row?.[measure] ?? 0);
                return (
                  <td
                    key={String(head[inner])}
                    className="wh-num"
                    style={{ background: shade(n / most) }}
                    data-none={n === 0 || undefined}
                  >
                    {href === undefined ? (
                      <span>{text}</span>
                    ) : (
                      <Link to={href} aria-label={t('toList', { what: name, n: text })} title={`${name}: ${text}`}>
                        {text}
                      </Link>
                    )}
                  </td>
                );
              })}
              {dense ? null : <td className="wh-num st-grid-all">{say.number(measure, sumOf(some, measure))}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}
