import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import type { Parcel } from '../../../adapters/express/index.ts';
import type { App } from '../../../http/context.ts';

type Keeper = Pick<App, 'secrets'>;

const keys = new WeakMap<object, Buffer>();

function keyOf({ secrets }: Keeper): Buffer {
  const known = keys.get(secrets);
  if (known !== undefined) return known;
  const key = Buffer.from(hkdfSync('sha256', secrets.sealKey, '', 'wheelhouse express callback', 32));
  keys.set(secrets, key);
  return key;
}

const secretOf = (app: Keeper, { company, number }: Parcel): Buffer =>
  createHmac('sha256', keyOf(app)).update(`${company} ${number}`).digest().subarray(0, 16);

/** Where the service tells what becomes of a parcel. Its signature is MD5, so that the address holds a secret besides, another one for each number. */
export function callbackUrl(app: Keeper & Pick<App, 'config'>, parcel: Parcel): string {
  // Without an address on the internet there is only the sandbox, on this machine.
  const origin = app.config.publicUrl ?? `http://127.0.0.1:${app.config.port}`;
  const place = [parcel.company, parcel.number].map(encodeURIComponent).join('/');
  return `${origin}/act/v1/express/${place}/${secretOf(app, parcel).toString('base64url')}`;
}

/** Whether the address of a push was made here. */
export function isCallback(app: Keeper, parcel: Parcel, secret: string): boolean {
  const [expected, given] = [secretOf(app, parcel), Buffer.from(secret, 'base64url')];
  return given.length === expected.length && timingSafeEqual(given, expected);
}
