import type { NotIssued } from '@wheelhouse/contract/calls/prizes/coupons';
import { codes, type Code } from '@wheelhouse/entities/codes';
import { sql } from 'kysely';
import type { Tx } from '../../../db/pool.ts';
import { wallClock } from '../../../db/wall-clock.ts';
import type { App } from '../../../http/context.ts';
import { AppError } from '../../../http/errors.ts';
import { notifyOwner } from '../../messages/service.ts';
import { builtInText } from '../../templates/service.ts';
import { notIssued } from '../coupons/service.ts';
import { moveForWinning } from '../stock/stock.ts';

const { physical } = codes.PrizeKind;
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
  /** The campaign that gives it: a physical prize is reserved for it already. */
  readonly activityId?: string;
  /** Days to claim a physical prize. */
  readonly validDays?: number;
}

interface Given {
  readonly id: string | null;
  readonly recordNo: string | null;
  readonly name: string | null;
  readonly until: string | null;
  readonly why: 'kind' | 'gone' | 'owned' | NotIssued | null;
}

const refusalOf = ({ why, name }: Given): AppError => {
  if (why === 'owned') return new AppError(6013, { name: name ?? '' });
  if (why === 'kind' || why === 'gone' || why === null) return new AppError(why === 'kind' ? 1001 : 1002);
  return notIssued(why);
};

/**
 * Gives a user a prize, in the caller's transaction: a physical one is reserved and waits to be claimed, a coupon or theme is
 * theirs at once. One function of the database writes the record, as it does for draws. @returns id and number of the winning record
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
    activityId = null,
  } = given;
  const { rows } = await sql<Given>`
    select g.winning_id::text as id, g.record_no, g.name, ${wallClock('g.until')} as until, g.why
    from award_prize(${userId}::bigint, ${source}::smallint, ${prizeKind}::smallint, ${prizeId}::bigint, ${levelName}::text,
      ${given.validDays ?? claimDays}::integer, ${config.prizeTaxAboveFen}::bigint, ${activityId}::bigint, ${activityName}::text, ${wishId}::bigint) g`.execute(
    tx,
  );
  const [made] = rows;
  if (made === undefined) throw new Error('a winning record was neither written nor refused');
  const { id, recordNo, name } = made;
  if (id === null || recordNo === null || name === null) throw refusalOf(made);
  if (prizeKind === physical) {
    await tellWinner(tx, { id, userId, prizeName: name, until: made.until });
    if (activityId === null) await moveForWinning(tx, { id, prizeId }, 'reserve');
  }
  return { id, recordNo };
}

interface Won {
  /** Of the winning record. */
  readonly id: string;
  readonly userId: string;
  readonly prizeName: string;
  /** `YYYY-MM-DD HH:mm:ss`. */
  readonly until: string | null;
}

/** Says that a prize waits to be claimed. */
export async function tellWinner(tx: Tx, { id, userId, prizeName, until }: Won): Promise<void> {
  const text = await builtInText(tx, 'PRIZE_WON', { prizeName, dueDate: until?.slice(0, 10) ?? '' });
  const about = { userId, kind: 'activity', ref: { type: 'winningRecord', id } } as const;
  await notifyOwner(tx, { ...about, ...text, route: '/prize/mine' });
}
