import type { Row } from '@wheelhouse/entities';
import { codes } from '@wheelhouse/entities/codes';
import { oddsOf, wholeOdds } from '@wheelhouse/entities/events/raffle-pool';
import { textOf } from '../../../entity-ui/model.ts';
import { formatNumber } from '../../../ui/format.ts';

const perPercent = 1_000_000;
const draws = 10_000;
const { coupon, physical } = codes.PrizeKind;

/** A number of a row that may still be typed. */
const numberOf = (value: unknown): number => (Number.isFinite(Number(value)) ? Number(value) : 0);

export interface PoolLine {
  readonly levelName: string;
  /** In units of 1e-8. */
  readonly odds: number;
  readonly quantity: number;
  /** Of one prize; undefined while it is not known. */
  readonly costFen: number | undefined;
}

export interface Pool {
  readonly lines: readonly PoolLine[];
  readonly sum: number;
  /** What wins nothing; 0 where the odds are too many. */
  readonly rest: number;
  /** By how much the odds are too many. */
  readonly over: number;
  /** Of all whose cost is known. */
  readonly costFen: number;
  readonly unknownCosts: number;
}

/** What the rows of a pool come to, in whole numbers. */
export function summaryOf(rows: readonly Row[], costOf: (row: Row) => number | undefined): Pool {
  const lines = rows.map((row): PoolLine => {
    const { levelName, probability, quantity } = row;
    return {
      levelName: textOf(levelName),
      odds: Math.max(0, oddsOf(numberOf(probability))),
      quantity: Math.max(0, Math.trunc(numberOf(quantity))),
      costFen: costOf(row),
    };
  });
  const sum = lines.reduce((total, { odds }) => total + odds, 0);
  return {
    lines,
    sum,
    rest: Math.max(0, wholeOdds - sum),
    over: Math.max(0, sum - wholeOdds),
    costFen: lines.reduce((total, { quantity, costFen = 0 }) => total + quantity * costFen, 0),
    unknownCosts: lines.filter(({ costFen }) => costFen === undefined).length,
  };
}

/** Odds as a percent with as many decimals as they have, six at most. */
export const percentOf = (odds: number): string => `${formatNumber(odds / perPercent)}%`;

/** How many of ten thousand draws come to it. */
export const expectedOf = (odds: number): string => formatNumber((odds * draws) / wholeOdds);

/** How strong the colour of a level is, up to 1: the first levels stand out, whatever their odds. */
export const strengthOf = (at: number, of: number): number => 1 - (of < 2 ? 0 : (0.68 * at) / (of - 1));

/** Ids of the records of a kind that rows name. */
const idsOf = (rows: readonly Row[], kind: number): readonly string[] =>
  [...new Set(rows.flatMap(({ prizeKind, prizeId }) => (Number(prizeKind) === kind ? [textOf(prizeId)] : [])))].filter(
    (id) => id !== '',
  );

export const prizesOf = (rows: readonly Row[]): readonly string[] => idsOf(rows, physical);
export const couponsOf = (rows: readonly Row[]): readonly string[] => idsOf(rows, coupon);
