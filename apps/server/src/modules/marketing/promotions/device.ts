import type { Secrets } from '../../../config.ts';
import { hashOf } from '../../../entity/seal.ts';

/** Where a request came from. */
export interface Caller {
  readonly ip: string;
  readonly userAgent: string;
}

const systems: readonly (readonly [string, RegExp])[] = [
  ['harmony', /harmony/i],
  ['ios', /iphone|ipad|ios|cfnetwork|darwin/i],
  ['android', /android|okhttp|dalvik/i],
];

/**
 * What a phone's browser and the app on it have in common: address and operating system, as a keyed hash. No identifier of the device
 * leaves a browser, so that two phones of one system behind one address are taken for one.
 * @param purpose hashes of one purpose are compared with each other alone
 */
export function deviceHash(
  secrets: Pick<Secrets, 'sealKey'>,
  { ip, userAgent }: Caller,
  purpose = 'promotion',
): Buffer {
  const system = systems.find(([, pattern]) => pattern.test(userAgent))?.[0] ?? 'other';
  return hashOf(secrets, `${purpose}:${ip}:${system}`);
}

const robots =
  /(?<!cu)bot|crawl|spider|slurp|preview|monitor|headless|phantom|selenium|curl|wget|python|java\/|go-http|httpclient|facebookexternalhit|embedly|whatsapp/i;

/** Software that opens addresses by itself says so, or says nothing. Cubot makes phones; apps that scan codes are people's. */
export const isRobot = (userAgent: string): boolean => userAgent.trim() === '' || robots.test(userAgent);
