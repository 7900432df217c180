import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { idPattern } from '@wheelhouse/contract/text';
import type { App } from '../../../http/context.ts';

type Keeper = Pick<App, 'secrets'>;
type Place = Keeper & { readonly config: Pick<App['config'], 'publicUrl'> };

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

/** The vehicle of a task that a package is for: the address is over with its attempt. */
export interface Download {
  readonly executionId: string;
  readonly attempt: number;
}

const nameOf = ({ executionId, attempt }: Download): string => `${executionId}-${attempt}`;

const sign = (app: Keeper, name: string, expires: number): Buffer =>
  createHmac('sha256', keyOf(app)).update(`${name}.${expires}`).digest().subarray(0, 16);

/**
 * Address by which a vehicle downloads a package, in ranges, for two hours and while its attempt goes on: whole where the installation knows how it is
 * called from outside (`PUBLIC_URL`), else a path at the host that the vehicle is configured with.
 */
export function packageUrl(app: Place, download: Download, seconds = packageSeconds): string {
  const expires = Math.floor(Date.now() / 1000) + seconds;
  const name = nameOf(download);
  return `${app.config.publicUrl ?? ''}/device/v1/ota/package/${name}.${expires}.${sign(app, name, expires).toString('base64url')}`;
}

/** What a token is for; undefined when it was not made here, or is over. */
export function downloadOf(app: Keeper, token: string): Download | undefined {
  const [, executionId = '', attempt = '', until = '', signature = ''] =
    /^(\d+)-(\d{1,6})\.(\d{1,12})\.([\w-]{22})$/.exec(token) ?? [];
  if (!idPattern.test(executionId)) return undefined;
  const download = { executionId, attempt: Number(attempt) };
  if (Number(until) * 1000 <= Date.now()) return undefined;
  const given = Buffer.from(signature, 'base64url');
  const expected = sign(app, nameOf(download), Number(until));
  return given.length === expected.length && timingSafeEqual(given, expected) ? download : undefined;
}
