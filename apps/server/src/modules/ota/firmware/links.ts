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

/** A package, and the task that it is downloaded for where there is one. */
export interface Download {
  readonly firmwareId: string;
  readonly taskId?: string | undefined;
}

const nameOf = ({ firmwareId, taskId }: Download): string =>
  taskId === undefined ? firmwareId : `${firmwareId}-${taskId}`;

const sign = (app: Keeper, name: string, expires: number): Buffer =>
  createHmac('sha256', keyOf(app)).update(`${name}.${expires}`).digest().subarray(0, 16);

/** Path by which a vehicle downloads a package, in ranges, for two hours and while the task goes on. */
export function packageUrl(app: Keeper, download: Download, seconds = packageSeconds): string {
  const expires = Math.floor(Date.now() / 1000) + seconds;
  const name = nameOf(download);
  return `/device/v1/ota/package/${name}.${expires}.${sign(app, name, expires).toString('base64url')}`;
}

/** What a token is for; undefined when it was not made here, or is over. */
export function downloadOf(app: Keeper, token: string): Download | undefined {
  const [, firmwareId = '', taskId, until = '', signature = ''] =
    /^(\d+)(?:-(\d+))?\.(\d{1,12})\.([\w-]{22})$/.exec(token) ?? [];
  if (![firmwareId, taskId ?? firmwareId].every((id) => idPattern.test(id))) return undefined;
  if (Number(until) * 1000 <= Date.now()) return undefined;
  const given = Buffer.from(signature, 'base64url');
  const expected = sign(app, nameOf({ firmwareId, taskId }), Number(until));
  return given.length === expected.length && timingSafeEqual(given, expected) ? { firmwareId, taskId } : undefined;
}
