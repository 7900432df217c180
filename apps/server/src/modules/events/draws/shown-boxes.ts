import type { ShownBoxes } from '@wheelhouse/contract/calls/events/raffles';
import { codes } from '@wheelhouse/entities/codes';
import { sql } from 'kysely';
import type { AppContext } from '../../../http/app-call.ts';
import { AppError } from '../../../http/errors.ts';
import { shownRaffle } from './show.ts';

interface Sold {
  readonly priceFen: number;
  readonly guaranteeCount: number;
  readonly maxBoxesPerUser: number;
  readonly left: number;
  readonly mayBuy: number;
  readonly guaranteedIn: number;
}

/** A campaign of blind boxes as the app shows it: what a box costs, its pool with the odds, what is left. @throws AppError 1002 */
export async function shownBoxes(ctx: AppContext, activityId: string): Promise<ShownBoxes> {
  const { app, appUser } = ctx;
  const { rows } = await sql<Sold>`
    select a.price_fen::float8 as price_fen, a.guarantee_count, a.max_boxes_per_user,
      greatest(0, (select sum(p.quantity - p.won) from act_raffle_prize p where p.activity_id = a.id)::int - s.held) as left,
      greatest(0, a.max_boxes_per_user - coalesce(u.boxes, 0)) as may_buy, greatest(0, a.guarantee_count - coalesce(u.misses, 0)) + 1 as guaranteed_in
    from act_raffle_activity a join act_raffle_state s on s.activity_id = a.id
    left join act_raffle_user u on u.activity_id = a.id and u.user_id = ${appUser.id}::bigint
    where a.id = ${activityId}::bigint and a.activity_type = ${codes.RaffleType.blindBox}`.execute(app.db);
  const [sold] = rows;
  if (sold === undefined) throw new AppError(1002);
  const { id, name, coverUrl, bgImageUrl, startTime, endTime, status, ruleContent, prizes, ...rest } =
    await shownRaffle(ctx, activityId);
  const { guaranteedIn, guaranteeCount, ...about } = sold;
  const { commitment, oddsVersion, seed, eligible, notices } = rest;
  return {
    id,
    name,
    coverUrl,
    bgImageUrl,
    startTime,
    endTime,
    status,
    ruleContent,
    prizes,
    commitment,
    oddsVersion,
    seed,
    eligible,
    notices,
    ...about,
    guaranteeCount,
    guaranteedIn: guaranteeCount === 0 ? null : guaranteedIn,
  };
}
