import { randomBytes } from 'node:crypto';
import { recordOf } from '@wheelhouse/contract/object';
import type { Pool } from 'pg';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { ExpressAccount } from '../../config-express.ts';
import { startHttpSandbox, type HttpRequest, type SandboxAnswer } from '../partner/sandbox-server.ts';
import { nextOffset, sandboxTrack, stepsAfter } from './sandbox-track.ts';
import { pushSign, querySign } from './wire.ts';

/** A parcel of the sandbox (`sbx_express_parcel`). */
interface SandboxParcel {
  readonly com: string;
  readonly nu: string;
  readonly started: Date;
  /** Steps that it has reached; null: by the clock. */
  readonly held: number | null;
  /** Seconds of the clock for a second of the plan. */
  readonly pace: number;
  /** `down`: nothing about it is answered; `refused`: it is not followed. */
  readonly fault: 'down' | 'refused' | null;
  readonly callback: string | null;
  readonly salt: string | null;
}

interface Options {
  /** Parcels come on with the clock; else as they are told to. */
  readonly moves: boolean;
}

const everyMs = 1_000;
const pushTimeoutMs = 5_000;

const answer = (body: object, status = 200): SandboxAnswer => ({ status, body });
const refusal = (returnCode: string, message: string): SandboxAnswer => answer({ result: false, returnCode, message });
const ok = (message: string): SandboxAnswer => answer({ result: true, returnCode: '200', message });

const control = z.object({
  com: z.string(),
  nu: z.string(),
  steps: z.int().nullable().optional(),
  fault: z.enum(['down', 'refused']).nullable().optional(),
  push: z
    .object({
      at: z.int().optional(),
      times: z.int().max(20).default(1),
      delayMs: z.int().max(60_000).default(0),
      forged: z.boolean().default(false),
    })
    .optional(),
});

const columns = 'com, nu, started, held, pace::float8 as pace, fault, callback, salt';

function stepsOf({ nu, started, held, pace }: SandboxParcel, moves: boolean): number {
  if (held !== null) return held;
  return moves ? stepsAfter(nu, (Date.now() - started.getTime()) / 1000 / pace) : 0;
}

/** The parcel; one that nobody has spoken of begins now. */
async function parcelOf(pool: Pool, com: string, nu: string): Promise<SandboxParcel | undefined> {
  if (!/^\w{1,40}$/.test(com) || !/^[\w-]{6,32}$/.test(nu)) return undefined;
  const { rows } = await pool.query<SandboxParcel>(
    `insert into sbx_express_parcel as p (com, nu) values ($1, $2) on conflict (com, nu) do update set com = p.com returning ${columns}`,
    [com, nu],
  );
  return rows[0];
}

interface PushWish {
  readonly steps: number;
  readonly isForged: boolean;
}

/** Tells the platform what is known of a parcel. @returns status and body of its answer */
async function push({ callback, salt, ...parcel }: SandboxParcel, { steps, isForged }: PushWish) {
  const track = sandboxTrack(parcel, steps, parcel.pace);
  const param = JSON.stringify({
    status: track.ischeck === '1' ? 'shutdown' : 'polling',
    billstatus: track.ischeck === '1' ? 'check' : 'got',
    message: '',
    autoCheck: '0',
    comOld: '',
    comNew: '',
    lastResult: { message: 'ok', status: '200', condition: 'F00', ...track },
  });
  const sign = pushSign(param, isForged ? 'forged' : (salt ?? ''));
  const response = await fetch(callback ?? '', {
    method: 'POST',
    signal: AbortSignal.timeout(pushTimeoutMs),
    body: new URLSearchParams({ param, sign }),
  });
  return { status: response.status, body: await response.text() };
}

class ExpressSandbox {
  readonly account: Omit<ExpressAccount, 'url'> = {
    customer: 'WHEELHOUSESANDBOX',
    key: randomBytes(12).toString('hex'),
  };
  readonly #pool: Pool;
  readonly #moves: boolean;
  #clock: NodeJS.Timeout | undefined;

  constructor(pool: Pool, { moves }: Options) {
    this.#pool = pool;
    this.#moves = moves;
    if (moves) this.#startClock();
  }

  async answer({ method, url: { pathname }, headers, text }: HttpRequest): Promise<SandboxAnswer> {
    if (method !== 'POST') return answer({}, 404);
    if (pathname === '/sandbox/parcel') {
      if (headers.authorization !== `Bearer ${this.account.key}`) return answer({}, 401);
      return this.#control(text);
    }
    const form = new URLSearchParams(text);
    if (pathname === '/poll/query.do') return this.#query(form);
    return pathname === '/poll' ? this.#subscribe(form) : answer({}, 404);
  }

