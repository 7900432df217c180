import { recordOf } from '@wheelhouse/contract/object';
import { randomUUID } from 'node:crypto';
import type { AliyunConfig } from '../../config-parts.ts';
import type { Db } from '../../db/pool.ts';
import { exchange, type Exchanged } from '../partner/exchange.ts';
import { PushRefused } from '../push/adapter.ts';
import { pauseProvider, waitForTurn, type Provider } from '../rate.ts';
import { canonicalQuery, signedHeaders } from './sign.ts';

/** Both services have this version of their interface. */
const version = '2017-05-25';
const timeoutMs = 10_000;
/** Seconds without requests after a refusal for too many of them, where the service does not say. */
const pauseSec = 1;

/** A service of Aliyun at its rate. */
export interface AliyunService {
  readonly config: AliyunConfig;
  readonly db: Db;
  readonly provider: Provider;
  /** Requests in a second, all processes together. */
  readonly perSecond: number;
}

/** Codes that concern this message alone: its number, template or text. Keys, balance, signature and limits can be put right while it waits. */
const ofThisMessage = /^isv\.(?:MOBILE|NUMBER|CALLED|TEMPLATE|SMS_TEMPLATE|TTS|VOICE|INVALID|PARAM|BLACK)/;
/** What may be kept and shown of an answer. */
const codePattern = /^[\w.-]{1,64}$/;

/** @throws PushRefused with the service's own code */
async function refuse({ db, provider }: AliyunService, { status, retryAfterSec, body }: Exchanged): Promise<never> {
  const { Code: code } = recordOf(body);
  const failCode = typeof code === 'string' && codePattern.test(code) ? code : status >= 500 ? 'busy' : 'unavailable';
  const tooMany = status === 429 || failCode.startsWith('Throttling');
  if (tooMany) await pauseProvider(db, provider, retryAfterSec ?? pauseSec);
  throw new PushRefused(tooMany ? 'busy' : failCode, ofThisMessage.test(failCode), { retryAfterSec });
}

/**
 * Makes a call of a service when its turn has come.
 * @returns what it answered, with the code OK
 * @throws PushRefused
 */
export async function askAliyun(
  service: AliyunService,
  action: string,
  query: Readonly<Record<string, string>>,
): Promise<Readonly<Record<string, unknown>>> {
  const { config, db, provider, perSecond } = service;
  await waitForTurn(db, provider, perSecond);
  const { host: _own, ...headers } = signedHeaders(config, {
    action,
    version,
    query,
    time: new Date(),
    nonce: randomUUID(),
  });
  const answer = await exchange(`${config.url}/?${canonicalQuery(query)}`, {
    method: 'POST',
    timeoutMs,
    headers,
  }).catch(() => {
    // The address holds the number: nothing of the failed request is kept.
    throw new PushRefused('unavailable', false);
  });
  const body = recordOf(answer.body);
  const { Code: code } = body;
  return answer.status === 200 && code === 'OK' ? body : refuse(service, answer);
}
