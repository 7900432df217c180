import type { OutputOf } from '@wheelhouse/entities/calls';
import { codes } from '@wheelhouse/entities/codes';
import { entityNamed } from '@wheelhouse/entities/registry';
import { machines } from '@wheelhouse/entities/machines';
import { sql } from 'kysely';
import { z } from 'zod';
import type { PayParams } from '../../../adapters/pay/index.ts';
import { withTransaction, type Tx } from '../../../db/pool.ts';
import { assignments } from '../../../entity/store.ts';
import type { AppContext } from '../../../http/app-call.ts';
import type { App } from '../../../http/context.ts';
import { AppError } from '../../../http/errors.ts';
import { refuseField } from '../../../http/field-texts.ts';
import { format, id } from '../../../http/kit.ts';
import { vinInput } from '../../fleet/shared/service.ts';
import { lockCoupon } from '../../prizes/coupons/service.ts';
import { address, moveStock, refuseWrongArea } from '../../prizes/service.ts';
import { logOrder } from '../log.ts';
import { numberNow } from '../number.ts';
import { askChannel, channelFor } from '../pay/channel.ts';
import { settlePaid } from '../pay/settle.ts';
import { offerOf, type Offer } from './offer.ts';

type Answer = OutputOf<'POST /app/v1/order/create'>;

const entity = entityNamed('goodsOrder');
const { physical, theme } = codes.GoodsType;
const { themes, mall } = codes.CouponScope;
const { zero, wechat, alipay, apple, eCny } = codes.PayChannel;
const { toPay } = machines['SM-Order'].states;
const invoice = z.object({
  title: z.string().min(2).max(100),
  taxNo: format('uscc').optional(),
  email: z.email().max(100),
});

/** What the app orders. */
export const newOrder = z.object({
  goodsType: z.literal([theme, physical]),
  goodsId: id,
  qty: z.int().min(1).max(99),
  couponId: id.optional(),
  requestId: z.string().regex(/^[\w-]{8,40}$/),
  payChannel: z.literal([wechat, alipay, apple, eCny]).optional(),
  vin: vinInput.optional(),
  clientOs: z.literal([1, 2, 3]).optional(),
  address: address.optional(),
  invoice: invoice.optional(),
});

type Asked = z.output<typeof newOrder>;

/** Minutes in which an order is paid. */
const payMinutes = 15;
/** Seconds after which a channel that has not called is asked. */
const askAfterSec = 60;

interface Made {
  readonly id: string;
  readonly orderNo: string;
  readonly goodsName: string;
  readonly payFen: number;
  readonly payChannel: number;
  readonly orderStatus: number;
  readonly expireTime: Date;
  readonly asked: string;
}

const columns =
  sql.raw(`o.id::text as id, o.order_no, o.goods_name, o.pay_fen::float8 as pay_fen, o.pay_channel, o.order_status, o.expire_time,
  o.goods_type || ' ' || coalesce(o.theme_id, o.prize_id) || ' ' || o.qty as asked`);
const askedOf = ({ goodsType, goodsId, qty }: Asked): string => `${goodsType} ${goodsId} ${qty}`;

/** The order of the same request, if it was made before. @throws AppError 6046 the request was for something else */
async function madeBefore(tx: Tx, userId: string, asked: Asked): Promise<Made | undefined> {
  const { rows } = await sql<Made>`
    select ${columns} from ord_order o where o.user_id = ${userId}::bigint and o.request_id = ${asked.requestId}`.execute(
    tx,
  );
  const [made] = rows;
  if (made !== undefined && made.asked !== askedOf(asked)) throw new AppError(6046);
  return made;
}

async function refuseUnfit(tx: Tx, ctx: AppContext, { goodsType, qty, address }: Asked): Promise<void> {
  if (goodsType === theme && qty !== 1) throw refuseField(ctx, 'qty', 'invalid');
  if (goodsType !== physical) return;
  if (address === undefined) throw refuseField(ctx, 'address', 'required');
  await refuseWrongArea(tx, ctx, address);
}

async function discountOf(
  tx: Tx,
  ctx: AppContext,
  { couponId, goodsType }: Asked,
  { themeId }: Offer,
  totalFen: number,
) {
  if (couponId === undefined) return 0;
  const scope = goodsType === theme ? themes : mall;
  const off = await lockCoupon(tx, { userCouponId: couponId, userId: ctx.appUser.id, scope, themeId, totalFen });
  if (off === undefined) throw refuseField(ctx, 'couponId', 'invalid');
  return off;
}

/** The vehicle that the caller may use under a VIN. @throws AppError 1001 */
async function vehicleOf(tx: Tx, ctx: AppContext, vin: string | undefined): Promise<string | null> {
  if (vin === undefined) return null;
  const { rows } = await sql<{ id: string }>`
    select v.id::text as id from veh_vehicle v where v.vin = ${vin} and not v.deleted and v.owner_user_id = ${ctx.appUser.id}::bigint`.execute(
    tx,
  );
  const [vehicle] = rows;
  if (vehicle === undefined) throw refuseField(ctx, 'vin', 'invalid');
  return vehicle.id;
}

