import type { OutputOf } from '@wheelhouse/entities/calls';
import { codes } from '@wheelhouse/entities/codes';
import { machines } from '@wheelhouse/entities/machines';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Tx } from '../../../db/pool.ts';
import { today } from '../../../db/wall-clock.ts';
import type { AppContext } from '../../../http/app-call.ts';
import { AppError } from '../../../http/errors.ts';
import { refuseField } from '../../../http/field-texts.ts';
import { id } from '../../../http/kit.ts';
import { boxCampaign, holdBoxes } from '../../events/draws/service.ts';
import { numberNow } from '../number.ts';
import { anyOrder, discountBy, type Made, madeColumns, order, payMinutes } from '../pay/begin.ts';

type Answer = OutputOf<'POST /app/v1/blindbox/order'>;

const { blindBox } = codes.OrderKind;
const { zero, wechat } = codes.PayChannel;
const { toPay } = machines['SM-BlindOrder'].states;
/** Years from which somebody buys by themselves, and from which with a guardian. Source: chapter 10, §2 of the catalogue. */
const [grownUp, child] = [18, 8];

/** What the app orders. */
export const newBoxOrder = z.object({
  activityId: id,
  count: z.int().min(1).max(10),
  ...anyOrder,
  ageConfirmed: z.literal([0, 1]),
  guardianConsent: z.literal([0, 1]).default(0),
});

type Asked = z.output<typeof newBoxOrder>;

/** What the account says of the age counts more than what the buyer says. @throws AppError 7011 */
async function refuseYoung(tx: Tx, userId: string, { ageConfirmed, guardianConsent }: Asked): Promise<void> {
  if (ageConfirmed === 0 && guardianConsent === 0) throw new AppError(7011);
  const { rows } = await sql<{ isGrownUp: boolean | null; isChild: boolean | null }>`
    select birthday <= ${today} - make_interval(years => ${grownUp}) as is_grown_up, birthday > ${today} - make_interval(years => ${child}) as is_child
    from usr_app_user where id = ${userId}::bigint`.execute(tx);
  const [age] = rows;
  if (age?.isChild === true || (age?.isGrownUp === false && guardianConsent === 0)) throw new AppError(7011);
}

/** @returns what one box takes of the budget at most @throws AppError 1001 more than a user may have, 7012 */
async function hold(tx: Tx, ctx: AppContext, { activityId, count }: Asked, most: number): Promise<number> {
  const held = await holdBoxes(tx, { activityId, userId: ctx.appUser.id, count, most });
  if ('heldFen' in held) return held.heldFen;
  const n = held.mayBuy;
  throw refuseField(ctx, 'count', {
    zh: `每人限购${most}个，还可购买${n}个`,
    en: `${most} boxes a user at most: ${n} more can be bought`,
  });
}

async function store(tx: Tx, ctx: AppContext, asked: Asked): Promise<Made> {
  const { appUser } = ctx;
  const {
    activityId,
    count,
    couponId,
    requestId,
    payChannel = wechat,
    clientOs = null,
    ageConfirmed,
    guardianConsent,
  } = asked;
  await refuseYoung(tx, appUser.id, asked);
  const campaign = await boxCampaign(tx, { activityId, userId: appUser.id });
  const totalFen = campaign.priceFen * count;
  const discountFen = await discountBy(tx, ctx, couponId, {
    scope: codes.CouponScope.blindBoxes,
    themeId: null,
    totalFen,
  });
  const heldFen = await hold(tx, ctx, asked, campaign.maxBoxesPerUser);
  const payFen = totalFen - discountFen;
  const { rows } = await sql<Made>`
    insert into ord_order as o (kind, order_no, request_id, activity_id, goods_name, qty, user_id, client_os, unit_price_fen, total_fen, user_coupon_id,
      discount_fen, pay_fen, refunded_fen, pay_channel, expire_time, order_status, refund_status, grant_failed, invoice_status, open_status, age_confirmed,
      guardian_consent, held_fen)
    values (${blindBox}, ${numberNow('BB', 'seq_ord_order')}, ${requestId}, ${activityId}::bigint, ${campaign.name}, ${count}, ${appUser.id}::bigint, ${clientOs},
      ${campaign.priceFen}, ${totalFen}, ${couponId ?? null}::bigint, ${discountFen}, ${payFen}, 0, ${payFen === 0 ? zero : payChannel},
      now() + make_interval(mins => ${payMinutes}), ${toPay}, ${machines['SM-Refund'].states.none}, 0, ${codes.InvoiceStatus.none}, ${codes.BoxOpenStatus.none},
      ${ageConfirmed}, ${guardianConsent}, ${heldFen})
    returning ${madeColumns}`.execute(tx);
  const [made] = rows;
  if (made === undefined) throw new Error('an order was not written');
  return made;
}

/** Orders boxes, or answers the order of the same request. The boxes are held from now on, so that a paid one always holds something. */
export const orderBoxes = (ctx: AppContext, asked: Asked): Promise<Answer> =>
  order(ctx, {
    requestId: asked.requestId,
    asked: `${blindBox}  ${asked.activityId} ${asked.count}`,
    store: (tx) => store(tx, ctx, asked),
  });