  async #query(form: URLSearchParams): Promise<SandboxAnswer> {
    const param = form.get('param') ?? '';
    if (form.get('customer') !== this.account.customer || form.get('sign') !== querySign(param, this.account))
      return refusal('503', '验证签名失败');
    const { com, num, phone } = recordOf(JSON.parse(param));
    const parcel = await parcelOf(this.#pool, String(com), String(num));
    if (parcel === undefined) return refusal('400', '提交的数据不完整');
    if (parcel.fault === 'down') return answer({}, 503);
    if (com === 'shunfeng' && !/^\d{4}$/.test(String(phone))) return refusal('408', '验证码错误');
    const steps = stepsOf(parcel, this.#moves);
    if (steps === 0) return refusal('500', '查询无结果，请隔段时间再查');
    return answer({ message: 'ok', status: '200', condition: 'F00', ...sandboxTrack(parcel, steps, parcel.pace) });
  }

  async #subscribe(form: URLSearchParams): Promise<SandboxAnswer> {
    const { company, number, key, parameters } = recordOf(JSON.parse(form.get('param') ?? '{}'));
    if (form.get('schema') !== 'json' || key !== this.account.key) return refusal('600', '您不是合法的订阅者');
    const { callbackurl, salt, phone } = recordOf(parameters);
    const parcel = await parcelOf(this.#pool, String(company), String(number));
    if (parcel === undefined || parcel.fault === 'refused' || typeof callbackurl !== 'string')
      return refusal('700', '订阅方的订阅数据存在错误');
    if (parcel.fault === 'down') return answer({}, 503);
    if (company === 'shunfeng' && !/^\d{4}$/.test(String(phone))) return refusal('408', '验证码错误');
    await this.#pool.query(
      `update sbx_express_parcel set callback = $3, salt = $4, due_time = now() where com = $1 and nu = $2`,
      [parcel.com, parcel.nu, callbackurl, typeof salt === 'string' ? salt : ''],
    );
    return parcel.callback === null ? ok('提交成功') : refusal('501', '重复订阅');
  }

  /**
   * What the real service has no way for: `steps` holds a parcel at a step, null lets it go on by the clock; `fault` makes its calls fail; `push`
   * tells the platform at once, `times` times, as of an earlier step (`at`), after `delayMs`, `forged` under another salt.
   */
  async #control(text: string): Promise<SandboxAnswer> {
    const wish = control.parse(JSON.parse(text));
    const parcel = await parcelOf(this.#pool, wish.com, wish.nu);
    if (parcel === undefined) return answer({}, 400);
    const { steps: held = parcel.held, fault = parcel.fault } = wish;
    await this.#pool.query('update sbx_express_parcel set held = $3, fault = $4 where com = $1 and nu = $2', [
      parcel.com,
      parcel.nu,
      held,
      fault,
    ]);
    if (wish.push === undefined) return answer({ pushed: [] });
    if (parcel.callback === null) return answer({ error: 'not subscribed' }, 409);
    const { at = held ?? stepsOf(parcel, this.#moves), times, delayMs, forged } = wish.push;
    await sleep(delayMs, undefined, { ref: false });
    const pushed = [];
    for (let n = 0; n < times; n++) pushed.push(await push(parcel, { steps: at, isForged: forged }));
    return answer({ pushed });
  }

  /** Pushes with the clock; several processes share the parcels. It ends with the pool. */
  #startClock(): void {
    this.#clock = setInterval(() => {
      this.#pushDue().catch(() => {
        if (this.#pool.ended) clearInterval(this.#clock);
      });
    }, everyMs);
    this.#clock.unref();
  }

  async #pushDue(): Promise<void> {
    const { rows } = await this.#pool.query<SandboxParcel>(
      `update sbx_express_parcel set due_time = now() + interval '1 minute' where (com, nu) in (
         select com, nu from sbx_express_parcel where due_time <= now() and callback is not null and held is null and fault is null
         order by due_time limit 20 for update skip locked) returning ${columns}`,
    );
    for (const parcel of rows) {
      const steps = stepsOf(parcel, this.#moves);
      const next = nextOffset(parcel.nu, steps);
      const isTaken =
        steps === 0 || (await push(parcel, { steps, isForged: false }).catch(() => undefined))?.status === 200;
      if (isTaken)
        await this.#pool.query(
          `update sbx_express_parcel set due_time = started + make_interval(secs => $3::float8 * pace) where com = $1 and nu = $2`,
          [parcel.com, parcel.nu, next ?? null],
        );
    }
  }
}

/**
 * A stand-in for Kuaidi100: an HTTP server with its query, its subscription and its pushes; it checks signatures. Parcels come on with the clock,
 * to their end in ten minutes: `sandbox-track.ts` says to which.
 */
export async function startExpressSandbox(pool: Pool, options: Options): Promise<ExpressAccount> {
  const sandbox = new ExpressSandbox(pool, options);
  return { ...sandbox.account, url: await startHttpSandbox((request) => sandbox.answer(request)) };
}
