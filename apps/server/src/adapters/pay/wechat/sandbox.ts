import { createPublicKey, hash, randomBytes } from 'node:crypto';
import { isDay } from '@wheelhouse/contract/time';
import { codes } from '@wheelhouse/entities/codes';
import { z } from 'zod';
import type { WechatAccount } from '../../../config-pay.ts';
import type { App } from '../../../http/context.ts';
import { type HttpRequest, type SandboxAnswer, startHttpSandbox } from '../../partner/sandbox-server.ts';
import { PayBook } from '../sandbox/book.ts';
import { controlPath, sandboxControl } from '../sandbox/control.ts';
import { faultsOf, meetFaults, type PayFaults } from '../sandbox/faults.ts';
import { changeSandboxKey, sandboxKey } from '../sandbox/keys.ts';
import { type NoticeCall, Notices, type SandboxNotice, startPayClock } from '../sandbox/notices.ts';
import { type SandboxSides, sandboxSides } from './sandbox-account.ts';
import {
  createBody,
  noticeBody,
  refundAnswerBody,
  refundBody,
  refusals,
  type Said,
  tradeBody,
} from './sandbox-answers.ts';
import { sandboxBill } from './sandbox-bill.ts';
import { isAuthorized, platformHeaders } from './wire.ts';

const channel = codes.PayChannel.wechat;
const hour = 3600;
const retrySeconds = [15, 15, 30, 180, 600, 1200, 1800, 1800, 1800, hour, ...[3, 3, 3, 6, 6].map((n) => n * hour)];
/** The bill of a day is there from this hour of the next. */
const billHour = 10;

/** With which of its keys the sandbox signs call-backs: the third is one that the merchant does not know. */
const callbackKey = z.enum(['certificate', 'publicKey', 'successor']);
const callbackKeyName = { channel, name: 'callbackKey' };
const keyPath = '/sandbox/wechat-key';

/** A request that the merchant has signed. */
interface Call {
  readonly method: string;
  readonly url: URL;
  readonly text: string;
  readonly origin: string;
}

const ok = (body: object): Said => ({ status: 200, body });
const prepayId = (tradeNo: string): string => `wx${hash('sha256', tradeNo, 'hex').slice(0, 34)}`;

class WechatSandbox {
  /** What opens its control. */
  readonly key = randomBytes(12).toString('hex');
  readonly #book: PayBook;
  readonly #notices: Notices;
  readonly #sides: SandboxSides;
  readonly #account: Omit<WechatAccount, 'url'>;

