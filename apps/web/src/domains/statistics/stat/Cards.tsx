import type { StatCard } from '@wheelhouse/contract/statistics';
import { periodBefore } from '@wheelhouse/entities/statistics/period';
import type { CSSProperties, ReactNode } from 'react';
import { useCall } from '../../../api/query.ts';
import { Change, NumberCard } from '../../../blocks/NumberCard.tsx';
import { usePick } from '../../../i18n/lang.ts';
import { Section } from '../../../ui/Layout.tsx';
import { PendingState } from '../../../ui/States.tsx';
import { PartTitle } from './PartTitle.tsx';
import { bodyOf, pathsOf } from './question.ts';
import { useDrill, useSaying, type Shown } from './shown.ts';
import { statTexts, useStatTexts } from './texts.ts';

function Card({ card, ...shown }: Shown & { readonly card: StatCard }): ReactNode {
  const t = useStatTexts();
  const pick = usePick();
  const say = useSaying(shown);
  const measure = shown.statistic.measures[card.key];
  return (
    <NumberCard
      label={say.label(card.key)}
      help={measure?.help && pick(measure.help)}
      value={say.number(card.key, card.value)}
      href={useDrill(shown)(card.key)}
    >
      <Change value={card.value} before={card.prev} better={measure?.better} />
      <span className="wh-num">{t('before', { value: say.number(card.key, card.prev) })}</span>
      <span className="wh-num">{t('lastYear', { value: say.number(card.key, card.lastYear) })}</span>
    </NumberCard>
  );
}

/** Cards to a row in windows of three sizes: rows are full, as the first card fills what is left. */
function rowsOf(n: number): CSSProperties {
  const half = Math.ceil(n / 2);
  const sizes = { wide: n > mostInARow ? half : n, mid: n > mostInARow - 3 ? half : n, slim: 2 };
  return Object.fromEntries(
    Object.entries(sizes).flatMap(([size, columns]) => [
      [`--st-${size}`, columns],
      [`--st-${size}-first`, Math.ceil(n / columns) * columns - n + 1],
    ]),
  );
}
const mostInARow = 7;

/** The key numbers, each with the period before and last year, and the way to its records. */
export function Cards(shown: Shown): ReactNode {
  const t = useStatTexts();
  const { statistic, asked } = shown;
  const { data, error, refetch } = useCall(
    pathsOf(statistic).summary,
    { query: bodyOf(asked) },
    { inlineErrors: true, keepPrevious: true },
  );
  const before = periodBefore(asked.days);
  return (
    <Section
      title={<PartTitle {...shown} text={statTexts.numbers} />}
      extra={
        <span className="wh-faint st-compared">
          {t('compared', { ...before })}
          {data === undefined ? null : <> · {t('asOf', { time: data.asOf })}</>}
        </span>
      }
    >
      {data === undefined ? (
        <PendingState small error={error} onRetry={() => void refetch()} />
      ) : (
        <div className="st-cards-box">
          <ul className="st-cards" style={rowsOf(data.cards.length)}>
            {data.cards.map((card) => (
              <li key={card.key}>
                <Card card={card} {...shown} />
              </li>
            ))}
          </ul>
        </div>
      )}
    </Section>
  );
}
