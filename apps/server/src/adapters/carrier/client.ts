import { recordOf } from '@wheelhouse/contract/object';
import { sql } from 'kysely';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '../../db/pool.ts';
import { exchange, type Exchanged } from '../partner/exchange.ts';
import { pauseProvider, takeTurn } from '../rate.ts';
import { CarrierRefused } from './adapter.ts';

const timeoutMs = 10_000;
/** Seconds without requests after a refusal for too many of them, where the carrier does not say. */
const pauseSec = 1;
/** After so many failures in a minute nobody asks the carrier for a minute. */
const mostFailures = 20;
const circuitSec = 60;

/** A carrier's interface at its rate. */
export interface CarrierService {
  readonly db: Db;
  /** D:Carrier. */
  readonly carrier: number;
  /** Requests in a second, all processes together. */
  readonly perSecond: number;
  /** Without a slash at the end. */
  readonly url: string;
  /** Its answers are not kept. */
  readonly silent?: boolean;
}

export interface CarrierRequest {
  /** What is asked for, in the log: `card`, `order`. */
  readonly api: string;
  /** The card, or the cards, that it is about; a page of a list: those of the answer. */
  readonly iccid?: string;
  readonly iccids?: readonly string[];
  readonly path: string;
  readonly method?: 'GET' | 'POST' | 'PUT';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Readonly<Record<string, unknown>>;
  /** Answers besides 2xx that say something about the card: the caller reads them. */
  readonly expected?: readonly number[];
}

/** What may be kept and shown of an answer's code. */
const codePattern = /^[\w.-]{1,40}$/;
const mostMessage = 200;

async function takeCarrierTurn({ db, carrier, perSecond }: CarrierService): Promise<void> {
  const turn = await takeTurn(db, `carrier.${carrier}`, perSecond);
  if (typeof turn === 'number')
    throw new CarrierRefused('rate', 'too many requests are waiting', { retryAfterSec: turn, tried: false });
  if (turn.waitMs >= 1) await sleep(turn.waitMs);
}

interface Logged {
  readonly request: CarrierRequest;
  readonly response: unknown;
  readonly resultCode: string;
  readonly costMs: number;
}

/** Numbers of the cards that a list of them names. */
const numbersIn = (response: unknown): readonly string[] =>
  (Array.isArray(response) ? response : []).flatMap((one: unknown) => {
    const { iccid } = recordOf(one);
    return typeof iccid === 'string' ? [iccid] : [];
  });

/** The carrier's own words, kept for 90 days. Neither keys nor tokens are among them. */
async function keepAnswer(
  { db, carrier, silent = false }: CarrierService,
  { request, response, resultCode, costMs }: Logged,
): Promise<void> {
  const { iccid = null, iccids, api, body } = request;
  const kept = silent ? null : (response ?? null);
  const many = iccid === null ? [...(iccids ?? numbersIn(response))] : null;
  await sql`
    insert into sim_carrier_log (iccid, iccids, carrier, api, request, response, result_code, cost_ms)
    values (${iccid}, ${many}::text[], ${carrier}, ${api}, ${JSON.stringify(body ?? null)}::jsonb, ${JSON.stringify(kept)}::jsonb, ${resultCode}, ${costMs})`.execute(
    db,
  );
}

/** Stops asking a carrier whose interface fails again and again. */
async function openCircuit({ db, carrier }: CarrierService): Promise<void> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from sim_carrier_log
    where carrier = ${carrier} and result_code = 'unavailable' and time > now() - interval '1 minute'`.execute(db);
  if ((rows[0]?.n ?? 0) >= mostFailures) await pauseProvider(db, `carrier.${carrier}`, circuitSec);
}

/** Code and text of a refusal, by the names that carriers give them. */
function refusalOf({ status, body }: Exchanged): { readonly code: string; readonly message: string } {
  const { code, error_code: errorCode, message, statusText } = recordOf(body);
  const given = [code, errorCode].map((one) => (typeof one === 'number' ? String(one) : one));
  const known = given.find((one): one is string => typeof one === 'string' && codePattern.test(one));
  const text = [message, statusText].find((one): one is string => typeof one === 'string') ?? `HTTP ${status}`;
  return { code: known ?? `http${status}`, message: text.slice(0, mostMessage) };
}

async function refuse(service: CarrierService, answer: Exchanged): Promise<never> {
  const { status, retryAfterSec } = answer;
  const { code, message } = refusalOf(answer);
  if (status === 429) {
    await pauseProvider(service.db, `carrier.${service.carrier}`, retryAfterSec ?? pauseSec);
    throw new CarrierRefused('busy', message, { retryAfterSec: retryAfterSec ?? pauseSec, tried: false });
  }
  if (status === 401 || status === 403) throw new CarrierRefused('denied', message);
  if (status >= 500) throw new CarrierRefused('unavailable', message, { retryAfterSec });
  throw new CarrierRefused(code, message, { permanent: true });
}

const resultOf = ({ status }: Exchanged): string =>
  status >= 500 ? 'unavailable' : status >= 200 && status < 300 ? '0' : `http${status}`;

/**
 * Makes a request to a carrier when its turn has come, and keeps the answer.
 * @throws CarrierRefused; a redirection, a time-out of 10 s and a status of 5xx are `unavailable`
 */
export async function askCarrier(service: CarrierService, request: CarrierRequest): Promise<Exchanged> {
  await takeCarrierTurn(service);
  const { path, method = 'GET', headers = {}, body, expected = [] } = request;
  const started = Date.now();
  const costMs = (): number => Date.now() - started;
  let answer: Exchanged;
  try {
    answer = await exchange(service.url + path, {
      method,
      timeoutMs,
      headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  } catch {
    await keepAnswer(service, { request, response: null, resultCode: 'unavailable', costMs: costMs() });
    await openCircuit(service);
    throw new CarrierRefused('unavailable', 'the carrier does not answer');
  }
  const resultCode = resultOf(answer);
  await keepAnswer(service, { request, response: answer.body, resultCode, costMs: costMs() });
  if (resultCode === '0' || expected.includes(answer.status)) return answer;
  if (resultCode === 'unavailable') await openCircuit(service);
  return refuse(service, answer);
}
