import { createPrivateKey, createSign, type KeyObject, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { recordOf } from '@wheelhouse/contract/object';
import { alipay } from '../../src/adapters/pay/alipay/adapter.ts';
import {
  alipaySandbox,
  NoticeRefused,
  type Notice,
  type NoticeRequest,
  type PayRequest,
} from '../../src/adapters/pay/index.ts';
import type { PayControl } from '../../src/adapters/pay/sandbox/control.ts';
import { boundPort } from '../../src/http/bound-port.ts';
import { createTestApp } from '../support/app.ts';

/** A call of the sandbox as it came, and what the adapter made of it. */
export interface Heard {
  readonly request: NoticeRequest;
  readonly form: Readonly<Record<string, string>>;
  readonly notice: Notice | string;
}

export const freshNo = (): string => `GO${randomBytes(8).toString('hex')}`;
export const minutes = (n: number): Date => new Date(Date.now() + n * 60_000);

/** A form as Java writes it: space is `+`, everything else that is not plain is escaped. */
const escaped = (value: Buffer): string =>
  [...value].map((byte) => (byte === 32 ? '+' : `%${byte.toString(16).padStart(2, '0')}`)).join('');

/** The body of a call that the owner of a key signs, made without the code of the product. */
export function signedForm(fields: Readonly<Record<string, string | Buffer>>, key: KeyObject): Buffer {
  const pairs = Object.entries(fields)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, value]) => ({ name, value: Buffer.from(value) }));
  const signer = createSign('RSA-SHA256');
  for (const [n, { name, value }] of pairs.entries()) signer.update(`${n === 0 ? '' : '&'}${name}=`).update(value);
  const sign = signer.sign(key, 'base64');
  const all = [...pairs, { name: 'sign_type', value: Buffer.from('RSA2') }, { name: 'sign', value: Buffer.from(sign) }];
  return Buffer.from(all.map(({ name, value }) => `${name}=${escaped(value)}`).join('&'));
}

/** Alipay's sandbox, and a merchant that it reaches over HTTP. Nothing happens by itself: its clock finds nothing that is due. */
export async function alipayWorld() {
  const t = await createTestApp({ env: { SEED: 'none' } });
  const heard: Heard[] = [];
  const door = createServer();
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve));
  const notifyUrl = `http://127.0.0.1:${boundPort(door)}/pay/v1/callback/2`;
  const account = await alipaySandbox(t.app);
  const channel = alipay(account, notifyUrl);
  door.on('request', (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const call = { headers: request.headers, body: Buffer.concat(chunks) };
      const form = Object.fromEntries(new URLSearchParams(call.body.toString()));
      void channel
        .readNotice(call)
        .then(
          (notice) => [notice, channel.answers.taken] as const,
          (error: unknown) => {
            if (!(error instanceof NoticeRefused)) throw error;
            return [error.message, channel.answers.refused] as const;
          },
        )
        .then(([notice, { status, contentType, body }]) => {
          heard.push({ request: call, form, notice });
          response.writeHead(status, { 'content-type': contentType }).end(body);
        });
    });
  });
  const { rows } = await t.app.pool.query<{ value: string }>(
    `select value from sbx_pay_key where channel = 2 and name = 'own'`,
  );
  async function control(wish: PayControl) {
    const response = await fetch(`${account.url}/sandbox/pay`, {
      method: 'POST',
      headers: { authorization: `Bearer ${account.key}` },
      body: JSON.stringify(wish),
    });
    if (response.status !== 200) throw new Error(`the sandbox answers ${response.status}`);
    return recordOf(await response.json());
  }
  await control({ faults: { told: 'never' } });

  return {
    t,
    account,
    channel,
    notifyUrl,
    heard,
    control,
    /** Alipay's own. */
    key: createPrivateKey(rows[0]?.value ?? ''),
    /** What Alipay's app does with an order: the code of the answer. */
    async open(orderStr: string): Promise<unknown> {
      const response = await fetch(`${account.url}/gateway.do`, { method: 'POST', body: orderStr });
      const { alipay_trade_app_pay_response: answer } = recordOf(await response.json());
      const { code, sub_code } = recordOf(answer);
      return sub_code ?? code;
    },
    /** A trade that is open at Alipay. */
    async opened(more: Partial<PayRequest> = {}): Promise<string> {
      const request = { tradeNo: freshNo(), amountFen: 1_999, subject: '星河主题', expireTime: minutes(15), ...more };
      const { orderStr = '' } = await channel.create(request);
      const code = await this.open(orderStr);
      if (code !== '10000') throw new Error(`not opened: ${String(code)}`);
      return request.tradeNo;
    },
    async paid(more: Partial<PayRequest> = {}): Promise<string> {
      const tradeNo = await this.opened(more);
      await control({ tradeNo, act: 'pay' });
      return tradeNo;
    },
    /** What the sandbox tells of a trade, or of a refund of it. */
    async told(
      tradeNo: string,
      tell: PayControl['tell'] = {},
      refundNo: string | null = null,
    ): Promise<readonly Heard[]> {
      const before = heard.length;
      await control({ tradeNo, refundNo, tell });
      return heard.slice(before);
    },
    async refundOf(tradeNo: string, amountFen: number, refundNo = freshNo()) {
      const { channelTradeNo, amountFen: totalFen } = await channel.query(tradeNo);
      return channel.refund({
        tradeNo,
        channelTradeNo: channelTradeNo ?? '',
        refundNo,
        amountFen,
        totalFen: totalFen ?? 0,
        reason: '不想要了, 谢谢',
      });
    },
    async stop(): Promise<void> {
      await t.stop();
      door.close();
    },
  };
}
export type AlipayWorld = Awaited<ReturnType<typeof alipayWorld>>;
