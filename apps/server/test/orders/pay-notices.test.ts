import { codes } from '@wheelhouse/entities/codes';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { noticesKept } from '../../src/modules/orders/pay/notices.ts';
import { signInAs } from '../support/people.ts';
import { ordersWorld, type OrdersWorld } from './orders-kit.ts';

interface NoticeRow {
  readonly payChannel: number;
  readonly noticeKind: number;
  readonly result: string;
  readonly tradeNo: string | null;
  readonly saidFen: number | null;
  readonly said: string | null;
  readonly times: number;
}

const { wechat, alipay, eCny } = codes.PayChannel;
const form = { 'content-type': 'application/x-www-form-urlencoded' };
const { fine, odd, refused } = codes.PayNoticeKind;

let w: OrdersWorld;
beforeAll(async () => {
  w = await ordersWorld();
});
afterAll(() => w.stop());

const list = async (query: object, as = 'admin'): Promise<readonly NoticeRow[]> =>
  (await w.post<{ list: readonly NoticeRow[] }>('payNotice/list', { pageSize: 200, query }, as)).data.list;
const tell = (channel: number, payload: string, headers: Readonly<Record<string, string>> = {}) =>
  w.t.http.inject({
    method: 'POST',
    url: `/pay/v1/callback/${channel}`,
    headers: { 'content-type': 'application/json', ...headers },
    payload,
  });
const ordered = async (): Promise<string> => {
  const { data } = await w.order(await w.buyer(), { goodsId: await w.theme() });
  return data.orderNo;
};

test('operators read what a channel told of an order, in order and odd', async () => {
  const [orderNo, other] = [await ordered(), await ordered()];
  await w.pay(orderNo);
  await w.control({ tradeNo: orderNo, tell: {} });
  expect(await list({ tradeNo: orderNo })).toMatchObject([
    { result: 'known', noticeKind: fine, payChannel: wechat },
    { result: 'taken', noticeKind: fine, saidFen: 600, times: 1 },
  ]);
  await w.control({ tradeNo: other, act: 'pay', tell: { amountFen: 599 } });
  expect(await list({ tradeNo: other, noticeKind: String(odd) })).toMatchObject([{ result: 'differs', saidFen: 599 }]);
});

test('a refused call is kept with why, and with nothing that its sender wrote', async () => {
  const orderNo = await ordered();
  await w.control({ tradeNo: orderNo, act: 'pay', tell: { forged: true } });
  const [bad] = await list({ noticeKind: String(refused), payChannel: wechat });
  expect(bad).toMatchObject({ result: 'signature', tradeNo: null, said: 'its signature is wrong' });

  const signed = { 'wechatpay-nonce': 'n', 'wechatpay-serial': 's', 'wechatpay-signature': 'x' };
  expect((await tell(wechat, '{"id":"13912345678"}', { ...signed, 'wechatpay-timestamp': '1' })).statusCode).toBe(401);
  expect(
    (await tell(wechat, '{}', { ...signed, 'wechatpay-timestamp': '1', 'wechatpay-signature': 'WECHATPAY/SIGNTEST/x' }))
      .statusCode,
  ).toBe(401);
  expect((await tell(alipay, 'out_trade_no=GO1&sign_type=RSA2', form)).statusCode).toBe(401);
  const rows = await list({ noticeKind: String(refused) });
  expect(rows.slice(0, 3).map(({ payChannel, result }) => `${payChannel} ${result}`)).toEqual([
    `${alipay} signature`,
    `${wechat} probe`,
    `${wechat} stale`,
  ]);
  expect(JSON.stringify(rows)).not.toContain('13912345678');
});

test('a flood of refused calls writes a few rows, which say how many there were', async () => {
  const flood = 60;
  for (let n = 0; n < flood; n++) expect((await tell(eCny, '{}')).statusCode).toBe(401);
  const rows = await list({ payChannel: eCny });
  expect(rows.length).toBeLessThanOrEqual(31);
  expect(rows.every(({ result }) => result === 'signature')).toBe(true);
});

test('is for those who reconcile, and refused calls go after 90 days', async () => {
  const { token: nobody } = await signInAs(w.t, { roles: ['sim'] });
  expect(await w.post('payNotice/list', { query: {} }, nobody)).toMatchObject({ code: 1003 });
  const { token: finance } = await signInAs(w.t, { roles: ['finance'] });
  expect((await list({ noticeKind: String(refused) }, finance)).length).toBeGreaterThan(0);
  const before = await w.number('select count(*) from ord_pay_notify where notice_kind < 3');
  await w.t.app.pool.query(`update ord_pay_notify set create_time = now() - interval '91 days'`);
  await noticesKept.run(w.t.app);
  expect(await list({ noticeKind: String(refused) })).toEqual([]);
  expect(await w.number('select count(*) from ord_pay_notify')).toBe(before);
});
