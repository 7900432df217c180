import { createHmac, timingSafeEqual } from 'node:crypto';
import type { OwnKey } from '@wheelhouse/entities/calls';
import { sql } from 'kysely';
import type { FastifyRequest } from 'fastify';
import type { ZodType } from 'zod';
import { provedCall, type Answer, type Call, type Parsed, type Proof, type Schemas } from './call.ts';
import { requestParts, type App, type PublicContext, type RequestParts } from './context.ts';
import { AppError } from './errors.ts';
import { RateLimit } from './rate.ts';

/** The control unit that calls. */
export interface DeviceCaller {
  readonly imei: string;
  readonly vehicleId: string;
}

export type DeviceContext = RequestParts & { readonly device: DeviceCaller };

type DeviceKey = Extract<OwnKey, `${'GET' | 'POST'} /device/v1/${string}`>;

type DeviceCall<K extends DeviceKey, Body, Query> = Pick<Call, 'summary' | 'bodyLimit'> &
  Schemas<K, Body, Query> & {
    run(ctx: DeviceContext, input: Parsed<Body, Query>): Promise<Answer<K>>;
  };

/** Tolerance for the clock of a device. */
const windowMs = 5 * 60_000;
/** Calls of one device: more are refused, and come again later. */
const perDevice = new RateLimit(30, 2);
/** Wrong signatures from one address. Correct signatures are never limited by address: many devices share one address of their SIM carrier. */
const wrongByIp = new RateLimit(60, 1);

const refuse = () => new AppError(1102, undefined, { status: 401 });
const tooMany = () => new AppError(1104, undefined, { status: 429 });

interface Signed {
  readonly imei: string;
  readonly timestamp: string;
  readonly nonce: string;
  readonly signature: Buffer;
}

function signedOf({ headers }: FastifyRequest): Signed | undefined {
  const of = (name: string, pattern: RegExp): string | undefined => {
    const value = headers[name];
    return typeof value === 'string' && pattern.test(value) ? value : undefined;
  };
  const imei = of('x-device-id', /^\d{15}$/);
  const timestamp = of('x-timestamp', /^\d{13}$/);
  const nonce = of('x-nonce', /^[\w-]{16,64}$/);
  const signature = of('x-signature', /^[0-9a-f]{64}$/i);
  if (imei === undefined || timestamp === undefined || nonce === undefined || signature === undefined) return undefined;
  return { imei, timestamp, nonce, signature: Buffer.from(signature, 'hex') };
}

async function credentialOf({ db }: App, imei: string): Promise<{ vehicleId: string; key: Buffer } | undefined> {
  const { rows } = await sql<{ vehicleId: string; key: Buffer }>`
    select c.vehicle_id, c.secret_hash as key from dev_credential c
    join veh_vehicle v on v.id = c.vehicle_id and v.imei = c.imei and not v.deleted where c.imei = ${imei}`.execute(db);
  return rows[0];
}

/** A nonce counts once per device; it is kept as long as its timestamp is taken. */
async function takeNonce({ db }: App, imei: string, nonce: string): Promise<boolean> {
  const { rows } = await sql`
    insert into dev_nonce (imei, nonce) values (${imei}, ${nonce}) on conflict do nothing returning 1`.execute(db);
  return rows.length > 0;
}

const proof: Proof = {
  scheme: 'device',
  async verify(app, request): Promise<DeviceCaller> {
    const signed = signedOf(request);
    if (!signed || Math.abs(Number(signed.timestamp) - Date.now()) > windowMs) throw refuse();
    const { imei, timestamp, nonce, signature } = signed;
    const credential = await credentialOf(app, imei);
    const right = signReport(credential?.key ?? Buffer.alloc(32), request.rawBody ?? '', timestamp, nonce);
    if (!credential || !timingSafeEqual(right, signature)) {
      throw wrongByIp.take(request.ip) ? refuse() : tooMany();
    }
    if (!perDevice.take(imei)) throw tooMany();
    if (!(await takeNonce(app, imei, nonce))) throw refuse();
    return { imei, vehicleId: credential.vehicleId };
  },
};

/** The signature of a device call: HMAC-SHA256 over body, timestamp and nonce as they are sent. */
export function signReport(key: Buffer, body: string, timestamp: string, nonce: string): Buffer {
  return createHmac('sha256', key).update(body).update(timestamp).update(nonce).digest();
}

/**
 * Declares a call of devices (`/device/v1/…`). A request carries `x-device-id` (IMEI), `x-timestamp` (ms since epoch, 13 digits),
 * `x-nonce` (16 to 64 letters, digits, `-` and `_`; never the same twice) and `x-signature`: hex HMAC-SHA256 over the body's bytes, the
 * timestamp and the nonce. A GET has no body, and its query is not signed: it may only narrow what the device is told of itself.
 *
 * The key is SHA-256(salt ‖ secret), 32 bytes: what the platform stores of the secret, which itself is nowhere at rest. The device has
 * its secret and asks for the salt, which is no secret, at `POST /device/v1/salt`; again when it is refused, for the salt changes with the secret.
 * So a thief of the database could sign reports by HTTP until secrets are reset, but neither learn a secret nor connect over MQTT.
 *
 * Refused with 401 (1102): a header missing or malformed, a timestamp more than 5 minutes off, an unknown device, a wrong signature, a
 * nonce used before. Refused with 429 (1104): more than 2 calls a second (30 at once) of a device, or too many wrong signatures.
 */
export function defineDeviceCall<
  const K extends DeviceKey,
  Body extends ZodType | undefined = undefined,
  Query extends ZodType | undefined = undefined,
>(key: K, call: DeviceCall<K, Body, Query>): Call {
  return provedCall(key, call, proof, asDeviceContext);
}

function asDeviceContext(ctx: PublicContext): DeviceContext {
  return { ...requestParts(ctx), device: ctx.proved as DeviceCaller };
}
