import type { PlacedCard } from '@wheelhouse/entities/access/dashboard-cards';
import type { CardKey } from '@wheelhouse/contract/dashboard';
import { cardKeys } from '@wheelhouse/contract/dashboard';
import { Suspense, type ReactNode } from 'react';
import type { Text } from '../../../../i18n/lang.ts';
import { NoticeStrip } from '../../../../blocks/notice/NoticeStrip.tsx';
import { part } from '../../../../ui/part.tsx';
import { LoadingState } from '../../../../ui/States.tsx';
import { AllNumbers, OneNumber } from '../KeyNumbers.tsx';
import { OwnPages } from '../OwnPages.tsx';
import { ShortcutBar } from '../ShortcutBar.tsx';
import { cardTexts, texts } from '../texts.ts';
import { Todo } from '../Todo.tsx';
import { TrendSection } from '../TrendSection.tsx';

// What is further down, or on no board, is not loaded.
const AlarmOverview = part(async () => ({ default: (await import('../Alarms.tsx')).AlarmOverview }));
const AlarmTop = part(async () => ({ default: (await import('../Alarms.tsx')).AlarmTop }));
const ModelShare = part(async () => ({ default: (await import('../ViewCharts.tsx')).ModelShare }));
const BatteryHealth = part(async () => ({ default: (await import('../ViewCharts.tsx')).BatteryHealth }));
const TopCities = part(async () => ({ default: (await import('../ViewCharts.tsx')).TopCities }));
const FleetCard = part(() => import('../FleetCard.tsx'));
const LiveFeed = part(async () => ({ default: (await import('../LiveFeed.tsx')).LiveFeed }));
const ExplorationCard = part(() => import('../../explore/ExplorationCard.tsx'));
const StatCard = part(() => import('./StatCard.tsx'));

type Can = (code: string) => boolean;

/** A kind of card: what it shows, to whom, and its size at first. */
export interface CardKind {
  readonly title: Text;
  readonly may: (can: Can) => boolean;
  readonly w: number;
  readonly h: number;
  /** It is as high as what it shows, not so many rows. */
  readonly strip?: true;
  /** Its place is kept free until it comes into the window itself, not near it. */
  readonly heavy?: true;
  readonly show: () => ReactNode;
}

const vehicles = (can: Can): boolean => can('vehicleManage.query');
const users = (can: Can): boolean => can('appuserManager.query');
const alarms = (can: Can): boolean => can('alarmManage.query');
const figures = (can: Can): boolean => vehicles(can) || users(can);
const everybody = (): boolean => true;
/** Whether any figure of the dashboard's own is for this user. */
export const hasFigures = (can: Can): boolean => figures(can) || alarms(can) || can('batteryManage.query');

const usersCards: readonly CardKey[] = ['appUsers', 'newUsersToday'];
const numberKinds = cardKeys.map((key): [string, CardKind] => [
  `number.${key}`,
  {
    title: cardTexts[key],
    may: usersCards.includes(key) ? users : vehicles,
    w: 2,
    h: 1,
    strip: true,
    show: () => <OneNumber name={key} />,
  },
]);

/** Cards of the dashboard's own (catalogue 11, §1), in the order of the gallery. */
export const ownKinds: Readonly<Record<string, CardKind>> = {
  notices: { title: texts.notices, may: everybody, w: 12, h: 1, strip: true, show: () => <NoticeStrip /> },
  shortcuts: { title: texts.shortcuts, may: everybody, w: 12, h: 1, strip: true, show: () => <ShortcutBar /> },
  pages: { title: texts.nothingTitle, may: everybody, w: 12, h: 1, strip: true, show: () => <OwnPages /> },
  numbers: { title: texts.numbers, may: figures, w: 12, h: 1, strip: true, show: () => <AllNumbers /> },
  ...Object.fromEntries(numberKinds),
  trend: { title: texts.trendTitle, may: figures, w: 9, h: 10, show: () => <TrendSection /> },
  todo: { title: texts.todo, may: everybody, w: 3, h: 10, show: () => <Todo /> },
  alarms: { title: texts.alarms, may: alarms, w: 7, h: 6, show: () => <AlarmOverview /> },
  alarmTop: { title: texts.alarmTop, may: alarms, w: 5, h: 6, show: () => <AlarmTop /> },
  map: { title: texts.fleet, may: vehicles, w: 9, h: 9, heavy: true, show: () => <FleetCard /> },
  feed: { title: texts.feed, may: vehicles, w: 3, h: 9, heavy: true, show: () => <LiveFeed /> },
  models: { title: texts.models, may: vehicles, w: 4, h: 7, show: () => <ModelShare /> },
  soh: { title: texts.soh, may: (can) => can('batteryManage.query'), w: 4, h: 7, show: () => <BatteryHealth /> },
  cities: { title: texts.cities, may: vehicles, w: 4, h: 7, show: () => <TopCities /> },
};

/** `exploration.12`: a saved exploration. */
const explorationKey = /^exploration\.(\d+)$/;
/** `stat.alarmStatistics.trend`: a part of the statistic that a route shows. */
const statKey = /^stat\.(\w+)\.([\w-]+)$/;

/** What a card is; undefined for one that this release does not know. Parts of statistics take their name from their definition (`names.ts`). */
export function kindOf(card: string): Omit<CardKind, 'title' | 'w' | 'h'> | undefined {
  const own = Object.hasOwn(ownKinds, card) ? ownKinds[card] : undefined;
  if (own !== undefined) return own;
  const [, id] = explorationKey.exec(card) ?? [];
  if (id !== undefined)
    return { may: (can) => can('exploreStatistics.query'), show: () => <ExplorationCard id={id} /> };
  const [, route, name] = statKey.exec(card) ?? [];
  if (route === undefined || name === undefined) return undefined;
  return {
    may: (can) => can(`${route}.query`),
    show: () => (
      <Suspense fallback={<LoadingState small />}>
        <StatCard route={route} name={name} />
      </Suspense>
    ),
  };
}

/** Statistics of which whoever has no other figures sees the curves, the first two that are theirs. */
const instead = [
  'vehicleRepairStatistics',
  'activationStatistics',
  'alarmStatistics',
  'faultStatisticIndex',
  'vehicleTrafficStatistics',
] as const;
const shownInstead = 2;

const placed = (card: string, of: Partial<PlacedCard> = {}): PlacedCard => ({
  card,
  w: ownKinds[card]?.w ?? 6,
  h: ownKinds[card]?.h ?? 8,
  ...of,
});

/** The cards of a role, by what its users may see. */
export function cardsOfRole(can: Can, hasMorePages: boolean): readonly PlacedCard[] {
  const own = (...names: readonly string[]): PlacedCard[] =>
    names.filter((name) => ownKinds[name]?.may(can) === true).map((name) => placed(name));
  if (hasFigures(can)) {
    const main = own('notices', 'shortcuts', 'numbers', 'trend', 'todo', 'alarms', 'alarmTop', 'map', 'feed');
    return [...main, ...own('models', 'soh', 'cities')];
  }
  return [
    ...own('notices', ...(hasMorePages ? ['shortcuts'] : []), 'pages'),
    ...instead
      .filter((route) => can(`${route}.query`))
      .slice(0, shownInstead)
      .map((route) => placed(`stat.${route}.trend`)),
    placed('todo', { w: 12, h: 6 }),
  ];
}
