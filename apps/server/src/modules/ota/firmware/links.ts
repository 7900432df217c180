import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { idPattern } from '@wheelhouse/contract/text';
import type { App } from '../../../http/context.ts';

type Keeper = Pick<App, 'secrets'>;

/** Seconds for which the address of a package is good for a vehicle. */
const packageSeconds = 2 * 3600;

const keys = new WeakMap<object, Buffer>();

/** Another key than that of other files: neither token opens what the other is for. */
function keyOf({ secrets }: Keeper): Buffer {
  const known = keys.get(secrets);
  if (known !== undefined) return known;
  const key = Buffer.from(hkdfSync('sha256', secrets.sealKey, '', 'wheelhouse firmware url', 32));
  keys.set(secrets, key);
  return key;
}

const sign = (app: Keeper, firmwareId: string, expires: number): Buffer =>
  createHmac('sha256', keyOf(app)).update(`${firmwareId}.${expires}`).digest().subarray(0, 16);

/** Path by which a vehicle downloads a package, in ranges, for two hours. */
export function packageUrl(app: Keeper, firmwareId: string, seconds = packageSeconds): string {
  const expires = Math.floor(Date.now() / 1000) + seconds;
  return `/device/v1/ota/package/${firmwareId}.${expires}.${sign(app, firmwareId, expires).toString('base64url')}`;
}

/** The package that a token is for; undefined when it was not made here, or is over. */
export function packageOf(app: Keeper, token: string): string | undefined {
  const [, firmwareId = '', until = '', signature = ''] = /^(\d+)\.(\d{1,12})\.([\w-]{22})$/.exec(token) ?? [];
  if (!idPattern.test(firmwareId) || Number(until) * 1000 <= Date.now()) return undefined;
  const given = Buffer.from(signature, 'base64url');
  const expected = sign(app, firmwareId, Number(until));
  return given.length === expected.length && timingSafeEqual(given, expected) ? firmwareId : undefined;
}
