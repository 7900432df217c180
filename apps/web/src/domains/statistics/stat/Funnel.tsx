import type { Part } from '@wheelhouse/entities/statistics/define';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useCall } from '../../../api/query.ts';
import { usePick } from '../../../i18n/lang.ts';
import { formatPercent, none } from '../../../ui/format.ts';
import { Section } from '../../../ui/Layout.tsx';
import { EmptyState, PendingState } from '../../../ui/States.tsx';
import { PartTitle } from './PartTitle.tsx';
import { bodyOf, pathsOf } from './question.ts';
import { useDrill, useSaying, type Shown } from './shown.ts';
import { useStatTexts } from './texts.ts';

const share = (n: number, whole: number | undefined): string =>
  whole === undefined || whole === 0 ? none : formatPercent((100 * n) / whole, 1);

/** Steps that fewer and fewer take, each a measure of the part: its number, and its share of the first step and of the one before. */
export function Funnel({ call, part, ...shown }: Shown & { readonly call: string; readonly part: Part }): ReactNode {
  const t = useStatTexts();
  const pick = usePick();
  const say = useSaying(shown);
  const drill = useDrill(shown);
  const { data, error, refetch } = useCall(
    pathsOf(shown.statistic).table(call),
    { query: bodyOf(shown.asked), page: 1, pageSize: 1 },
    { inlineErrors: true, keepPrevious: true },
  );
  const steps = part.measures.map((name) => ({ name, n: Number(data?.sums[name] ?? 0) }));
  const first = steps[0]?.n ?? 0;
  const most = Math.max(1, ...steps.map(({ n }) => n));
  return (
    <Section
      title={<PartTitle {...shown} text={part.title} />}
      extra={part.note === undefined ? undefined : <span className="wh-faint">{pick(part.note)}</span>}
    >
      {data === undefined ? (
        <PendingState small error={error} onRetry={() => void refetch()} />
      ) : most === 1 && first === 0 ? (
        <EmptyState small title={t('nothing')} />
      ) : (
        <table className="st-funnel">
          <caption className="wh-visually-hidden">{pick(part.title)}</caption>
          <thead>
            <tr>
              <th scope="col">{t('step')}</th>
              <td aria-hidden="true" />
              <th scope="col" className="st-end">
                {t('count')}
              </th>
              <th scope="col" className="st-end">
                {t('ofFirst')}
              </th>
              <th scope="col" className="st-end">
                {t('ofBefore')}
              </th>
            </tr>
          </thead>
          <tbody>
            {steps.map(({ name, n }, at) => {
              const href = n === 0 ? undefined : drill(name);
              const text = say.number(name, n);
              return (
                <tr key={name}>
                  <th scope="row">{say.label(name)}</th>
                  <td className="st-step" aria-hidden="true">
                    <span style={{ width: `${(100 * n) / most}%` }} />
                  </td>
                  <td className="wh-num st-end">{href === undefined ? text : <Link to={href}>{text}</Link>}</td>
                  <td className="wh-num st-end">{at === 0 ? none : share(n, first)}</td>
                  <td className="wh-num st-end">{at === 0 ? none : share(n, steps[at - 1]?.n)}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      )}
    </Section>
  );
}
