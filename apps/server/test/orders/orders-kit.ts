import { createServer } from 'node:http';
import type { NewOrder, OwnOrder } from '@wheelhouse/contract/calls/orders/orders';
import { codes } from '@wheelhouse/entities/codes';
import { machines } from '@wheelhouse/entities/machines';
import { entityNamed } from '@wheelhouse/entities/registry';
import { expect } from 'vitest';
import { wechatSandbox } from '../../src/adapters/pay/index.ts';
import type { PayControl } from '../../src/adapters/pay/sandbox/control.ts';
import { issueAppToken } from '../../src/http/app-call.ts';
import { boundPort } from '../../src/http/bound-port.ts';
import { grantsOwed } from '../../src/modules/orders/goods/grant.ts';
import { ordersModule } from '../../src/modules/orders/module.ts';
import { paymentsAwaited } from '../../src/modules/orders/pay/work.ts';
import { refundsAsked } from '../../src/modules/orders/refunds/work.ts';
import { addSample } from '../registry/samples.ts';
import { addAppUser } from '../support/app-user.ts';
import { createTestApp } from '../support/app.ts';
import { mallGoods } from '../support/orders.ts';

export interface OrderRow {
  readonly id: string;
  readonly rev: number;
  readonly orderNo: string;
  readonly orderStatus: number;
  readonly refundStatus: number;
  readonly payFen: number;
  readonly discountFen: number;
  readonly refundedFen: number;
  readonly payIssue: number | null;
  /** Fen that came and are not the order's. */
  readonly suspenseFen: number;
  readonly grantFailed: number;
  readonly invoiceNo: string | null;
  readonly invoiceStatus: number;
}

export interface RefundRow {
  readonly id: string;
  readonly rev: number;
  readonly refundNo: string;
  readonly refundStatus: number;
  readonly amountFen: number;
  readonly failReason: string | null;
}

let requests = 0;
const address = {
  receiver: '王小明',
  mobile: '13700000001',
  provinceId: '310000',
  cityId: '310100',
  districtId: '310101',
  address: '人民大道200号',
};

/** An installation that the sandbox of WeChat Pay calls back over HTTP, with buyers and what they buy. */
export async function ordersWorld() {
  const door = createServer();
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve));
  const t = await createTestApp({ env: { PUBLIC_URL: `http://127.0.0.1:${boundPort(door)}` } });
  door.on('request', (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { url = '/', headers } = request;
      void t.http
        .inject({ method: 'POST', url, headers, payload: Buffer.concat(chunks) })
        .then(({ statusCode, body }) => response.writeHead(statusCode).end(body));
    });
  });
  const { account, control: key } = await wechatSandbox(t.app);
  const post = <Data = unknown>(path: string, body: object, as = 'admin') =>
    t.call<Data>('POST', `/order/crm/${path}`, body, { as });
  const buyer = async () => {
    const id = await addAppUser(t);
    return { id, token: await issueAppToken(t.app, id) };
  };
  type Buyer = Awaited<ReturnType<typeof buyer>>;
  const theme = async (priceFen = 600): Promise<string> => {
    const id = await addSample(t, entityNamed('appTheme'));
    await t.app.pool.query(
      `update cnt_app_theme set status = ${machines['SM-Theme'].states.onShelf}, sale_mode = ${codes.ThemeSaleMode.paid}, price_fen = $2, settlement_rate = 40, start_time = null, end_time = null where id = $1`,
      [id, priceFen],
    );
    return id;
  };
  const order = (by: Buyer, more: Partial<NewOrder> & Pick<NewOrder, 'goodsId'>) =>
    t.call<{ orderNo: string; payFen: number; payParams: Record<string, string> | null }>(
      'POST',
      '/app/v1/order/create',
      { goodsType: codes.GoodsType.theme, qty: 1, requestId: `request-${++requests}`, ...more },
      { as: by.token },
    );
  const one = async (orderNo: string): Promise<OrderRow> => {
    const { data } = await post<{ list: OrderRow[] }>('goodsOrder/list', { query: { orderNo } });
    const [row] = data.list;
    if (row === undefined) throw new Error(`no order ${orderNo}`);
    return row;
  };
  const refundOf = async (orderNo: string): Promise<RefundRow> => {
    const { data } = await post<{ list: RefundRow[] }>('refund/list', { query: { orderNo } });
    const [row] = data.list;
    if (row === undefined) throw new Error(`no refund of ${orderNo}`);
    return row;
  };
  const control = async (wish: PayControl): Promise<unknown> => {
    const response = await fetch(`${account.url}/sandbox/pay`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}` },
      body: JSON.stringify(wish),
    });
    expect(response.status).toBe(200);
    return response.json();
  };
  const due = (table: string): Promise<unknown> =>
    t.app.pool.query(
      `update ${table} set next_time = now() - interval '1 second', leased_until = null where next_time is not null`,
    );
  const number = async (text: string, ...values: unknown[]): Promise<number> => {
    const { rows } = await t.app.pool.query<{ n: number }>(`select (${text})::int as n`, values);
    return rows[0]?.n ?? -1;
  };
  return {
    t,
    post,
    buyer,
    theme,
    goods: async (stock?: number) => mallGoods(t, await addSample(t, entityNamed('prize')), stock),
    order,
    mallOrder: (by: Buyer, goodsId: string, more: Partial<NewOrder> = {}) =>
      order(by, { goodsId, goodsType: codes.GoodsType.physical, address, ...more }),
    one,
    refundOf,
    control,
    /** The payer pays, and the channel tells. */
    pay: (tradeNo: string) => control({ tradeNo, act: 'pay', tell: {} }),
    /** Of whatever the channel has to do for a refund. */
    payBack: (tradeNo: string, refundNo: string) => control({ tradeNo, refundNo, act: 'done', tell: {} }),
    async payments() {
      await due('ord_payment');
      await paymentsAwaited.round(t.app);
    },
    async refunds() {
      await due('ord_refund');
      await refundsAsked.round(t.app);
    },
    async grants() {
      await due('ord_grant');
      await grantsOwed.round(t.app);
    },
    async runJobs() {
      for (const job of ordersModule.jobs ?? []) await job.run(t.app);
    },
    mine: async (by: Buyer) => (await t.call<OwnOrder[]>('GET', '/app/v1/order/list', {}, { as: by.token })).data,
    number,
    async stop(): Promise<void> {
      await t.stop();
      await new Promise((resolve) => door.close(resolve));
    },
  };
}
export type OrdersWorld = Awaited<ReturnType<typeof ordersWorld>>;