function valuesOf(asked: Asked, offer: Offer, discountFen: number) {
  const { goodsType, qty, couponId, payChannel = wechat, clientOs, address, invoice } = asked;
  const totalFen = offer.priceFen * qty;
  const payFen = totalFen - discountFen;
  return {
    kind: codes.OrderKind.goods,
    goodsType,
    themeId: offer.themeId,
    prizeId: offer.prizeId,
    goodsName: offer.name,
    goodsSpec: offer.spec,
    qty,
    unitPriceFen: offer.priceFen,
    totalFen,
    userCouponId: couponId ?? null,
    discountFen,
    payFen,
    refundedFen: 0,
    payChannel: payFen === 0 ? zero : payChannel,
    clientOs: clientOs ?? null,
    orderStatus: toPay,
    refundStatus: 0,
    grantFailed: 0,
    invoiceStatus: invoice === undefined ? codes.InvoiceStatus.none : codes.InvoiceStatus.requested,
    ...(invoice && { invoiceTitle: invoice.title, taxNo: invoice.taxNo ?? null, invoiceEmail: invoice.email }),
    ...(goodsType === physical &&
      address && {
        receiver: address.receiver,
        receiverMobile: address.mobile,
        provinceId: address.provinceId,
        cityId: address.cityId,
        districtId: address.districtId,
        address: address.address,
      }),
  };
}

async function store(tx: Tx, ctx: AppContext, asked: Asked, offer: Offer, discountFen: number): Promise<Made> {
  const { app, appUser } = ctx;
  const vehicleId = await vehicleOf(tx, ctx, asked.vin);
  const values = { ...valuesOf(asked, offer, discountFen), userId: appUser.id, vehicleId };
  const sets = assignments(entity, values, app.secrets);
  const { rows } = await sql<Made>`
    insert into ord_order as o (order_no, expire_time, request_id, settlement_rate, partner_name, ${sql.join(sets.map(({ column }) => sql.raw(column)))})
    values (${numberNow('GO', 'seq_ord_order')},
      now() + make_interval(mins => ${payMinutes}), ${asked.requestId}, ${offer.settlementRate}::int, ${offer.partnerName}::text,
      ${sql.join(sets.map(({ value }) => value))})
    returning ${columns}`.execute(tx);
  const [made] = rows;
  if (made === undefined) throw new Error('an order was not written');
  await sql`
    insert into ord_payment (order_id, trade_no, channel, amount_fen, next_time)
    values (${made.id}::bigint, ${made.orderNo}, ${made.payChannel}, ${made.payFen}, now() + make_interval(secs => ${askAfterSec}))`.execute(
    tx,
  );
  return made;
}

async function make(tx: Tx, ctx: AppContext, asked: Asked): Promise<Made> {
  // The same request at the same moment waits, and gets the same answer.
  await sql`select pg_advisory_xact_lock(hashtext('ord_order request'), hashtext(${`${ctx.appUser.id} ${asked.requestId}`}))`.execute(
    tx,
  );
  const before = await madeBefore(tx, ctx.appUser.id, asked);
  if (before !== undefined) return before;
  await refuseUnfit(tx, ctx, asked);
  const offer = await offerOf(tx, { goodsType: asked.goodsType, goodsId: asked.goodsId, userId: ctx.appUser.id });
  const discountFen = await discountOf(tx, ctx, asked, offer, offer.priceFen * asked.qty);
  const made = await store(tx, ctx, asked, offer, discountFen);
  await logOrder(tx, { orderId: made.id, event: 'created' });
  if (made.payFen === 0)
    await settlePaid(tx, ctx.app, {
      tradeNo: made.orderNo,
      channelTradeNo: `ZERO${made.orderNo}`,
      paidFen: 0,
      paidTime: new Date(),
      payerId: null,
    });
  // Last: it locks the prize.
  if (offer.prizeId !== null)
    await moveStock(tx, {
      prizeId: offer.prizeId,
      type: codes.StockLogType.reserve,
      qty: asked.qty,
      goodsOrderId: made.id,
    });
  return made;
}

/** Asks the channel for what is still to be paid. @throws AppError 1020 it does not answer */
async function askForMoney(app: App, made: Made): Promise<PayParams | null> {
  if (made.payFen === 0 || made.orderStatus !== toPay) return null;
  const { orderNo: tradeNo, payFen: amountFen, goodsName: subject, expireTime } = made;
  return askChannel(async () =>
    (await channelFor(app, made.payChannel)).create({ tradeNo, amountFen, subject, expireTime }),
  );
}

/** Makes an order, or answers the one of the same request, and asks for the money when it is stored. */
export async function createOrder(ctx: AppContext, asked: Asked): Promise<Answer> {
  const made = await withTransaction(ctx.app.db, (tx) => make(tx, ctx, asked));
  return { orderNo: made.orderNo, payFen: made.payFen, payParams: await askForMoney(ctx.app, made) };
}
