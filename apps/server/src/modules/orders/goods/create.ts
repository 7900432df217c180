import type { OutputOf } from '@wheelhouse/entities/calls';
import { codes } from '@wheelhouse/entities/codes';
import { entityNamed } from '@wheelhouse/entities/registry';
import { machines } from '@wheelhouse/entities/machines';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Tx } from '../../../db/pool.ts';
import { assignments } from '../../../entity/store.ts';
import type { AppContext } from '../../../http/app-call.ts';
import { refuseField } from '../../../http/field-texts.ts';
import { format, id } from '../../../http/kit.ts';
import { vinInput } from '../../fleet/shared/service.ts';
import { address, moveStock, refuseWrongArea } from '../../prizes/service.ts';
import { numberNow } from '../number.ts';
import { anyOrder, discountBy, type Made, madeColumns, order, payMinutes } from '../pay/begin.ts';
import { offerOf, type Offer } from './offer.ts';

type Answer = OutputOf<'POST /app/v1/order/create'>;

const entity = entityNamed('goodsOrder');
const { physical, theme } = codes.GoodsType;
const { themes, mall } = codes.CouponScope;
const { zero, wechat } = codes.PayChannel;
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
  ...anyOrder,
  vin: vinInput.optional(),
  address: address.optional(),
  invoice: invoice.optional(),
});

type Asked = z.output<typeof newOrder>;

const askedOf = ({ goodsType, goodsId, qty }: Asked): string =>
  `${codes.OrderKind.goods} ${goodsType} ${goodsId} ${qty}`;

async function refuseUnfit(tx: Tx, ctx: AppContext, { goodsType, qty, address }: Asked): Promise<void> {
  if (goodsType === theme && qty !== 1) throw refuseField(ctx, 'qty', 'invalid');
  if (goodsType !== physical) return;
  if (address === undefined) throw refuseField(ctx, 'address', 'required');
  await refuseWrongArea(tx, ctx, address);
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
    returning ${madeColumns}`.execute(tx);
  const [made] = rows;
  if (made === undefined) throw new Error('an order was not written');
  return made;
}

/** Orders goods, or answers the order of the same request. */
export async function createOrder(ctx: AppContext, asked: Asked): Promise<Answer> {
  const { goodsType, goodsId, qty, couponId, requestId } = asked;
  let prizeId: string | null = null;
  return order(ctx, {
    requestId,
    asked: askedOf(asked),
    async store(tx) {
      await refuseUnfit(tx, ctx, asked);
      const offer = await offerOf(tx, { goodsType, goodsId, userId: ctx.appUser.id });
      ({ prizeId } = offer);
      const scope = goodsType === theme ? themes : mall;
      const totalFen = offer.priceFen * qty;
      const discountFen = await discountBy(tx, ctx, couponId, { scope, themeId: offer.themeId, totalFen });
      return store(tx, ctx, asked, offer, discountFen);
    },
    async hold(tx, { id: goodsOrderId }) {
      if (prizeId !== null) await moveStock(tx, { prizeId, type: codes.StockLogType.reserve, qty, goodsOrderId });
    },
  });
}
