import { codes } from '../codes.ts';
import type { Issue } from '../define.ts';
import { f, type Row } from '../fields.ts';
import { rowsOf } from '../rows-cells.ts';

/** Odds are integers of 1e-8: a percent with six decimals. What the rows leave of it wins nothing. */
export const wholeOdds = 100_000_000;
const perPercent = 1_000_000;
/** Days to claim a prize where its row does not say. */
export const claimDays = 15;

const { physical, coupon, theme } = codes.PrizeKind;
/** Kinds of prizes that a pool can have. Points have no ledger yet; who wins nothing needs no row. */
export const drawnKinds: readonly number[] = [physical, coupon, theme];

/** A percent as it is written as an integer of 1e-8. */
export const oddsOf = (percent: unknown): number => Math.round(Number(percent ?? 0) * perPercent);

const most = 1_000_000;

const columns = {
  prizeKind: f.dict('PrizeKind', { required: true, label: { zh: '种类', en: 'Kind' } }),
  prizeId: f.refBy(
    'prizeKind',
    { [physical]: 'prize', [coupon]: 'coupon', [theme]: 'appTheme' },
    { required: true, label: { zh: '奖品', en: 'Prize' } },
  ),
  levelName: f.text({ required: true, max: 8, label: { zh: '奖项', en: 'Level' } }),
  quantity: f.int({ required: true, min: 1, max: most, label: { zh: '数量', en: 'Quantity' } }),
  probability: f.decimal({
    required: true,
    min: 0,
    max: 100,
    decimals: 6,
    unit: '%',
    label: { zh: '概率', en: 'Odds' },
  }),
  dailyLimit: f.int({ min: 1, max: most, label: { zh: '每日上限', en: 'A day' } }),
  minIntervalSec: f.int({ min: 1, max: 2_592_000, unit: 's', label: { zh: '最短间隔', en: 'Interval' } }),
  validDays: f.int({ min: 1, max: 90, label: { zh: '领取天数', en: 'Days to claim' } }),
  displayImage: f.image({ maxMb: 1, label: { zh: '展示图', en: 'Image' } }),
} as const;

/** Prize pool of an activity: a row is a prize with its number and its odds. */
export const poolField = f.rows(columns, {
  required: true,
  min: 1,
  max: 20,
  key: 'levelName',
  sortable: true,
  label: { zh: '奖池', en: 'Prize pool' },
  help: {
    zh: '概率最多六位小数，合计不超过100%，其余为「谢谢参与」。每日上限、间隔不填为不限，领取天数不填为15天',
    en: 'Odds have six decimals and come to 100 % at most; the rest wins nothing. Empty: no limit a day, no interval, 15 days to claim',
  },
});

/** A row of a pool as it is stored. */
export interface PoolRow {
  readonly prizeKind: number;
  readonly prizeId: string;
  readonly levelName: string;
  readonly quantity: number;
  /** Percent with six decimals. */
  readonly probability: number;
  readonly dailyLimit: number | null;
  readonly minIntervalSec: number | null;
  readonly validDays: number | null;
  readonly displayImage: string | null;
}

const numberOf = (value: unknown): number | null => (typeof value === 'number' ? value : null);

/** The rows of a pool in whatever was stored. */
export const poolOf = (prizes: unknown): readonly PoolRow[] =>
  rowsOf(prizes).map(
    ({
      prizeKind,
      prizeId,
      levelName,
      quantity,
      probability,
      dailyLimit,
      minIntervalSec,
      validDays,
      displayImage,
    }) => ({
      prizeKind: Number(prizeKind),
      prizeId: String(prizeId),
      levelName: String(levelName),
      quantity: Number(quantity),
      probability: Number(probability),
      dailyLimit: numberOf(dailyLimit),
      minIntervalSec: numberOf(minIntervalSec),
      validDays: numberOf(validDays),
      displayImage: typeof displayImage === 'string' ? displayImage : null,
    }),
  );

/** Odds of the rows of a pool, in their order. */
export const poolOdds = (rows: readonly { readonly probability?: unknown }[]): readonly number[] =>
  rows.map(({ probability }) => oddsOf(probability));

/** @returns an issue where the odds come to more than 100 % */
export function oddsWithinWhole({ prizes }: Row): Issue | undefined {
  const sum = poolOdds(rowsOf(prizes)).reduce((total, odds) => total + odds, 0);
  return sum > wholeOdds ? { field: 'prizes', code: 6003 } : undefined;
}

export function drawnKindsOnly({ prizes }: Row): Issue | undefined {
  return poolOf(prizes).every((row) => drawnKinds.includes(Number(row.prizeKind)))
    ? undefined
    : {
        field: 'prizes',
        text: {
          zh: '奖品可以是实物、优惠券或主题；未中奖者无需列出',
          en: 'Prizes are physical ones, coupons or themes; what wins nothing needs no row',
        },
      };
}

/** A blind box always holds something: the odds come to the whole, and no row has limits of its own. */
export function boxesHoldSomething({ activityType, drawMode, prizes }: Row): Issue | undefined {
  if (Number(activityType) !== codes.RaffleType.blindBox) return undefined;
  const rows = rowsOf(prizes);
  if (poolOdds(rows).reduce((total, odds) => total + odds, 0) !== wholeOdds)
    return { field: 'prizes', text: { zh: '盲盒的概率之和须为100%', en: 'The odds of a blind box come to 100 %' } };
  if (poolOf(prizes).some(({ dailyLimit, minIntervalSec }) => dailyLimit !== null || minIntervalSec !== null))
    return {
      field: 'prizes',
      text: { zh: '盲盒的奖品不能设每日上限和间隔', en: 'Prizes of a blind box have no limit a day and no interval' },
    };
  return Number(drawMode ?? codes.DrawMode.probability) === codes.DrawMode.probability
    ? undefined
    : { field: 'drawMode', text: { zh: '盲盒按概率开出', en: 'A blind box goes by its odds' } };
}
