import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { Secrets } from '../../config.ts';

/** How far the clocks of phone and platform may be apart, and how long a proof may travel. */
const proofMs = 5 * 60_000;

/** Key of a control unit's Bluetooth side, 32 bytes; another one for each version. Derived, so that it is not stored. */
function bleKey({ sealKey }: Pick<Secrets, 'sealKey'>, imei: string, version: number): Buffer {
  return Buffer.from(hkdfSync('sha256', sealKey, '', `wheelhouse ble ${imei} ${version}`, 32));
}

/** The key as the control unit is given it (base64url). */
export const bleKeyText = (secrets: Pick<Secrets, 'sealKey'>, imei: string, version: number): string =>
  bleKey(secrets, imei, version).toString('base64url');

/** Key for a user's phone: the control unit derives it from the user's id; it is void with the next key version. */
export function userKey(secrets: Pick<Secrets, 'sealKey'>, imei: string, version: number, userId: string): string {
  return createHmac('sha256', bleKey(secrets, imei, version))
    .update(`user ${userId}`)
    .digest('base64url');
}

/** Answer of the control unit to the phone over Bluetooth: the phone's user and time, signed with its key. */
export interface BleProof {
  /** ms since epoch. */
  readonly time: number;
  /** base64url of HMAC-SHA256(key, `bind {imei} {userId} {time}`). */
  readonly mac: string;
}

export function bleMac(
  secrets: Pick<Secrets, 'sealKey'>,
  of: { readonly imei: string; readonly version: number; readonly userId: string; readonly time: number },
): string {
  return createHmac('sha256', bleKey(secrets, of.imei, of.version))
    .update(`bind ${of.imei} ${of.userId} ${of.time}`)
    .digest('base64url');
}

/** Whether the phone of this user was within Bluetooth range of the control unit in the last minutes. */
export function provesPossession(
  secrets: Pick<Secrets, 'sealKey'>,
  of: { readonly imei: string; readonly version: number; readonly userId: string },
  proof: BleProof,
  now: number,
): boolean {
  if (Math.abs(now - proof.time) > proofMs) return false;
  const expected = Buffer.from(bleMac(secrets, { ...of, time: proof.time }), 'base64url');
  const given = Buffer.from(proof.mac, 'base64url');
  return given.length === expected.length && timingSafeEqual(given, expected);
}
