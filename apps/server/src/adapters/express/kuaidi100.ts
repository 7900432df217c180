import type { PartnerSource } from '@wheelhouse/contract/calls/kit';
import { isRecord, recordOf } from '@wheelhouse/contract/object';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ExpressAccount } from '../../config-express.ts';
import type { Db } from '../../db/pool.ts';
import { exchange } from '../partner/exchange.ts';
import { takeTurn } from '../rate.ts';
import {
  ExpressRefused,
  type AskedParcel,
  type ExpressAdapter,
  type ExpressPush,
  type PushForm,
  type Track,
} from './adapter.ts';
import { companyCode, isPushSign, querySign, trackOf, wantsPhone } from './wire.ts';

const timeoutMs = 10_000;
/** Followed already: as good as taken. */
const twice = '501';
/** Answers to a subscription that will not change: the company, or the number. */
const neverFollowed: ReadonlySet<string> = new Set(['700', '701', '702']);
/** Answers to a query: nothing is known yet. */
const noResult: ReadonlySet<string> = new Set(['201', '500']);

interface Service {
  readonly db: Db;
  readonly account: ExpressAccount;
  readonly salt: string;
  readonly isSandbox: boolean;
  readonly perSecond: number;
}

/** What may be kept and shown of an answer's code. */
const codeOf = ({ returnCode }: Readonly<Record<string, unknown>>): string =>
  typeof returnCode === 'string' && /^\w{1,8}$/.test(returnCode) ? returnCode : 'unknownAnswer';

/** Kuaidi100, by its queries and pushes (https://api.kuaidi100.com). */
export class Kuaidi100 implements ExpressAdapter {
  readonly source: PartnerSource;
  readonly #service: Service;

  constructor(service: Service) {
    this.#service = service;
    this.source = { sandbox: service.isSandbox, address: service.account.url };
  }

  async subscribe({ company, number, phoneEnd }: AskedParcel, callback: string): Promise<void> {
    const { account, salt } = this.#service;
    const param = JSON.stringify({
      company: companyCode(company),
      number,
      key: account.key,
      parameters: {
        callbackurl: callback,
        salt,
        resultv2: '1',
        ...(wantsPhone(company) && phoneEnd !== null && { phone: phoneEnd }),
      },
    });
    const answer = await this.#post('/poll', { schema: 'json', param });
    const { result } = answer;
    const code = codeOf(answer);
    if (result === true || code === twice) return;
    throw new ExpressRefused(code, { isPermanent: neverFollowed.has(code) });
  }

  async query({ company, number, phoneEnd }: AskedParcel): Promise<Track | undefined> {
    const { account } = this.#service;
    const param = JSON.stringify({
      com: companyCode(company),
      num: number,
      ...(wantsPhone(company) && phoneEnd !== null && { phone: phoneEnd }),
      resultv2: '1',
      show: '0',
      order: 'desc',
    });
    const { customer } = account;
    const answer = await this.#post('/poll/query.do', { customer, param, sign: querySign(param, account) });
    const track = trackOf(answer);
    if (track !== undefined) return track;
    const code = codeOf(answer);
    if (noResult.has(code)) return undefined;
    throw new ExpressRefused(code);
  }

  isSigned({ param, sign }: PushForm): boolean {
    return isPushSign(param, this.#service.salt, sign);
  }

  readPush(param: string): ExpressPush | undefined {
    let read: unknown;
    try {
      read = JSON.parse(param);
    } catch {
      return undefined;
    }
    const { status, lastResult } = recordOf(read);
    const { nu } = recordOf(lastResult);
    if (typeof nu !== 'string') return undefined;
    const track = trackOf(lastResult) ?? { state: null, steps: [] };
    return { number: nu.toUpperCase(), track, isAborted: status === 'abort' };
  }

  async #post(path: string, form: Readonly<Record<string, string>>): Promise<Readonly<Record<string, unknown>>> {
    const { db, account, perSecond } = this.#service;
    const turn = await takeTurn(db, 'express', perSecond);
    if (typeof turn === 'number') throw new ExpressRefused('rate', { retryAfterSec: turn, wasTried: false });
    if (turn.waitMs >= 1) await sleep(turn.waitMs);
    const answer = await exchange(account.url + path, {
      method: 'POST',
      timeoutMs,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(form).toString(),
    }).catch(() => undefined);
    if (answer === undefined || answer.status >= 500)
      throw new ExpressRefused('unavailable', { retryAfterSec: answer?.retryAfterSec ?? 0 });
    if (!isRecord(answer.body)) throw new ExpressRefused('unknownAnswer');
    return answer.body;
  }
}
