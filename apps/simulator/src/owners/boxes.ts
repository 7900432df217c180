import { codes } from '@wheelhouse/entities/codes';
import { machines } from '@wheelhouse/entities/machines';
import { couponFor } from './coupons.ts';
import { tokenOf } from './raffles.ts';
import type { Session } from './session.ts';

const { wechat, alipay } = codes.PayChannel;
const { running } = machines['SM-Raffle'].states;
const { paid } = machines['SM-BlindOrder'].states;
/** Boxes in one order. */
const most = 3;

/** Buys blind boxes of an event that runs, with a coupon if they have one; the sandbox of the channel has them paid. */
export async function buyBoxes(session: Session): Promise<void> {
  const { ask, random } = session;
  const events = (await ask('GET /app/v1/raffle/list', { type: String(codes.RaffleType.blindBox) })).filter(
    ({ status, type }) => status === running && type === codes.RaffleType.blindBox,
  );
  if (events.length === 0) return;
  const {
    id: activityId,
    left,
    mayBuy,
    eligible,
    priceFen,
  } = await ask('GET /app/v1/blindbox/detail', {
    activityId: random.pick(events).id,
  });
  const count = Math.min(random.int(1, most), left, mayBuy);
  if (eligible === 0 || count === 0) return;
  const coupon = await couponFor(session, { scope: codes.CouponScope.blindBoxes, totalFen: count * priceFen });
  await ask('POST /app/v1/blindbox/order', {
    activityId,
    count,
    ...coupon,
    ageConfirmed: 1,
    requestId: tokenOf(random, 24),
    payChannel: random.pick([wechat, wechat, alipay]),
  });
}

/** Opens what they have bought; some leave a box for later. */
export async function openBoxes({ ask, random }: Session): Promise<void> {
  const orders = (await ask('GET /app/v1/order/list', { status: String(paid) })).filter(
    ({ toOpen }) => toOpen.length > 0,
  );
  const [order] = orders;
  if (order === undefined) return;
  for (const boxNo of order.toOpen)
    if (random.chance(0.8)) await ask('POST /app/v1/blindbox/open', { orderNo: order.orderNo, boxNo });
}
