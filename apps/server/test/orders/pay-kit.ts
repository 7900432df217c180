import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { recordOf } from '@wheelhouse/contract/object';
import { channelOf, type Notice, type NoticeRequest, type PayChannel } from '../../src/adapters/pay/index.ts';
import type { PayControl } from '../../src/adapters/pay/sandbox/control.ts';
import type { Told } from '../../src/adapters/pay/sandbox/notices.ts';
import { boundPort } from '../../src/http/bound-port.ts';
import { createTestApp } from '../support/app.ts';

export const freshNo = (prefix = 'GO'): string => `${prefix}${randomBytes(10).toString('hex')}`;

/** A call-back as it came, and what the channel's adapter made of it. */
export interface Heard extends NoticeRequest {
  readonly notice: Notice | undefined;
  /** Why it was refused. */
  readonly why: string;
}

/** An installation that a channel's sandbox calls back over HTTP; what it says is read by the adapter, and kept. */
export async function payWorld(channel: number) {
  const door = createServer();
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve));
  const t = await createTestApp({ env: { PUBLIC_URL: `http://127.0.0.1:${boundPort(door)}` } });
  const adapter = await channelOf(t.app, channel);
  if (adapter === undefined) throw new Error(`no channel ${channel}`);
  const pay: PayChannel = adapter;
  const heard: Heard[] = [];

  async function hear(request: NoticeRequest): Promise<boolean> {
    const read = await pay.readNotice(request).then(
      (notice) => ({ notice, why: '' }),
      (error: unknown) => ({ notice: undefined, why: String(error) }),
    );
    heard.push({ ...request, ...read });
    return read.notice !== undefined;
  }
  door.on('request', (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      void hear({ headers: request.headers, body: Buffer.concat(chunks) }).then((isTaken) => {
        const { status, body } = isTaken ? pay.answers.taken : pay.answers.refused;
        response.writeHead(status).end(body);
      });
    });
  });

  return {
    t,
    pay,
    /** Call-backs since it was last emptied. */
    heard,
    last: (): Heard => {
      const one = heard.at(-1);
      if (one === undefined) throw new Error('nothing was told');
      return one;
    },
    /** Asks for money. @returns our number of the trade */
    async trade(amountFen = 500, subject = '贴纸, 限量版'): Promise<string> {
      const tradeNo = freshNo();
      await pay.create({ tradeNo, amountFen, subject, expireTime: new Date(Date.now() + 900_000) });
      return tradeNo;
    },
    /** What the sandbox's control does; `place` is its address and key. */
    async control(place: { readonly url: string; readonly key: string }, wish: PayControl): Promise<readonly Told[]> {
      const response = await fetch(`${place.url}/sandbox/pay`, {
        method: 'POST',
        headers: { authorization: `Bearer ${place.key}` },
        body: JSON.stringify(wish),
      });
      if (response.status !== 200) throw new Error(`the sandbox answers ${response.status}`);
      const { told } = recordOf(await response.json());
      return Array.isArray(told)
        ? told.map((one) => ({ status: Number(recordOf(one)['status']), body: String(recordOf(one)['body']) }))
        : [];
    },
    async stop(): Promise<void> {
      await t.stop();
      await new Promise((resolve) => door.close(resolve));
    },
  };
}
export type PayWorld = Awaited<ReturnType<typeof payWorld>>;
