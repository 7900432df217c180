import {
  createHmac,
  createPrivateKey,
  createPublicKey,
  generateKeyPair,
  randomBytes,
  type KeyObject,
} from 'node:crypto';
import { promisify } from 'node:util';
import { recordOf, textOrNull } from '@wheelhouse/contract/object';
import { parseInstant } from '@wheelhouse/contract/time';
import { codes } from '@wheelhouse/entities/codes';
import { z } from 'zod';
import type { AlipayAccount } from '../../../config-pay.ts';
import type { App } from '../../../http/context.ts';
import { startHttpSandbox, type HttpRequest, type SandboxAnswer } from '../../partner/sandbox-server.ts';
import { ChannelFailed, type PayParams } from '../adapter.ts';
import { PayBook } from '../sandbox/book.ts';
import { controlPath, sandboxControl } from '../sandbox/control.ts';
import { faultsOf, meetFaults } from '../sandbox/faults.ts';
import { sandboxKey } from '../sandbox/keys.ts';
import { Notices, startPayClock } from '../sandbox/notices.ts';
import { billArchive, type Entry } from './sandbox-bill.ts';
import { refusal, runMethod, type Body } from './sandbox-methods.ts';
import { noticeWire } from './sandbox-notice.ts';
import { answerName, gatewayPath, isRsa2, requestText, rsa2 } from './wire.ts';

const channel = codes.PayChannel.alipay;
const numbers = { trade: '2026010122001400', refund: '', length: 28 };
const [appId, sellerId] = ['2021000000000001', '2088000000000001'];
const billPath = '/downloadBillFile.resource';
const [billHour, linkSec] = [10, 30];

async function newKey(): Promise<string> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 });
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}
const startOf = (day: string): Date => parseInstant(`${day} 00:00:00`) ?? new Date(0);

interface Keys {
  /** The merchant's. */
  readonly app: KeyObject;
  /** Alipay's. */
  readonly own: KeyObject;
}

class AlipaySandbox {
  readonly #book: PayBook;
  readonly #keys: Keys;
  /** Of links to bills. */
  readonly #secret = randomBytes(32);
  /** Where it listens. */
  url = '';

  constructor(book: PayBook, keys: Keys) {
    this.#book = book;
    this.#keys = keys;
  }

