import fc from 'fast-check';
import { codes } from '@wheelhouse/entities/codes';
import { machines } from '@wheelhouse/entities/machines';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { wholeSum } from '../../src/modules/orders/ledger/balances.ts';
import { takeTrade } from '../../src/modules/orders/pay/settle.ts';
import { paymentsAwaited } from '../../src/modules/orders/pay/work.ts';
import { takeRefund } from '../../src/modules/orders/refunds/finish.ts';
import { foldSums } from '../../src/modules/orders/summary.ts';
import { couponKit } from '../prizes/coupon-kit.ts';
import { signInAs } from '../support/people.ts';
import {
  begin,
  end,
  feeOf,
  mayApply,
  paidBack,
  pay,
  payFenOf,
  steps,
  type Model,
  type Step,
} from './histories-model.ts';
import { ordersWorld, type OrdersWorld } from './orders-kit.ts';

/** Histories of a run; more: `HISTORIES=10000 npx vitest run histories`. */
const runs = Number(process.env['HISTORIES'] ?? 60);
const orders = machines['SM-Order'].states;
const refunds = machines['SM-Refund'].states;

let w: OrdersWorld;
let second: string;
let goods: { readonly theme: string; readonly mall: string; readonly coupon: string };
beforeAll(async () => {
  w = await ordersWorld();
  second = (await signInAs(w.t, { roles: ['finance'] })).token;
  const { couponNo } = await couponKit(w.t).published({ amountFen: 300, thresholdFen: 0, total: 100_000 });
  goods = { theme: await w.theme(1_999), mall: await w.goods(50_000), coupon: couponNo };
});
afterAll(() => w.stop());

const run = (text: string, values: unknown[] = []) => w.t.app.pool.query(text, values);

interface Told {
  readonly orderStatus: number;
  readonly refundStatus: number;
  readonly payIssue: number | null;
  readonly refundedFen: string;
  readonly refundingFen: string;
  readonly feeFen: string;
  readonly feeBackFen: string;
  readonly couponStatus: number | null;
  readonly channelFen: string;
  readonly suspenseFen: string;
  readonly stock: readonly number[] | null;
}

/** What the database says of an order after each step. */
async function told(orderNo: string): Promise<Told> {
  const { rows } = await run(
    `select o.order_status as "orderStatus", o.refund_status as "refundStatus", o.pay_issue as "payIssue", o.refunded_fen as "refundedFen", o.refunding_fen as "refundingFen",
       o.fee_fen as "feeFen", o.fee_back_fen as "feeBackFen", (select status from act_user_coupon c where c.id = o.user_coupon_id) as "couponStatus",
       (select array_agg(l.type order by l.id) from act_prize_stock_log l where l.goods_order_id = o.id) as stock, l.*
     from ord_order o cross join lateral (
       select coalesce(sum(e.amount_fen) filter (where a.kind = 'channel'), 0) as "channelFen", coalesce(sum(-e.amount_fen) filter (where a.kind = 'suspense'), 0) as "suspenseFen"
       from ldg_transaction t join ldg_entry e on e.transaction_id = t.id join ldg_account a on a.id = e.account_id where t.order_no = o.order_no) l
     where o.order_no = $1`,
    [orderNo],
  );
  const [row] = rows as Told[];
  if (row === undefined) throw new Error(`no order ${orderNo}`);
  return row;
}

const { reserve, release, send } = codes.StockLogType;

/** The same of the model. */
function expected(model: Model) {
  const isAside = [refunds.inReview, refunds.refunding, refunds.failed].some((state) => state === model.refundStatus);
  const trades = [...model.trades.values()];
  const held = model.isLate ? payFenOf(model) - model.refundedFen : 0;
  return {
    orderStatus: model.status,
    refundStatus: model.refundStatus,
    payIssue: model.issue,
    refundedFen: model.refundedFen,
    refundingFen: isAside ? model.askedFen : 0,
    feeFen: model.feeFen,
    feeBackFen: model.feeBackFen,
    couponStatus: model.couponStatus,
    channelFen: trades.reduce((sum, fen) => sum + fen - feeOf(fen), 0) - model.refundedFen + model.feeBackFen,
    suspenseFen: model.suspenseFen + held,
    stock: model.isMall ? [reserve, ...(model.isShipped ? [send] : model.stock === 'free' ? [release] : [])] : null,
  };
}

