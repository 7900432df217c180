import { isRecord } from '@wheelhouse/contract/object';

/** A card of the dashboard where its user has put it: cards follow one another, as in a text, each so many columns wide and rows high. */
export interface PlacedCard {
  /** What it shows: `trend`, `stat.alarm.trend`, `exploration.12`. */
  readonly card: string;
  /** Columns of the grid. */
  readonly w: number;
  /** Rows of the grid; of cards that are as high as what they show, 1. */
  readonly h: number;
}

/** The grid that cards are placed in. */
export const cardGrid = { columns: 12, leastWidth: 2, mostHeight: 24, mostCards: 40 } as const;

const cardPattern = /^[A-Za-z][\w.-]{0,79}$/;
const isWhole = (n: unknown, least: number, most: number): n is number =>
  typeof n === 'number' && Number.isInteger(n) && n >= least && n <= most;

/** Cards as they are kept; undefined for what is none. Which cards there are, and for whom, is not its matter: rights come and go. */
export function readCards(value: unknown): readonly PlacedCard[] | undefined {
  if (!Array.isArray(value) || value.length > cardGrid.mostCards) return undefined;
  const cards = value.flatMap((one: unknown): PlacedCard[] =>
    isRecord(one) &&
    Object.keys(one).length === 3 &&
    typeof one['card'] === 'string' &&
    cardPattern.test(one['card']) &&
    isWhole(one['w'], cardGrid.leastWidth, cardGrid.columns) &&
    isWhole(one['h'], 1, cardGrid.mostHeight)
      ? [{ card: one['card'], w: one['w'], h: one['h'] }]
      : [],
  );
  const isFine = cards.length === value.length && new Set(cards.map(({ card }) => card)).size === cards.length;
  return isFine ? cards : undefined;
}
