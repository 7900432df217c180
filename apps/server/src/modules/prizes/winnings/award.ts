import { codes, type Code } from '@wheelhouse/entities/codes';
import { machines } from '@wheelhouse/entities/machines';
import { sql, type RawBuilder } from 'kysely';
import type { Tx } from '../../../db/pool.ts';
import { runningNumber } from '../../../db/running-number.ts';
import { todayDigits, wallClock } from '../../../db/wall-clock.ts';
import type { App } from '../../../http/context.ts';
import { AppError } from '../../../http/errors.ts';
import { notifyOwner } from '../../messages/service.ts';
import { builtInText } from '../../templates/service.ts';
import { issueCoupon, notIssued } from '../coupons/service.ts';
import { moveForWinning } from '../stock/stock.ts';

const { toClaim, done } = machines['SM-Winning'].states;
const { physical, coupon, theme } = codes.PrizeKind;
const claimDays = 15;

export interface Award {
  readonly userId: string;
  readonly source: Code<'WinSource'>;
  /** Name of the activity, as users know it. */
  readonly activityName: string;
  readonly prizeKind: Code<'PrizeKind'>;
  /** The prize, coupon or theme. */
  readonly prizeId: string;
  readonly levelName?: string;
  /** The wish that it grants. */
  readonly wishId?: string;
  /** Days to claim a physical prize. */
  readonly validDays?: number;
}

interface Thing {
  readonly name: string;
  readonly marketPriceFen: number | null;
  readonly deliveryMode: number | null;
}

/** Where the things of a kind are, what a record calls them, and which of them may be given. */
const kinds = new Map<number, { readonly table: string; readonly column: string; readonly isOn: RawBuilder<unknown> }>([
  [physical, { table: 'act_prize', column: 'prize_id', isOn: sql`enabled = ${machines['SM-Enable'].states.enabled}` }],
  [coupon, { table: 'act_coupon', column: 'coupon_id', isOn: sql`status = ${machines['SM-Coupon'].states.issuing}` }],
  [theme, { table: 'cnt_app_theme', column: 'theme_id', isOn: sql`status = ${machines['SM-Theme'].states.onShelf}` }],
]);

/** What is given, and the column of a record for it. @throws AppError 1001 no such kind, 1002 no such thing */
async function thingOf(tx: Tx, { prizeKind, prizeId }: Award): Promise<Thing & { readonly column: string }> {
  const kind = kinds.get(prizeKind);
  if (kind === undefined) throw new AppError(1001);
  const more =
    prizeKind === physical
      ? sql`market_price_fen::int as "marketPriceFen", delivery_mode as "deliveryMode"`
      : sql`null::int as "marketPriceFen", null::int as "deliveryMode"`;
  const { rows } = await sql<Thing>`
    select name, ${more} from ${sql.table(kind.table)} where id = ${prizeId} and not deleted and ${kind.isOn}`.execute(
    tx,
  );
  const [thing] = rows;
  if (thing === undefined) throw new AppError(1002);
  return { ...thing, column: kind.column };
}

/**
 * Gives a user a prize, in the caller's transaction: a physical one is reserved and waits to be claimed, a coupon or theme is
 * theirs at once. What is scarce is taken last. @returns id and number of the winning record
 * @throws AppError 6004 none is left; 6013 they have the theme already; 6022 to 6024 no coupon for them
 * @for a prize for a user: their record, the stock and the message: `award`
 */
export async function award(
  tx: Tx,
  { config }: Pick<App, 'config'>,
  given: Award,
): Promise<{ readonly id: string; readonly recordNo: string }> {
  const {
    userId,
    source,
    activityName,
    prizeKind,
    prizeId,
    levelName = null,
    wishId = null,
    validDays = claimDays,
  } = given;
  const isPhysical = prizeKind === physical;
  const { name, marketPriceFen, deliveryMode, column } = await thingOf(tx, given);
  const isTaxed = isPhysical && (marketPriceFen ?? 0) > config.prizeTaxAboveFen;
  const { rows } = await sql<{ id: string; recordNo: string; until: string | null }>`
    insert into act_winning_record (record_no, source, activity_name, user_id, prize_kind, ${sql.raw(column)}, wish_id, prize_name, level_name,
      market_price_fen, win_time, claim_deadline, status, delivery_mode, tax_flag, risk_flag, done_time)
    values ('WN' || ${todayDigits} || ${runningNumber('seq_act_winning', 6)}, ${source}, ${activityName}, ${userId}, ${prizeKind},
      ${prizeId}, ${wishId}, ${name}, ${levelName}, ${marketPriceFen}, now(),
      ${isPhysical ? sql`now() + make_interval(days => ${validDays})` : null}, ${isPhysical ? toClaim : done}, ${deliveryMode},
      ${isTaxed ? 1 : 0}, 0, ${isPhysical ? null : sql`now()`})
    returning id::text as id, record_no as "recordNo", ${wallClock('claim_deadline')} as until`.execute(tx);
  const [made] = rows;
  if (made === undefined) throw new Error('a winning record was not written');
  const { id, recordNo, until } = made;
  await hand(tx, given, { id, recordNo, name, until });
  return { id, recordNo };
}

interface Made {
  readonly id: string;
  readonly recordNo: string;
  readonly name: string;
  readonly until: string | null;
}

/** Gives what there is to give: what is scarce is taken by the last statement. */
async function hand(tx: Tx, { userId, prizeKind, prizeId }: Award, { id, recordNo, name, until }: Made): Promise<void> {
  if (prizeKind === theme) {
    const { rows } = await sql`
      insert into cnt_user_theme (user_id, theme_id, source, order_no, time)
      values (${userId}, ${prizeId}, ${codes.ThemeSource.prize}, ${recordNo}, now()) on conflict do nothing returning id`.execute(
      tx,
    );
    if (rows.length === 0) throw new AppError(6013, { name });
    return;
  }
  if (prizeKind === coupon) {
    const issued = await issueCoupon(tx, { couponId: prizeId, userId, source: codes.CouponSource.won });
    if ('why' in issued) throw notIssued(issued.why);
    return;
  }
  const text = await builtInText(tx, 'PRIZE_WON', { prizeName: name, dueDate: until?.slice(0, 10) ?? '' });
  await notifyOwner(tx, {
    userId,
    kind: 'activity',
    ...text,
    route: '/prize/mine',
    ref: { type: 'winningRecord', id },
  });
  await moveForWinning(tx, { id, prizeId }, 'reserve');
}