  async answer({ url, text }: HttpRequest): Promise<SandboxAnswer> {
    if (url.pathname === billPath) return this.#download(url.searchParams);
    if (url.pathname !== gatewayPath) return { status: 404, body: {} };
    const fields = Object.fromEntries([...url.searchParams, ...new URLSearchParams(text)]);
    const { method = '', biz_content = '{}', app_id, sign = '', notify_url: notifyUrl = '' } = fields;
    if (app_id !== appId || !isRsa2(requestText(fields), sign, createPublicKey(this.#keys.app)))
      return this.#signed(method, refusal('isv.invalid-signature', '验签出错'));
    const content: unknown = JSON.parse(biz_content);
    const { out_trade_no: tradeNo } = recordOf(content);
    const { down } = await meetFaults(this.#book.db, channel, typeof tradeNo === 'string' ? tradeNo : '');
    if (down === true) return { status: 503, body: {} };
    const parts = { book: this.#book, billLink: (day: string) => this.#billLink(day) };
    return this.#signed(
      method,
      await runMethod(parts, method, { content, notifyUrl }).catch((error: unknown) => {
        if (error instanceof z.ZodError) return refusal('ACQ.INVALID_PARAMETER', '参数无效');
        throw error;
      }),
    );
  }

  /** Slashes are written as Alipay writes them: who signs what he has read and written again gets another text. */
  #signed(method: string, body: Body): SandboxAnswer {
    const raw = JSON.stringify(body).replaceAll('/', '\\/');
    const text = `{"${answerName(method)}":${raw},"sign":"${rsa2(raw, this.#keys.own)}"}`;
    return { status: 200, headers: { 'content-type': 'text/html;charset=utf-8' }, body: Buffer.from(text) };
  }

  #mark(day: string, until: string): string {
    return createHmac('sha256', this.#secret).update(`${day} ${until}`).digest('base64url');
  }

  #billLink(day: string): string | undefined {
    if (Date.now() < startOf(day).getTime() + (24 + billHour) * 3_600_000) return undefined;
    const until = String(Date.now() + linkSec * 1000);
    const query = { bizType: 'trade', bizDates: day, until, mark: this.#mark(day, until) };
    return `${this.url}${billPath}?${new URLSearchParams(query).toString()}`;
  }

  async #download(query: URLSearchParams): Promise<SandboxAnswer> {
    const [day, until] = [query.get('bizDates') ?? '', query.get('until') ?? ''];
    if (query.get('mark') !== this.#mark(day, until) || Date.now() > Number(until)) return { status: 403, body: {} };
    const { trades, refunds } = await this.#book.day(day);
    const entries: Entry[] = [
      ...trades.map((trade) => ({
        kind: 'pay' as const,
        trade,
        time: trade.paidTime ?? trade.createTime,
        amountFen: trade.amountFen,
        refundNo: '',
        remark: '',
      })),
      ...refunds
        .filter(({ refund }) => refund.state === 'done')
        .map(({ refund, trade }) => ({
          kind: 'refund' as const,
          trade,
          time: refund.createTime,
          amountFen: -refund.amountFen,
          refundNo: refund.refundNo,
          remark: refund.reason,
        })),
    ].toSorted((a, b) => a.time.getTime() - b.time.getTime());
    const headers = { 'content-type': 'application/zip' };
    const { bill: fault } = await faultsOf(this.#book.db, channel, '');
    const archive = await billArchive(entries, { sellerId, from: startOf(day), fault });
    return { status: 200, headers, body: fault === 'truncated' ? archive.subarray(0, archive.length / 2) : archive };
  }
}

/** The merchant's account at the sandbox. */
export interface SandboxAccount extends AlipayAccount {
  /** Opens the control of this process. */
  readonly key: string;
}

/** Hands in an order as Alipay's app does. @throws ChannelFailed where it is refused */
export async function openOrder({ url }: SandboxAccount, params: PayParams): Promise<PayParams> {
  const method = 'alipay.trade.app.pay';
  const { orderStr = '' } = params;
  const response = await fetch(url + gatewayPath, { method: 'POST', body: orderStr });
  const { [answerName(method)]: answer } = recordOf(await response.json());
  const { code, sub_code } = recordOf(answer);
  if (code !== '10000') throw new ChannelFailed(textOrNull(sub_code) ?? 'unreadable', `${method}: refused`, false);
  return params;
}

/**
 * A stand-in for Alipay: an HTTP server with its gateway, its calls to us and its bills, which checks signatures and signs. Trades are there once their
 * order is handed in, which Alipay's own app does (`alipay.trade.app.pay`); with demo data they are paid after 2 seconds. What it holds, keys too, is in
 * the database for all processes.
 */
export async function startAlipaySandbox({
  pool,
  db,
  config,
}: Pick<App, 'config' | 'db' | 'pool'>): Promise<SandboxAccount> {
  const moves = !config.production;
  const keyOf = async (name: string): Promise<KeyObject> =>
    createPrivateKey(await sandboxKey(db, { channel, name }, newKey));
  const [app, own] = [await keyOf('app'), await keyOf('own')];
  const key = randomBytes(24).toString('base64url');
  const book = new PayBook(db, { channel, numbers, moves });
  const account = { appId, sellerId, privateKey: app, publicKey: createPublicKey(own) };
  const notices = new Notices(book, noticeWire(account, own));
  const sandbox = new AlipaySandbox(book, { app, own });
  sandbox.url = await startHttpSandbox((request) =>
    request.url.pathname === controlPath ? sandboxControl(request, { book, notices, key }) : sandbox.answer(request),
  );
  if (moves) startPayClock(pool, book, notices);
  return { ...account, url: sandbox.url, key };
}
