import { codes } from '@wheelhouse/entities/codes';
import { machines } from '@wheelhouse/entities/machines';
import { sql } from 'kysely';
import type { Tx } from '../../../db/pool.ts';
import { type ActionOf, type HooksOf, only } from '../../../entity/hooks.ts';
import { each } from '../../../entity/refusals.ts';
import { wrongState } from '../../../entity/state-text.ts';
import type { CallContext } from '../../../http/context.ts';
import { AppError } from '../../../http/errors.ts';
import { checkRangeOf } from '../../../http/day-range.ts';
import { refuseField } from '../../../http/field-texts.ts';
import {
  checkedParcel,
  comesBack,
  companyName,
  followParcel,
  type NewParcel,
  parcelState,
} from '../../prizes/express/service.ts';
import { moveStock } from '../../prizes/service.ts';
import { notifyOwner } from '../../messages/service.ts';
import { builtInText } from '../../templates/service.ts';
import { forgetSent } from '../forget.ts';
import { logOrder } from '../log.ts';
import { endPayment } from '../pay/close.ts';
import { applyForRefund } from '../refunds/apply.ts';
import { refuseHeld, returnHeld } from '../refunds/held.ts';
import { checkRefund, isOpenRefund, refuseRefund } from '../refunds/rules.ts';
import { orderCargo } from './cargo.ts';
import { grantAgain } from './grant.ts';

const { paid, shipped } = machines['SM-Order'].states;
const { physical } = codes.GoodsType;
/** Days of a range of times in the list. */
const mostDays = 366;
const sameInvoice = { zh: '这是原发票的号码', en: 'That is the number of the invoice itself' } as const;

interface Goods {
  readonly id: string;
  readonly orderNo: string;
  readonly goodsName: string;
  readonly goodsType: number | null;
  readonly qty: number;
  readonly prizeId: string | null;
  readonly userId: string;
  readonly refundStatus: number;
  readonly provinceId: string | null;
}

/** @throws AppError 1004 nothing is sent, 7003 no address, 7004 money is about to go back */
function refuseUnsent({ goodsType, provinceId, refundStatus }: Goods, ctx: Pick<CallContext, 'lang'>): void {
  if (goodsType !== physical) throw wrongState('GoodsType', goodsType, ctx);
  if (provinceId === null) throw new AppError(7003);
  if (isOpenRefund(refundStatus)) throw new AppError(7004);
}

async function send(tx: Tx, ctx: CallContext, goods: Goods, parcel: NewParcel): Promise<void> {
  const { id, prizeId, qty, userId, goodsName } = goods;
  const expressCompany = await companyName(tx, parcel.expressCompany);
  const content = `${expressCompany.zh} ${parcel.expressNo}`;
  await logOrder(tx, { orderId: id, event: 'shipped', content, operatorId: ctx.user.id });
  const text = await builtInText(tx, 'PRIZE_SHIPPED', {
    prizeName: goodsName,
    expressCompany,
    expressNo: parcel.expressNo,
  });
  await notifyOwner(tx, { userId, kind: 'service', ...text, route: '/order/mine', ref: { type: 'goodsOrder', id } });
  await forgetSent(tx, id);
  await followParcel(tx, orderCargo, id, parcel);
  if (prizeId !== null)
    await moveStock(tx, { prizeId, type: codes.StockLogType.send, qty, goodsOrderId: id, operatorId: ctx.user.id });
}

async function applyIn(action: ActionOf<'goodsOrder', 'refund'>): Promise<{ readonly refundNo: string }> {
  const { tx, ctx, input } = action;
  const row = only(action);
  checkRefund(ctx, row, input);
  const { amountFen, reasonCode, remark, evidence, revokeGoods } = input;
  const refundNo = await applyForRefund(tx, row.id, {
    amountFen,
    reasonCode,
    remark,
    evidence: evidence ?? [],
    revokeGoods,
    submitterId: ctx.user.id,
  });
  return { refundNo };
}

