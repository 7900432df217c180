import { codes } from '@wheelhouse/entities/codes';
import { machines } from '@wheelhouse/entities/machines';
import { couponFor } from './coupons.ts';
import { tokenOf } from './raffles.ts';
import type { Session } from './session.ts';

const { wechat, alipay, eCny } = codes.PayChannel;
const { done } = machines['SM-Order'].states;
const { none } = machines['SM-Refund'].states;

/** Buys a theme that is not theirs yet, with a coupon if they have one; the sandbox of the channel has it paid. */
export async function buyTheme(session: Session): Promise<void> {
  const { ask, random } = session;
  const offered = (await ask('GET /app/v1/theme/list', {})).filter(
    ({ saleMode, owned }) => saleMode === codes.ThemeSaleMode.paid && owned === 0,
  );
  if (offered.length === 0) return;
  const { id: themeId, priceFen } = random.pick(offered);
  const coupon = await couponFor(session, { scope: codes.CouponScope.themes, themeId, totalFen: priceFen ?? 0 });
  await ask('POST /app/v1/order/create', {
    goodsType: codes.GoodsType.theme,
    goodsId: themeId,
    qty: 1,
    ...coupon,
    requestId: tokenOf(random, 24),
    payChannel: random.pick([wechat, wechat, alipay, eCny]),
  });
}

/** Asks for the money back of the last thing they bought. */
export async function askForRefund({ ask }: Session): Promise<void> {
  const [order] = (await ask('GET /app/v1/order/list', { status: String(done) })).filter(
    ({ kind }) => kind === codes.OrderKind.goods,
  );
  if (order === undefined || order.refundStatus !== none || order.payFen === 0) return;
  await ask('POST /app/v1/order/refundApply', {
    orderNo: order.orderNo,
    reasonCode: codes.RefundReason.changedMind,
    text: '买错了，想退款重新购买',
  });
}
