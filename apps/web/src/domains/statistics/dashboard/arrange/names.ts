import { routeNamed } from '@wheelhouse/entities/routes';
import { statistics, statisticOf } from '@wheelhouse/entities/statistics/all';
import type { Part, Statistic } from '@wheelhouse/entities/statistics/define';
import type { Text } from '../../../../i18n/lang.ts';
import { ownKinds } from '../board/kinds.tsx';
import { statTexts } from '../../stat/texts.ts';

/** A card that may be put on the dashboard. */
export interface Offer {
  readonly card: string;
  readonly title: Text;
  readonly w: number;
  readonly h: number;
  /** The page whose right it needs. */
  readonly of?: Statistic;
}

const [curves, groups, tables] = [
  { w: 6, h: 8 },
  { w: 4, h: 8 },
  { w: 12, h: 9 },
] as const;
/** Parts that say nothing when they are narrow. */
const isWide = ({ chart }: Part): boolean => ['heat', 'map', 'matrix', 'sunburst'].includes(chart);

/** Every part of a statistic as a card. */
export function partsAsCards(statistic: Statistic): readonly Offer[] {
  const { route, cards, trend, groups: grouped, tables: paged = {} } = statistic;
  const offer = (name: string, title: Text, size: { readonly w: number; readonly h: number }): Offer => ({
    card: `stat.${route}.${name}`,
    title,
    ...size,
    of: statistic,
  });
  return [
    ...(cards.length === 0 ? [] : [offer('cards', statTexts.numbers, { w: 12, h: 5 })]),
    ...(trend === undefined ? [] : [offer('trend', trend.title, curves)]),
    ...Object.entries(grouped?.parts ?? {}).map(([key, part]) =>
      offer(`group-${key}`, part.title, isWide(part) ? { ...groups, w: 8 } : groups),
    ),
    ...Object.entries(paged).map(([key, part]) =>
      offer(`table-${key}`, part.title, part.chart === 'funnel' ? curves : tables),
    ),
  ];
}

/** Cards of the dashboard's own. */
export const ownOffers: readonly Offer[] = Object.entries(ownKinds).map(([card, { title, w, h }]) => ({
  card,
  title,
  w,
  h,
}));

export const allStatistics: readonly Statistic[] = Object.values(statistics);

/** What a card is called. */
export function nameOfCard(card: string): Text {
  const own = Object.hasOwn(ownKinds, card) ? ownKinds[card] : undefined;
  if (own !== undefined) return own.title;
  const statistic = statisticOf(card.split('.')[1] ?? '');
  const title = statistic && partsAsCards(statistic).find((one) => one.card === card)?.title;
  if (statistic === undefined || title === undefined) return { zh: card, en: card };
  const { zh, en } = routeNamed(statistic.route);
  return { zh: `${zh}：${title.zh}`, en: `${en}: ${title.en}` };
}
