import { isRecord, recordOf } from '@wheelhouse/contract/object';
import type { FcmConfig } from '../../config-parts.ts';
import { exchange, type Exchanged } from '../partner/exchange.ts';
import { accessToken } from './access-token.ts';
import { PushRefused, type PushMessage } from './adapter.ts';

// FCM HTTP v1: one message to one phone.

const timeoutMs = 10_000;
/** FCM keeps a push for a phone that is off so long: later it is news of yesterday. */
const ttlSec = 86_400;
/** What FCM asks for where its answer to too many requests does not say. */
const quotaPauseSec = 60;

/** What became of a push to one phone. */
export type FcmOutcome =
  | { readonly kind: 'taken' }
  /** The app is gone from the phone, or has another token by now. */
  | { readonly kind: 'gone' }
  | { readonly kind: 'refused'; readonly refusal: PushRefused; readonly tooMany: boolean };

/** A sound by its name in the app: on iOS a file, on Android a notification channel of the same name, which has the sound. */
function soundsOf(sound = 'default') {
  if (sound === 'none') return { aps: {}, channel: { channel_id: sound } };
  if (sound === 'default') return { aps: { sound }, channel: {} };
  return { aps: { sound: `${sound}.caf` }, channel: { channel_id: sound } };
}

function bodyOf({ key, pushId, title, body, route, sound }: PushMessage, token: string): string {
  const { aps, channel } = soundsOf(sound);
  return JSON.stringify({
    message: {
      token,
      notification: { title, body },
      data: { pushId, ...(route !== undefined && { route }) },
      // A push that is sent again takes the place of the first one.
      android: { priority: 'HIGH', ttl: `${ttlSec}s`, notification: { tag: key, ...channel } },
      apns: { headers: { 'apns-priority': '10', 'apns-collapse-id': key }, payload: { aps } },
    },
  });
}

/** FCM's own code is in the details; without one, the status of the answer is it. */
function codeOf(body: unknown): string {
  const { error } = recordOf(body);
  const { details, status } = recordOf(error);
  const own: unknown = Array.isArray(details)
    ? details.filter(isRecord).find(({ errorCode }) => typeof errorCode === 'string')
    : undefined;
  const { errorCode: code = status } = recordOf(own);
  return typeof code === 'string' ? code : '';
}

/** Codes of FCM, as statistics show them, and whether trying again is of no use. */
const refusals: Readonly<Record<string, readonly [failCode: string, permanent: boolean]>> = {
  INVALID_ARGUMENT: ['invalid', true],
  SENDER_ID_MISMATCH: ['otherSender', true],
  THIRD_PARTY_AUTH_ERROR: ['credentials', false],
  PERMISSION_DENIED: ['credentials', false],
  UNAUTHENTICATED: ['credentials', false],
  QUOTA_EXCEEDED: ['busy', false],
  RESOURCE_EXHAUSTED: ['busy', false],
  UNAVAILABLE: ['busy', false],
};

const unknownFault = ['invalid', true] as const;
const unknownFailure = ['unavailable', false] as const;

function outcomeOf({ status, retryAfterSec, body }: Exchanged): FcmOutcome {
  if (status === 200) return { kind: 'taken' };
  const code = codeOf(body);
  if (code === 'UNREGISTERED') return { kind: 'gone' };
  const tooMany = status === 429;
  const known = refusals[code];
  const [failCode, permanent] = known ?? (status === 400 ? unknownFault : unknownFailure);
  const wait = retryAfterSec ?? (tooMany ? quotaPauseSec : undefined);
  return { kind: 'refused', refusal: new PushRefused(failCode, permanent, { retryAfterSec: wait }), tooMany };
}

/** @throws PushRefused when FCM cannot be asked at all */
function ask(config: FcmConfig, access: string, message: PushMessage, token: string): Promise<Exchanged> {
  return exchange(`${config.url}/v1/projects/${config.projectId}/messages:send`, {
    method: 'POST',
    timeoutMs,
    headers: { authorization: `Bearer ${access}`, 'content-type': 'application/json; charset=utf-8' },
    body: bodyOf(message, token),
  }).catch(() => {
    throw new PushRefused('unavailable', false);
  });
}

/** Sends a push to one phone. A refused access token is renewed once. @throws PushRefused when FCM cannot be asked at all */
export async function sendToPhone(config: FcmConfig, message: PushMessage, token: string): Promise<FcmOutcome> {
  const access = accessToken(config);
  const value = await access.value();
  const first = await ask(config, value, message, token);
  if (first.status !== 401 || codeOf(first.body) === 'THIRD_PARTY_AUTH_ERROR') return outcomeOf(first);
  await access.forget(value);
  return outcomeOf(await ask(config, await access.value(), message, token));
}
