import { createHash, createVerify, generateKeyPair, randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { recordOf } from '@wheelhouse/contract/object';
import { codes } from '@wheelhouse/entities/codes';
import type { Pool } from 'pg';
import { z } from 'zod';
import type { FcmConfig } from '../../config-parts.ts';
import { perSecondCounter } from '../partner/per-second.ts';
import { startHttpSandbox, type HttpRequest, type SandboxAnswer } from '../partner/sandbox-server.ts';
import { grantType, scope } from './access-token.ts';

const projectId = 'wheelhouse-sandbox';
const clientEmail = 'sender@wheelhouse-sandbox.iam.gserviceaccount.com';
const validSec = 3_600;
const [leastMs, mostMs] = [2, 12];

const message = z.object({
  token: z.string().min(1),
  notification: z.object({ title: z.string(), body: z.string() }),
  data: z.object({ pushId: z.string().optional(), route: z.string().optional() }).catchall(z.string()),
  android: z.object({ notification: z.object({ tag: z.string(), channel_id: z.string().optional() }) }),
});
type Message = z.output<typeof message>;

/** An error as Google's interfaces answer it; `own` is the code of FCM itself. */
const refusal = (status: number, code: string, own?: string, retryAfterSec?: number): SandboxAnswer => ({
  status,
  body: {
    error: {
      code: status,
      message: code,
      status: code,
      ...(own !== undefined && {
        details: [{ '@type': 'type.googleapis.com/google.firebase.fcm.v1.FcmError', errorCode: own }],
      }),
    },
  },
  ...(retryAfterSec !== undefined && { headers: { 'retry-after': String(retryAfterSec) } }),
});
const gone = refusal(404, 'NOT_FOUND', 'UNREGISTERED');
const busy = (retryAfterSec?: number) => refusal(503, 'UNAVAILABLE', 'UNAVAILABLE', retryAfterSec);
const tooMany = (retryAfterSec: number) => refusal(429, 'RESOURCE_EXHAUSTED', 'QUOTA_EXCEEDED', retryAfterSec);

/** What a phone does, by the beginning of its token. */
const faults: readonly (readonly [beginning: string, answer: SandboxAnswer])[] = [
  ['gone-', gone],
  ['invalid-', refusal(400, 'INVALID_ARGUMENT', 'INVALID_ARGUMENT')],
  ['foreign-', refusal(403, 'PERMISSION_DENIED', 'SENDER_ID_MISMATCH')],
  ['busy-', busy(30)],
  ['quota-', tooMany(90)],
];

function partOf(token: string, at: number): Readonly<Record<string, unknown>> {
  try {
    return recordOf(JSON.parse(Buffer.from(token.split('.')[at] ?? '', 'base64url').toString()));
  } catch {
    return {};
  }
}

/** Whether a service account has signed this assertion, for this address, and it holds now. */
function isAssertion(assertion: string, publicKey: string, tokenUrl: string): boolean {
  const [header = '', claims = '', signature = ''] = assertion.split('.');
  const { alg } = partOf(assertion, 0);
  const { iss, aud, scope: asked, iat, exp } = partOf(assertion, 1);
  const now = Date.now() / 1000;
  return (
    alg === 'RS256' &&
    createVerify('RSA-SHA256').update(`${header}.${claims}`).verify(publicKey, signature, 'base64url') &&
    iss === clientEmail &&
    aud === tokenUrl &&
    asked === scope &&
    typeof iat === 'number' &&
    typeof exp === 'number' &&
    iat <= now + 60 &&
    exp > now &&
    exp - iat <= validSec
  );
}

/** Keeps what it was given in `msg_push_outbox`, and when the phone will say that it has it. */
async function deliver(pool: Pool, { token, notification, data, android }: Message): Promise<SandboxAnswer> {
  const fault = faults.find(([beginning]) => token.startsWith(beginning));
  if (fault) return fault[1];
  const hash = createHash('sha256').update(token).digest();
  const phone = await pool.query<{ user_id: string }>('select user_id from msg_push_token where token_hash = $1', [
    hash,
  ]);
  const [owner] = phone.rows;
  if (owner === undefined) return gone;
  const { rows } = await pool.query<{ id: string; attempts: number }>(
    `insert into msg_push_outbox as o (key, channel, user_id, title, body, route, sound) values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (key) do update set attempts = o.attempts + 1 returning id, attempts`,
    [
      `${android.notification.tag}@${hash.toString('hex', 0, 8)}`,
      codes.PushChannel.push,
      owner.user_id,
      notification.title,
      notification.body,
      data.route ?? null,
      android.notification.channel_id ?? null,
    ],
  );
  const { id, attempts } = rows[0] ?? { id: '0', attempts: 1 };
  const n = Number(id);
  if (n % 19 === 7 && attempts === 1) return busy();
  const seconds = 0.5 + (n % 4) * 0.5;
  await pool.query(
    `update msg_push_outbox set result = 'delivered', due_time = now() + make_interval(secs => $2::float8) where id = $1 and result is null`,
    [id, seconds],
  );
  const { pushId = '' } = data;
  if (/^[1-9]\d*$/.test(pushId))
    await pool.query(
      `update msg_push_record set received_time = now() + make_interval(secs => $2::float8)
       where inbox_id = $1 and channel = ${codes.PushChannel.push} and received_time is null`,
      [pushId, seconds],
    );
  return { status: 200, body: { name: `projects/${projectId}/messages/${id}` } };
}

/** Access tokens that were given out, and until when they hold. */
class Tokens {
  readonly #until = new Map<string, number>();

  give(): SandboxAnswer {
    const token = `ya29.${randomBytes(32).toString('base64url')}`;
    this.#until.set(token, Date.now() + validSec * 1000);
    return { status: 200, body: { access_token: token, expires_in: validSec, token_type: 'Bearer' } };
  }

  holds({ headers }: HttpRequest): boolean {
    const { authorization = '' } = headers;
    return (this.#until.get(authorization.replace(/^Bearer /, '')) ?? 0) > Date.now();
  }
}

const invalidGrant: SandboxAnswer = {
  status: 400,
  body: { error: 'invalid_grant', error_description: 'Invalid JWT Signature.' },
};

function readMessage(text: string): Message | undefined {
  try {
    const { message: sent } = recordOf(JSON.parse(text));
    return message.safeParse(sent).data;
  } catch {
    return undefined;
  }
}

/**
 * A stand-in for FCM, Google's token service and the phones: it speaks FCM HTTP v1 with delays. A phone has a push half a second to two
 * seconds after it was taken; one push in nineteen is refused at first; tokens that begin with `gone-`, `invalid-`, `foreign-`, `busy-`
 * and `quota-` do what they say; more than `perSecond` requests in a second are too many.
 */
export async function startFcmSandbox(pool: Pool, { perSecond = 1_000 } = {}): Promise<FcmConfig> {
  const { publicKey, privateKey } = await promisify(generateKeyPair)('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  const tokens = new Tokens();
  const within = perSecondCounter(perSecond);
  let tokenUrl = '';
  const url = await startHttpSandbox(async (request) => {
    const { method, url: asked, text } = request;
    await sleep(leastMs + Math.random() * (mostMs - leastMs), undefined, { ref: false });
    if (method === 'POST' && asked.pathname === '/token') {
      const form = new URLSearchParams(text);
      const isOurs = isAssertion(form.get('assertion') ?? '', publicKey, tokenUrl);
      return form.get('grant_type') === grantType && isOurs ? tokens.give() : invalidGrant;
    }
    if (method !== 'POST' || asked.pathname !== `/v1/projects/${projectId}/messages:send`)
      return refusal(404, 'NOT_FOUND');
    if (!tokens.holds(request)) return refusal(401, 'UNAUTHENTICATED');
    if (!within()) return tooMany(1);
    const sent = readMessage(text);
    return sent === undefined ? refusal(400, 'INVALID_ARGUMENT') : deliver(pool, sent);
  });
  tokenUrl = `${url}/token`;
  return { url, projectId, clientEmail, privateKey, keyId: 'sandbox', tokenUrl };
}
