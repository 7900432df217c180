import type { ShownWish } from '@wheelhouse/contract/calls/events/wishes';
import type { Flag } from '@wheelhouse/contract/calls/kit';
import { machines } from '@wheelhouse/entities/machines';
import { labelOf } from '@wheelhouse/entities/registry';
import { validate } from '@wheelhouse/entities/validate';
import { sql } from 'kysely';
import { z } from 'zod';
import { inCodes } from '../../../db/in-codes.ts';
import { withTransaction, type Tx } from '../../../db/pool.ts';
import { today, wallClock } from '../../../db/wall-clock.ts';
import { codeErrors } from '../../../entity/check-codes.ts';
import { refuseErrors, validationContext } from '../../../entity/check.ts';
import { defineAppCall } from '../../../http/app-call.ts';
import type { Call } from '../../../http/call.ts';
import { AppError } from '../../../http/errors.ts';
import { code, id, paging } from '../../../http/kit.ts';
import { isSwitchedOn, sensitiveWordsIn } from '../../reference/service.ts';
import { nextWishNo, wishEntity, wishStatus } from './records.ts';

/** Wishes of a user on one day of Asia/Shanghai. */
const perDay = 3;
const { inReview, shown, granted } = wishStatus;
const onWall = inCodes([shown, granted]);
const { running } = machines['SM-Raffle'].states;
const category = code(/^\w{1,20}$/);

/** Takes one of the user's wishes of today: the row that counts them says whether there is one left. @throws AppError 6052 */
async function takeTurn(tx: Tx, userId: string): Promise<void> {
  const { rows } = await sql`
    insert into act_wish_day as d (user_id, day, wishes) values (${userId}, ${today}, 1)
    on conflict (user_id, day) do update set wishes = d.wishes + 1 where d.wishes < ${perDay}
    returning wishes`.execute(tx);
  if (rows.length === 0) throw new AppError(6052);
}

/** A wish is made in an event that runs. @throws AppError 6041 */
async function refuseOther(tx: Tx, activityId: string): Promise<void> {
  const { rows } = await sql`
    select 1 from act_raffle_activity where id = ${activityId} and status = ${running} and not deleted`.execute(tx);
  if (rows.length === 0) throw new AppError(6041);
}

const submit = defineAppCall('POST /app/v1/wish/submit', {
  limit: { most: 30, within: 'hour' },
  body: z.object({ category, content: z.string(), activityId: id.nullish() }),
  summary: { zh: 'APP：许愿', en: 'App: make a wish' },
  async run(ctx, { activityId = null, ...form }) {
    const { app, appUser, lang } = ctx;
    const { values, errors } = validate(wishEntity, form, undefined, validationContext(ctx));
    refuseErrors(errors);
    const { content: text, category: kind } = values;
    const label = (name: string): string => labelOf(wishEntity, name)[lang];
    return withTransaction(app.db, async (tx) => {
      refuseErrors(await codeErrors(tx, lang, wishEntity.fields, values, undefined, label));
      if (activityId !== null) await refuseOther(tx, activityId);
      const [content, chosen] = [String(text), String(kind)];
      const words = await sensitiveWordsIn(tx, content);
      const isFlagged = words.length > 0;
      const { rows: passes } = await sql`select 1 where ${isSwitchedOn('WISH_AUTO_PASS')}`.execute(tx);
      const status = !isFlagged && passes.length > 0 ? shown : inReview;
      await takeTurn(tx, appUser.id);
      const wishNo = await nextWishNo(tx);
      await sql`
        insert into act_wish (wish_no, content, category, user_id, activity_id, like_count, status, flagged, flagged_words, top)
        values (${wishNo}, ${content}, ${chosen}, ${appUser.id}, ${activityId}, 0, ${status}, ${isFlagged ? 1 : 0},
          ${isFlagged ? words : null}::text[], 0)`.execute(tx);
      const isShown: Flag = status === shown ? 1 : 0;
      return { wishNo, shown: isShown };
    });
  },
});

const list = defineAppCall('GET /app/v1/wish/list', {
  query: z.looseObject({ ...paging({ most: 50 }), category: category.optional() }),
  summary: { zh: 'APP：心愿墙', en: 'App: wishes' },
  async run({ app, appUser }, { category: only = null, page, pageSize }) {
    const { rows } = await sql<ShownWish>`
      select w.id::text as id, w.content, w.category, u.nickname, w.like_count, w.top, (w.status = ${granted})::int as granted,
        exists (select from act_wish_like l where l.wish_id = w.id and l.user_id = ${appUser.id})::int as liked,
        w.reply_content as reply, ${wallClock('w.reply_time')} as reply_time, ${wallClock('w.create_time')} as create_time
      from act_wish w join usr_app_user u on u.id = w.user_id
      where w.status ${onWall} and not w.deleted and (${only}::text is null or w.category = ${only}::text)
      order by w.top desc, w.create_time desc, w.id desc limit ${pageSize} offset ${(page - 1) * pageSize}`.execute(
      app.db,
    );
    return rows;
  },
});

const like = defineAppCall('POST /app/v1/wish/like', {
  limit: { most: 120, within: 'minute' },
  body: z.object({ id }),
  summary: { zh: 'APP：赞心愿', en: 'App: like a wish' },
  async run({ app, appUser }, input) {
    return withTransaction(app.db, async (tx) => {
      // Not a change of the record: whoever is reviewing it need not load it again.
      await sql`
        with liked as (
          insert into act_wish_like (wish_id, user_id)
          select w.id, ${appUser.id}::bigint from act_wish w where w.id = ${input.id} and w.status ${onWall} and not w.deleted
          on conflict do nothing returning wish_id)
        update act_wish w set like_count = w.like_count + 1 from liked where w.id = liked.wish_id`.execute(tx);
      const { rows } = await sql<{ likeCount: number }>`
        select like_count from act_wish where id = ${input.id} and status ${onWall} and not deleted`.execute(tx);
      const [found] = rows;
      if (found === undefined) throw new AppError(1002);
      return found;
    });
  },
});

/** Calls of the app's users about wishes. */
export const wishAppCalls: readonly Call[] = [submit, list, like];