  constructor({ config, db, pool }: Pick<App, 'config' | 'db' | 'pool'>, sides: SandboxSides) {
    const moves = !config.production;
    this.#sides = sides;
    this.#account = sides.account;
    const numbers = { trade: '4200000000', refund: '5030000000', length: 28 };
    this.#book = new PayBook(db, { channel, numbers, moves });
    this.#notices = new Notices(this.#book, {
      retrySeconds,
      tell: (notice, isForged) => this.#tell(notice, isForged),
      isTaken: ({ status }) => status === 200 || status === 204,
    });
    if (moves) startPayClock(pool, this.#book, this.#notices);
  }

  async answer(request: HttpRequest): Promise<SandboxAnswer> {
    const { method, url, headers, text } = request;
    const controlled = { book: this.#book, notices: this.#notices, key: this.key };
    if (url.pathname === controlPath) return sandboxControl(request, controlled);
    if (url.pathname === keyPath) return this.#changeKey(request);
    const { mchId, serial, privateKey } = this.#account;
    const merchant = { mchId, serial, publicKey: createPublicKey(privateKey) };
    const said = { method, path: url.pathname + url.search, body: text };
    if (!isAuthorized(said, headers.authorization, merchant)) return refusals.signature;
    if (url.pathname === '/v3/billdownload/file') return this.#file(url.searchParams);
    const answer = await this.#say({ method, url, text, origin: `http://${headers.host}` });
    // Refusals are not signed, as those of the real one often are not.
    return answer.status >= 400 ? answer : this.#signed(answer, String(headers['wechatpay-serial']));
  }

  /** During a switch answers are signed with the key that was asked for. */
  #signed({ status, body }: Said, wanted: string): SandboxAnswer {
    const { publicKey, certificate } = this.#sides;
    const text = body === undefined ? '' : JSON.stringify(body);
    const headers = platformHeaders(text, wanted === publicKey.serial ? publicKey : certificate);
    return { status, headers, body: Buffer.from(text) };
  }

  async #say(call: Call): Promise<Said> {
    const { method, url } = call;
    const [, rest = ''] = /^\/v3\/(.+)$/.exec(url.pathname) ?? [];
    if (method === 'POST' && rest === 'pay/transactions/app') return this.#create(call);
    const [, tradeNo, close] = /^pay\/transactions\/out-trade-no\/([^/]+)(\/close)?$/.exec(rest) ?? [];
    if (tradeNo !== undefined) return this.#trade(call, tradeNo, close !== undefined);
    if (method === 'POST' && rest === 'refund/domestic/refunds') return this.#refund(call);
    const [, refundNo] = /^refund\/domestic\/refunds\/([^/]+)$/.exec(rest) ?? [];
    if (method === 'GET' && refundNo !== undefined) return this.#refundState(refundNo);
    return method === 'GET' && rest === 'bill/tradebill' ? this.#bill(call) : refusals.noPath;
  }

  async #create({ text }: Call): Promise<Said> {
    const read = createBody.safeParse(JSON.parse(text));
    if (!read.success) return refusals.parameters;
    const { appid, mchid, out_trade_no: tradeNo, description, time_expire, notify_url, amount } = read.data;
    const faults = await this.#meet(tradeNo);
    if (faults.down) return refusals.down;
    if (appid !== this.#account.appId || mchid !== this.#account.mchId) return refusals.otherApp;
    if (faults.refuse === 'create') return refusals.refused;
    const trade = await this.#book.create({
      tradeNo,
      amountFen: amount.total,
      subject: description,
      notifyUrl: notify_url,
      expireTime: time_expire,
    });
    if (trade === 'differs') return refusals.differs;
    return trade.state === 'unpaid' ? ok({ prepay_id: prepayId(tradeNo) }) : refusals[trade.state];
  }

  async #trade({ method, url, text }: Call, tradeNo: string, close: boolean): Promise<Said> {
    if ((await this.#meet(tradeNo)).down) return refusals.down;
    const body = z.object({ mchid: z.string().nullable() });
    const { mchid } = body.parse(close ? JSON.parse(text) : { mchid: url.searchParams.get('mchid') });
    if (mchid !== this.#account.mchId || method !== (close ? 'POST' : 'GET')) return refusals.parameters;
    if (close) {
      const done = await this.#book.close(tradeNo);
      return done === 'closed' ? { status: 204, body: undefined } : refusals[done === 'paid' ? 'paid' : 'noTrade'];
    }
    const trade = await this.#book.find(tradeNo);
    return trade === undefined ? refusals.noTrade : ok(tradeBody(this.#account, trade));
  }

  async #refund({ text }: Call): Promise<Said> {
    const read = refundBody.safeParse(JSON.parse(text));
    if (!read.success) return refusals.parameters;
    const { transaction_id, out_refund_no: refundNo, reason, notify_url, amount } = read.data;
    const trade = await this.#book.findByChannelNo(transaction_id);
    if (trade === undefined) return refusals.noTrade;
    const { tradeNo } = trade;
    if ((await this.#meet(tradeNo)).down) return refusals.down;
    if (amount.total !== trade.amountFen) return refusals.differs;
    const refund = await this.#book.refund({
      tradeNo,
      refundNo,
      amountFen: amount.refund,
      reason,
      notifyUrl: notify_url,
    });
    if (refund === 'unknown') return refusals.noTrade;
    if (refund === 'unpaid') return refusals.notPaid;
    return typeof refund === 'string' ? refusals[refund] : ok(refundAnswerBody(trade, refund));
  }

  async #refundState(refundNo: string): Promise<Said> {
    const refund = await this.#book.findRefund(refundNo);
    const trade = refund && (await this.#book.find(refund.tradeNo));
    if (refund === undefined || trade === undefined) return refusals.noRefund;
    return (await this.#meet(trade.tradeNo)).down ? refusals.down : ok(refundAnswerBody(trade, refund));
  }

  async #bill({ url, origin }: Call): Promise<Said> {
    const [day, type, packing] = ['bill_date', 'bill_type', 'tar_type'].map((name) => url.searchParams.get(name) ?? '');
    if (day === undefined || !isDay(day) || type !== 'ALL' || packing !== 'GZIP') return refusals.parameters;
    if ((await this.#meet('')).down) return refusals.down;
    if (Date.now() < Date.parse(`${day}T00:00:00+08:00`) + (24 + billHour) * hour * 1000) return refusals.billLater;
    const bill = await this.#packed(day);
    if (bill === undefined) return refusals.noBill;
    const place = `${origin}/v3/billdownload/file?token=${Buffer.from(day).toString('base64url')}`;
    return ok({ hash_type: 'SHA1', hash_value: bill.sha1, download_url: place });
  }

  /** A file is not signed: its hash was. */
  async #file(query: URLSearchParams): Promise<SandboxAnswer> {
    const day = Buffer.from(query.get('token') ?? '', 'base64url').toString();
    const bill = isDay(day) ? await this.#packed(day) : undefined;
    if (bill === undefined) return refusals.noBill;
    return { status: 200, body: bill.bytes, headers: { 'content-type': 'application/x-gzip' } };
  }

  async #packed(day: string) {
    const { bill: fault } = await faultsOf(this.#book.db, channel, '');
    return sandboxBill(this.#book, this.#account, { day, fault });
  }

  #meet(tradeNo: string): Promise<PayFaults> {
    return meetFaults(this.#book.db, channel, tradeNo);
  }

  async #tell(notice: SandboxNotice, isForged: boolean): Promise<NoticeCall> {
    const name = callbackKey.parse(await sandboxKey(this.#book.db, callbackKeyName, () => 'certificate'));
    const { serial, privateKey } = this.#sides[name];
    const body = noticeBody(this.#account, notice);
    const signing = { serial, privateKey: isForged ? this.#account.privateKey : privateKey };
    return { body, headers: { 'content-type': 'application/json', ...platformHeaders(body, signing) } };
  }

  /** The key of call-backs is changed: `{ "key": "publicKey" }`. */
  async #changeKey({ headers, text }: HttpRequest): Promise<SandboxAnswer> {
    if (headers.authorization !== `Bearer ${this.key}`) return { status: 401, body: {} };
    const { key } = z.object({ key: callbackKey }).parse(JSON.parse(text));
    await changeSandboxKey(this.#book.db, callbackKeyName, key);
    return { status: 200, body: {} };
  }
}

/** The sandbox as the platform reaches it. */
export interface WechatPlace {
  readonly account: WechatAccount;
  /** What opens its control (`sandbox/control.ts`). */
  readonly control: string;
}

/**
 * A stand-in for WeChat Pay v3: an HTTP server with its requests, call-backs and bills, and keys of its own; it checks signatures. With demo data
 * trades are paid after 2 seconds and refunds done after 3; else as it is told to.
 */
export async function startWechatSandbox(app: Pick<App, 'config' | 'db' | 'pool'>): Promise<WechatPlace> {
  const sides = await sandboxSides(app.db);
  const sandbox = new WechatSandbox(app, sides);
  const url = await startHttpSandbox((request) => sandbox.answer(request));
  return { account: { ...sides.account, url }, control: sandbox.key };
}