export const orderHooks: HooksOf<'goodsOrder'> = {
  ...parcelState,
  checkQuery(_user, { conditions }) {
    for (const field of ['createTime', 'payTime']) checkRangeOf(conditions, field, { days: mostDays });
  },
  // A line of a workbook ships one order.
  async beforeSave({ tx, ctx, old, values }) {
    if (old === undefined) return;
    if (old.orderStatus !== paid) throw wrongState('OrderStatus', old.orderStatus, ctx);
    refuseUnsent(old, ctx);
    const { expressCompany, expressNo } = values;
    if (!expressCompany) throw refuseField(ctx, 'expressCompany', 'required');
    if (!expressNo) throw refuseField(ctx, 'expressNo', 'required');
    const parcel = await checkedParcel(tx, ctx, { expressCompany: String(expressCompany), expressNo });
    Object.assign(values, parcel, { orderStatus: shipped, shipTime: new Date() });
  },
  async afterSave({ tx, ctx, id, old, values }) {
    if (old === undefined) return;
    const { expressCompany, expressNo } = values;
    await send(tx, ctx, { ...old, id }, { expressCompany: String(expressCompany), expressNo: String(expressNo) });
  },
  refuses: {
    ship: each((row, { ctx }) => refuseUnsent(row, ctx)),
    refund: each((row) => refuseRefund(row)),
    returnHeld: each((row) => refuseHeld(row)),
  },
  actions: {
    close: async (action) => {
      const { tx, ctx, input, store } = action;
      const { id, orderStatus } = only(action);
      if (!(await endPayment(tx, id))) throw wrongState('OrderStatus', orderStatus, ctx);
      store({ closeTime: new Date(), closeReason: input.reason });
      await logOrder(tx, { orderId: id, event: 'closed', content: input.reason, operatorId: ctx.user.id });
    },
    ship: async (action) => {
      const { tx, ctx, input, store } = action;
      const parcel = await checkedParcel(tx, ctx, input);
      store({ ...parcel, shipTime: new Date() });
      await send(tx, ctx, only(action), parcel);
    },
    refund: applyIn,
    returnHeld: async (action) => {
      const { tx, ctx, input } = action;
      const { id, payIssue } = only(action);
      return { refundNo: await returnHeld(tx, id, { remark: input.remark, submitterId: ctx.user.id, payIssue }) };
    },
    regrant: async (action) => {
      action.store({ grantFailed: 0 });
      await grantAgain(action.tx, only(action).id);
    },
    invoice: async (action) => {
      const { tx, ctx, input, store } = action;
      const { id } = only(action);
      store({ invoiceStatus: codes.InvoiceStatus.issued, invoiceNo: input.invoiceNo, invoiceFile: input.fileId });
      await logOrder(tx, { orderId: id, event: 'invoiced', content: input.invoiceNo, operatorId: ctx.user.id });
    },
    redInvoice: async (action) => {
      const { tx, ctx, input, store } = action;
      const { id, invoiceNo } = only(action);
      if (input.redInvoiceNo === invoiceNo) throw refuseField(ctx, 'redInvoiceNo', sameInvoice);
      store({
        invoiceStatus: codes.InvoiceStatus.reversed,
        redInvoiceNo: input.redInvoiceNo,
        redInvoiceTime: new Date(),
      });
      await logOrder(tx, { orderId: id, event: 'redInvoiced', content: input.redInvoiceNo, operatorId: ctx.user.id });
    },
    note: async (action) => {
      const { id } = only(action);
      await logOrder(action.tx, {
        orderId: id,
        event: 'note',
        content: action.input.content,
        operatorId: action.ctx.user.id,
      });
    },
  },
};

/** Orders count as received after so many days, where their parcel does not go back. */
const receivedAfterDays = 15;
export const receivedWhen = sql`t.ship_time <= now() - make_interval(days => ${receivedAfterDays}) and not ${comesBack}`;
