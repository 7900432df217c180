import { ArrowDownOutlined, ArrowUpOutlined } from '@ant-design/icons';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Card, CardKey, DashboardPush, SeriesName, Trend } from '@wheelhouse/contract/dashboard';
import type { StateCounts } from '@wheelhouse/contract/fleet';
import { usePick, useTexts } from '../../../i18n/lang.ts';
import { hrefOfLink } from '../../../routing/page.ts';
import { routeByName } from '../../../routing/routes.ts';
import { formatNumber, formatPercent } from '../../../ui/format.ts';
import { PendingState } from '../../../ui/States.tsx';
import { Sparkline } from './Sparkline.tsx';
import { useFigures } from './board/figures.ts';
import { stateOrder } from '../../fleet/map/texts.ts';
import { cardTexts, texts } from './texts.ts';

/** Which line of the trend a card's shape comes from; `sum`: its total as it grew. */
const shapes: Readonly<Partial<Record<CardKey, { readonly series: SeriesName; readonly sum?: true }>>> = {
  activated: { series: 'newActivated', sum: true },
  activatedToday: { series: 'newActivated' },
  activeToday: { series: 'activeVehicles' },
  appUsers: { series: 'newUsers', sum: true },
  newUsersToday: { series: 'newUsers' },
};
/** Totals show what today added; the others compare with yesterday until this time of the day. */
const totals: readonly CardKey[] = ['vehicles', 'activated', 'appUsers'];

function valuesOf(key: CardKey, trend: Trend | undefined): readonly number[] {
  const shape = shapes[key];
  const all = trend?.series.find((series) => series.name === shape?.series)?.points ?? [];
  // A part of today beside whole days looks like a fall.
  const points = shape?.sum ? all : all.slice(0, -1);
  let sum = 0;
  return points.map(([, n]) => (shape?.sum ? (sum += n) : n));
}

function Change({ card }: { readonly card: Card }): ReactNode {
  const t = useTexts(texts);
  if (card.prev === undefined) return null;
  const by = card.value - card.prev;
  if (totals.includes(card.key))
    return <span className="wh-num">{by > 0 ? t('today', { n: formatNumber(by) }) : t('noChange')}</span>;
  return (
    <span className="wh-num db-change" data-up={by > 0 || undefined} data-down={by < 0 || undefined}>
      {by > 0 ? <ArrowUpOutlined /> : by < 0 ? <ArrowDownOutlined /> : null}{' '}
      {t('thisHour', { n: formatNumber(card.prev) })}
    </span>
  );
}

/** What the vehicles online do, as one bar. */
function StatesBar({ states }: { readonly states: StateCounts | undefined }): ReactNode {
  if (states === undefined) return null;
  return (
    <span className="db-states" aria-hidden="true">
      {stateOrder.map((state) =>
        states[state] > 0 ? <span key={state} data-state={state} style={{ flexGrow: states[state] }} /> : null,
      )}
    </span>
  );
}

function NumberCard({
  card,
  trend,
  states,
}: {
  readonly card: Card;
  readonly trend: Trend | undefined;
  readonly states: StateCounts | undefined;
}): ReactNode {
  const t = useTexts(texts);
  const pick = usePick();
  const rate = formatPercent(card.rate, 2);
  const content = (
    <>
      <span className="db-card-label">{pick(cardTexts[card.key])}</span>
      <span className="db-card-value wh-num">{formatNumber(card.value)}</span>
      <span className="db-card-shape">
        {card.key === 'online' ? <StatesBar states={states} /> : <Sparkline values={valuesOf(card.key, trend)} />}
      </span>
      <span className="db-card-more">
        <Change card={card} />
        {card.rate === undefined ? null : (
          <span className="wh-num">{t(card.key === 'activeToday' ? 'ofActivated' : 'ofAll', { rate })}</span>
        )}
      </span>
    </>
  );
  if (card.link === undefined) return <div className="db-card">{content}</div>;
  return (
    <Link
      className="db-card"
      to={hrefOfLink(card.link)}
      data-unknown={routeByName(card.link.route) === undefined || undefined}
    >
      {content}
    </Link>
  );
}

const waiting: readonly CardKey[] = [
  'vehicles',
  'activated',
  'online',
  'activatedToday',
  'activeToday',
  'appUsers',
  'newUsersToday',
];

/** The key numbers that a user has, live. */
export function AllNumbers(): ReactNode {
  const { numbers, trend, error, retry } = useFigures();
  if (error !== null && numbers === undefined) return <PendingState small error={error} onRetry={retry} />;
  return <KeyNumbers cards={numbers?.cards} trend={trend} states={statesOf(numbers)} />;
}

/** One of them. */
export function OneNumber({ name }: { readonly name: CardKey }): ReactNode {
  const { numbers, trend, error, retry } = useFigures();
  const card = numbers?.cards.find(({ key }) => key === name);
  if (card === undefined) return <PendingState small error={error} onRetry={retry} />;
  return (
    <div className="db-cards">
      <NumberCard card={card} trend={trend} states={statesOf(numbers)} />
    </div>
  );
}

const statesOf = (numbers: DashboardPush | undefined): StateCounts | undefined =>
  numbers && 'states' in numbers ? numbers.states : undefined;

/** The key numbers, each the way to the list behind it where the user may open it. Without cards yet: their places. */
function KeyNumbers({
  cards,
  trend,
  states,
}: {
  readonly cards: readonly Card[] | undefined;
  readonly trend: Trend | undefined;
  readonly states: StateCounts | undefined;
}): ReactNode {
  const t = useTexts(texts);
  return (
    <nav className="db-cards" aria-label={t('numbers')} aria-busy={cards === undefined}>
      {cards === undefined
        ? waiting.map((key) => (
            <div key={key} className="db-card" aria-hidden="true">
              <span className="db-wait" style={{ width: '50%' }} />
              <span className="db-wait" style={{ width: '70%', height: 28 }} />
              <span className="db-wait" style={{ width: '90%' }} />
            </div>
          ))
        : cards.map((card) => <NumberCard key={card.key} card={card} trend={trend} states={states} />)}
    </nav>
  );
}
