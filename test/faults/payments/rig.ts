import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { codes } from '@wheelhouse/entities/codes';
import { machines } from '@wheelhouse/entities/machines';
import type pg from 'pg';
import { noticeBody } from '../../../apps/server/src/adapters/pay/wechat/sandbox-answers.ts';
import { platformHeaders } from '../../../apps/server/src/adapters/pay/wechat/wire.ts';
import type { Process } from '../process.ts';
import { startServer } from '../server.ts';

const { toPay, closed } = machines['SM-Order'].states;
const merchant = { mchId: '1900000109', appId: 'wx0123456789abcdef', apiKey: randomBytes(16).toString('hex') };
const platformKeyId = 'PUB_KEY_ID_0119000001092026010100000000000001';
export const priceFen = 5_000;

/** Every so many orders one was closed before its money comes, and of one another amount comes. */
export const [closedEvery, wrongEvery] = [40, 50];

/** An API in a process of its own that WeChat Pay calls back, and orders that wait for their money. */
export interface PayRig {
  readonly pool: pg.Pool;
  readonly api: Process;
  killDatabase(): void;
  /** Tells that an order is paid. @returns whether it was acknowledged */
  tell(at: number): Promise<boolean>;
  stop(): Promise<void>;
}

export const orderNoOf = (at: number): string => `GO20260101000000${String(at).padStart(6, '0')}`;

async function addOrders(pool: pg.Pool, count: number): Promise<void> {
  const { rows } = await pool.query<{ id: string }>(
    `insert into usr_app_user (nickname, mobile_enc, mobile_hash, mobile_mask, gender, real_name_status, register_channel, client_os, app_version, register_time,
       last_active_time, status)
     values ('车主', '\\x00', '\\x00', '139****0001', 1, 0, 'official', 1, '5.2.0', now(), now(), 1) returning id::text as id`,
  );
  await pool.query(
    `insert into ord_order (kind, order_no, request_id, goods_type, goods_name, qty, user_id, unit_price_fen, total_fen, discount_fen, pay_fen, refunded_fen, pay_channel,
       expire_time, order_status, refund_status, invoice_status)
     select ${codes.OrderKind.goods}, 'GO20260101000000' || lpad(g::text, 6, '0'), 'request' || g, ${codes.GoodsType.physical}, '骑行头盔', 1, $2, $3, $3, 0, $3, 0, ${codes.PayChannel.wechat},
       now() + interval '1 hour', case when g % $4 = 0 then ${closed} else ${toPay} end, 0, 0
     from generate_series(0, $1::int - 1) g`,
    [count, rows[0]?.id, priceFen, closedEvery],
  );
  await pool.query(
    `insert into ord_payment (order_id, trade_no, channel, amount_fen, status)
     select id, order_no, pay_channel, pay_fen, case when order_status = ${closed} then 2 else 0 end from ord_order`,
  );
}

export async function startPayRig(orders: number, connections: number): Promise<PayRig> {
  const [ours, theirs] = [
    generateKeyPairSync('rsa', { modulusLength: 2048 }),
    generateKeyPairSync('rsa', { modulusLength: 2048 }),
  ];
  const { pool, api, port, killDatabase, stop } = await startServer('payments', (dir) => {
    const files = { own: join(dir, 'own.pem'), platform: join(dir, 'platform.json') };
    writeFileSync(files.own, ours.privateKey.export({ type: 'pkcs8', format: 'pem' }));
    writeFileSync(
      files.platform,
      JSON.stringify({ [platformKeyId]: theirs.publicKey.export({ type: 'spki', format: 'pem' }) }),
    );
    return {
      PUBLIC_URL: 'https://example.com',
      WECHAT_PAY_MCH_ID: merchant.mchId,
      WECHAT_PAY_APP_ID: merchant.appId,
      WECHAT_PAY_API_KEY: merchant.apiKey,
      WECHAT_PAY_SERIAL: '0123456789ABCDEF',
      WECHAT_PAY_PRIVATE_KEY: files.own,
      WECHAT_PAY_PLATFORM_KEYS: files.platform,
    };
  });
  await addOrders(pool, orders);
  await pool.query('vacuum analyze ord_order, ord_payment');
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const paidTime = new Date();

  const bodyOf = (at: number): string =>
    noticeBody(merchant, {
      id: String(at),
      createTime: paidTime,
      refund: null,
      trade: {
        tradeNo: orderNoOf(at),
        amountFen: at % wrongEvery === 1 ? priceFen - 1 : priceFen,
        subject: '骑行头盔',
        notifyUrl: '',
        state: 'paid',
        channelTradeNo: `420000${String(at).padStart(22, '0')}`,
        payerId: 'oUpF8uMuAJO_M2pxb1Q9zNjWeS6o',
        refundedFen: 0,
        createTime: paidTime,
        expireTime: paidTime,
        paidTime,
      },
    });

  return {
    pool,
    api,
    killDatabase,
    tell: (at) =>
      new Promise((resolve) => {
        const body = bodyOf(at);
        const headers = {
          ...platformHeaders(body, { serial: platformKeyId, privateKey: theirs.privateKey }),
          'content-type': 'application/json',
          'content-length': Buffer.byteLength(body),
        };
        const sent = request(
          {
            agent,
            host: '127.0.0.1',
            port,
            path: `/pay/v1/callback/${codes.PayChannel.wechat}`,
            method: 'POST',
            headers,
            timeout: 30_000,
          },
          (answer) => {
            answer.resume();
            answer.on('error', () => resolve(false));
            answer.on('end', () => resolve(answer.statusCode === 200 || answer.statusCode === 204));
          },
        );
        sent.on('timeout', () => sent.destroy());
        sent.on('error', () => resolve(false));
        sent.end(body);
      }),
    async stop() {
      agent.destroy();
      await stop();
    },
  };
}
