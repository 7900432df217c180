import { createServer } from 'node:http';
import { recordOf } from '@wheelhouse/contract/object';
import { z } from 'zod';
import { applePayOf, appleSandbox } from '../../src/adapters/pay/apple/index.ts';
import { NoticeRefused, type Notice } from '../../src/adapters/pay/adapter.ts';
import { boundPort } from '../../src/http/bound-port.ts';
import { createTestApp } from '../support/app.ts';

const said = z.object({
  transactionId: z.string(),
  signedTransaction: z.string(),
  noticeId: z.string(),
  signedPayload: z.string(),
});
const sent = z.object({ sent: z.array(z.int()) });

/** How purchases and refunds are told of. */
export interface Told {
  readonly time?: string;
  readonly lateSec?: number | null;
  readonly forged?: boolean;
}

/** The App Store as its sandbox, and a door where its notifications arrive: they are read by the adapter, as they come. */
export async function appleWorld() {
  const arrived: (Notice | NoticeRefused)[] = [];
  /** What the door answers; undefined: what the adapter says. */
  let mood: number | undefined;
  const door = createServer();
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve));
  const t = await createTestApp({ env: { PUBLIC_URL: `http://127.0.0.1:${boundPort(door)}` } });
  const pay = await applePayOf(t.app);
  const { account, controlKey } = await appleSandbox(t.app);
  const readBody = async (headers: Record<string, string | string[] | undefined>, body: Buffer) => {
    const read = await pay.readNotice({ headers, body }).catch((error: unknown) => error);
    if (!(read instanceof Error)) return read as Notice;
    if (read instanceof NoticeRefused) return read;
    throw read;
  };
  door.on('request', (request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      void readBody(request.headers, Buffer.concat(chunks)).then((read) => {
        arrived.push(read);
        const { status } = read instanceof NoticeRefused ? pay.answers.refused : pay.answers.taken;
        response.writeHead(mood ?? status).end();
      });
    });
  });
  const control = async (path: string, wish: object): Promise<unknown> => {
    const response = await fetch(`${account.url}/sandbox/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${controlKey}` },
      body: JSON.stringify(wish),
    });
    if (response.status !== 200) throw new Error(`the sandbox answers ${response.status}`);
    return response.json();
  };
  let last = 0;

  return {
    t,
    pay,
    account,
    arrived,
    answerWith: (status: number | undefined) => (mood = status),
    /** The number of an order that is made now. */
    tradeNo: (prefix = 'GO', at = new Date()): string =>
      prefix +
      new Date(at.getTime() + 8 * 3_600_000).toISOString().replace(/\D/g, '').slice(0, 14) +
      String(++last).padStart(6, '0'),
    /** What the app does with the parameters of an order. */
    buy: async (
      tradeNo: string,
      amountFen: number,
      { price, currency, ...told }: Told & { price?: number; currency?: string } = {},
    ) => {
      const params = await pay.create({ tradeNo, amountFen, subject: '星河主题', expireTime: new Date() });
      return said.parse(await control('buy', { ...params, ...told, ...recordOf({ price, currency }) }));
    },
    /** A purchase that no order asked for. */
    buyAlone: async (wish: object) => said.parse(await control('buy', wish)),
    giveBack: async (transactionId: string, wish: Told & { percentage?: number } = {}) =>
      said.parse(await control('refund', { transactionId, ...wish })),
    say: async (type: string, transactionId: string) => said.parse(await control('say', { type, transactionId })),
    /** @returns what the notifications that were due were answered */
    send: async (times = 1) => sent.parse(await control('send', { times })).sent,
    notice: (signedPayload: string) =>
      pay.readNotice({ headers: {}, body: Buffer.from(JSON.stringify({ signedPayload })) }),
    stop: async (): Promise<void> => {
      await t.stop();
      await new Promise((resolve) => door.close(resolve));
    },
  };
}
export type AppleWorld = Awaited<ReturnType<typeof appleWorld>>;