const asNumbers = (row: Told) =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [name, typeof value === 'string' ? Number(value) : value]),
  );

interface Live {
  readonly model: Model;
  readonly orderNo: string;
}

const comes = async ({ model, orderNo }: Live, tradeNo: string, amountFen: number): Promise<void> => {
  await takeTrade(w.t.app, {
    tradeNo: orderNo,
    state: 'paid',
    channelTradeNo: `${tradeNo}${orderNo}`,
    amountFen,
    paidTime: new Date(),
    payerId: 'oUpF8u',
  });
  pay(model, tradeNo, amountFen);
};

async function apply({ model, orderNo }: Live, amountFen: number): Promise<void> {
  const body = {
    orderNo,
    amountFen,
    reasonCode: codes.RefundReason.changedMind,
    remark: '不想要了，申请退款',
    revokeGoods: 0,
  };
  const { code } = await w.post('goodsOrder/refund', body);
  const left = payFenOf(model) - model.refundedFen;
  if (!mayApply(model)) expect(code).not.toBe(0);
  else if (amountFen > left || amountFen < 1) expect(code).not.toBe(0);
  else {
    expect(code).toBe(0);
    model.refundStatus = refunds.inReview;
    model.askedFen = amountFen;
  }
}

/** Decides the newest refund as the second person would, where there is one to decide. */
async function decide({ model, orderNo }: Live, path: string, body: object, from: number, to: number): Promise<void> {
  if (model.refundStatus === refunds.none) return;
  const { id, rev } = await w.refundOf(orderNo);
  const { code } = await w.post(`refund/${path}`, { id, rev, ...body }, second);
  expect(code === 0, path).toBe(model.refundStatus === from);
  if (code === 0) model.refundStatus = to;
}

async function channelSays({ model, orderNo }: Live, state: 'done' | 'refused'): Promise<void> {
  if (model.refundStatus === refunds.none) return;
  const { refundNo, amountFen } = await w.refundOf(orderNo);
  await takeRefund(w.t.app, {
    tradeNo: orderNo,
    refundNo,
    channelRefundNo: `50${refundNo}`,
    amountFen,
    state,
    doneTime: new Date(),
    why: state === 'refused' ? 'ABNORMAL' : null,
  });
  if (state === 'done') paidBack(model);
  else if (model.refundStatus === refunds.refunding) model.refundStatus = refunds.failed;
}

/** Rounds until the payment of an order is no longer awaited: others may be due before it, and a channel that did not answer is asked again. */
async function ended(orderNo: string, rounds = 0): Promise<void> {
  const { rows } = await run(
    'update ord_payment set next_time = now() where trade_no = $1 and next_time is not null returning attempts, last_error',
    [orderNo],
  );
  if (rows.length === 0) return;
  expect(rounds, JSON.stringify(rows)).toBeLessThan(20);
  await paymentsAwaited.round(w.t.app);
  return ended(orderNo, rounds + 1);
}

