import type { NewBoxOrder, OpenedBox } from '@wheelhouse/contract/calls/orders/boxes';
import { codes } from '@wheelhouse/entities/codes';
import type { PoolRow } from '@wheelhouse/entities/events/raffle-pool';
import { machines } from '@wheelhouse/entities/machines';
import { entityNamed } from '@wheelhouse/entities/registry';
import { boxJob } from '../../src/modules/orders/boxes/hooks.ts';
import { boxesOwed } from '../../src/modules/orders/boxes/grant.ts';
import { addSample } from '../registry/samples.ts';
import { poolRow, runningBoxes } from '../support/raffles.ts';
import { ordersWorld } from './orders-kit.ts';

export interface BoxOrderRow {
  readonly id: string;
  readonly orderNo: string;
  readonly orderStatus: number;
  readonly openStatus: number;
  readonly refundStatus: number;
  readonly payFen: number;
  readonly refundedFen: number;
  readonly payIssue: number | null;
  readonly grantFailed: number;
  readonly results: readonly string[] | null;
  readonly resultsUrl?: unknown;
}

export interface BoxRow {
  readonly boxNo: number;
  readonly boxState: number;
  readonly amountFen: number;
  readonly itemName: string | null;
  readonly rarity: string | null;
  readonly probability: number | null;
  readonly grantState: number;
  readonly winningId: string | null;
}

let requests = 0;

/** The world of orders, with campaigns of blind boxes. */
export async function boxesWorld() {
  const w = await ordersWorld();
  const { t, post } = w;
  type Buyer = Awaited<ReturnType<typeof w.buyer>>;
  /** A physical prize alone, unless rows are given. */
  const campaign = async (
    rows: readonly Partial<PoolRow>[] = [{ quantity: 50, probability: 100 }],
    more: object = {},
  ) => {
    const pool: PoolRow[] = [];
    for (const [at, row] of rows.entries()) pool.push(await poolRow(t, { levelName: `第${at + 1}款`, ...row }));
    return { id: await runningBoxes(t, pool, more), pool };
  };
  const order = (by: Buyer, activityId: string, more: Partial<NewBoxOrder> = {}) =>
    t.call<{ orderNo: string; payFen: number; payParams: Record<string, string> | null }>(
      'POST',
      '/app/v1/blindbox/order',
      { activityId, count: 3, ageConfirmed: 1, requestId: `box-order-${++requests}`, ...more },
      { as: by.token },
    );
  const one = async (orderNo: string): Promise<BoxOrderRow> => {
    const { data } = await post<{ list: BoxOrderRow[] }>('blindBoxOrder/list', { query: { orderNo } });
    const [row] = data.list;
    if (row === undefined) throw new Error(`no order ${orderNo}`);
    return row;
  };
  return {
    ...w,
    campaign,
    orderBoxes: order,
    boxOrder: one,
    async boxesOf(orderNo: string): Promise<BoxRow[]> {
      const { id } = await one(orderNo);
      return (await post<{ list: BoxRow[] }>('blindBox/list', { query: { blindBoxOrderId: id } })).data.list;
    },
    open: (by: Buyer, orderNo: string, boxNo: number) =>
      t.call<OpenedBox>('POST', '/app/v1/blindbox/open', { orderNo, boxNo }, { as: by.token }),
    /** A paid order of boxes at 990 each. */
    async paid(more: Partial<NewBoxOrder> & { readonly by?: Buyer; readonly activityId?: string } = {}) {
      const { by: given, activityId: named, ...rest } = more;
      const by = given ?? (await w.buyer());
      const activityId = named ?? (await campaign()).id;
      const { code, data, message } = await order(by, activityId, rest);
      if (code !== 0) throw new Error(`boxes: ${code} ${message} ${JSON.stringify(data)} ${t.errors.join('\n')}`);
      if (data.payFen > 0) await w.pay(data.orderNo);
      return { by, activityId, orderNo: data.orderNo, payFen: data.payFen };
    },
    async grantBoxes() {
      await t.app.pool.query(
        `update ord_blind_box set next_time = now() - interval '1 second', leased_until = null where next_time is not null`,
      );
      await boxesOwed.round(t.app);
    },
    job: () => boxJob.run(t.app),
    async theme(): Promise<string> {
      const id = await addSample(t, entityNamed('appTheme'));
      await t.app.pool.query(
        `update cnt_app_theme set status = ${machines['SM-Theme'].states.onShelf}, start_time = null, end_time = null where id = $1`,
        [id],
      );
      return id;
    },
    kinds: codes.PrizeKind,
    state: async (activityId: string) => {
      const { rows } = await t.app.pool.query<{
        held: number;
        heldFen: number;
        spentFen: number;
        won: number;
        boxes: number;
      }>(
        `select held, held_fen::int as "heldFen", spent_fen::int as "spentFen", (select sum(won)::int from act_raffle_prize where activity_id = $1) as won,
           (select coalesce(sum(boxes), 0)::int from act_raffle_user where activity_id = $1) as boxes from act_raffle_state where activity_id = $1`,
        [activityId],
      );
      const [state] = rows;
      if (state === undefined) throw new Error('no campaign');
      return state;
    },
  };
}
export type BoxesWorld = Awaited<ReturnType<typeof boxesWorld>>;