const takes: Readonly<Record<Step, (live: Live, more: number) => Promise<void>>> = {
  pay: (live) => comes(live, 'A', payFenOf(live.model)),
  payAgain: (live) => comes(live, 'A', payFenOf(live.model)),
  paySecond: (live) => comes(live, 'B', payFenOf(live.model)),
  payWrong: (live) => comes(live, 'C', payFenOf(live.model) + 7),
  async end({ model, orderNo }) {
    await run(`update ord_order set expire_time = now() - interval '1 second' where order_no = $1`, [orderNo]);
    await ended(orderNo);
    end(model);
  },
  async grant({ model }) {
    await w.grants();
    if (!model.isMall && model.status === orders.paid) model.status = orders.done;
  },
  async ship({ model, orderNo }) {
    const { rows } = await run('select id::text as id, rev from ord_order where order_no = $1', [orderNo]);
    const { code } = await w.post('goodsOrder/ship', {
      ...rows[0],
      expressCompany: 'SF',
      expressNo: 'SF1234567890123',
    });
    const isOpen = [refunds.inReview, refunds.refunding, refunds.failed].some((state) => state === model.refundStatus);
    expect(code === 0).toBe(model.isMall && model.status === orders.paid && !isOpen);
    if (code !== 0) return;
    Object.assign(model, { status: orders.shipped, isShipped: true, stock: 'sent' });
  },
  applyPart: (live, more) => apply(live, more),
  applyRest: (live) => apply(live, payFenOf(live.model) - live.model.refundedFen),
  applyTooMuch: (live, more) => apply(live, payFenOf(live.model) - live.model.refundedFen + more),
  approve: (live) => decide(live, 'audit', { result: 1 }, refunds.inReview, refunds.refunding),
  reject: (live) => decide(live, 'audit', { result: 2, remark: '不符合退款条件' }, refunds.inReview, refunds.rejected),
  refundDone: (live) => channelSays(live, 'done'),
  refundDoneAgain: (live) => channelSays(live, 'done'),
  refundRefused: (live) => channelSays(live, 'refused'),
  retry: (live) => decide(live, 'retry', {}, refunds.failed, refunds.refunding),
};

const noAnswer = 1020;
let requests = 0;

async function ordered({ isMall, hasCoupon }: Pick<Model, 'isMall' | 'hasCoupon'>): Promise<Live> {
  const by = await w.buyer();
  const coupon = hasCoupon ? (await couponKit(w.t).receive(by, goods.coupon)).data : undefined;
  const more = {
    requestId: `history-${String(++requests).padStart(6, '0')}`,
    ...(coupon !== undefined && { couponId: coupon.id }),
  };
  const ask = () => (isMall ? w.mallOrder(by, goods.mall, more) : w.order(by, { goodsId: goods.theme, ...more }));
  let answer = await ask();
  // As the app does: the same request once more.
  for (let tries = 0; answer.code === noAnswer && tries < 5; tries++) answer = await ask();
  expect(answer).toMatchObject({ code: 0 });
  const priceFen = isMall ? 5_000 : 1_999;
  const model = begin({ isMall, hasCoupon, priceFen, discountFen: priceFen - answer.data.payFen });
  expect(model.discountFen).toBe(hasCoupon ? 300 : 0);
  return { model, orderNo: answer.data.orderNo };
}

/** The totals over the list of orders: of single orders where a condition asks for what sums do not have. */
const totals = async (query: object) => (await w.post('goodsOrder/summary', { query })).data;

test('whatever happens to an order, in whatever order: states, sums, stock, coupon and ledger are those of a small model after each step', async () => {
  let [histories, taken] = [0, 0];
  await fc.assert(
    fc.asyncProperty(
      fc.boolean(),
      fc.boolean(),
      fc.array(fc.tuple(fc.constantFrom(...steps), fc.integer({ min: 1, max: 1_500 })), { minLength: 3, maxLength: 9 }),
      async (isMall, hasCoupon, history) => {
        const live = await ordered({ isMall, hasCoupon: isMall && hasCoupon });
        for (const [step, more] of history) {
          await takes[step](live, more);
          expect(asNumbers(await told(live.orderNo)), step).toEqual(expected(live.model));
          taken++;
        }
        histories++;
      },
    ),
    { numRuns: runs, endOnFailure: runs > 1_000 },
  );
  expect(await wholeSum(w.t.app.db)).toBe(0);
  await foldSums(w.t.app);
  expect(await totals({ 'payFen.ge': 0 })).toEqual(await totals({}));
  if (runs > 60) console.log(`${histories} histories, ${taken} steps`);
}, 3_600_000);
