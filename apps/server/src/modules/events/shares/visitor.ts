import { formatDay } from '@wheelhouse/contract/time';
import type { Secrets } from '../../../config.ts';
import { hashOf } from '../../../entity/seal.ts';
import { deviceHash, type Caller } from '../../marketing/promotions/service.ts';

const dayMs = 86_400_000;
/** Days between a visit and the registration that follows from it. */
export const attributedDays = 7;

type Key = Pick<Secrets, 'sealKey'>;

/** A key of its own for every day: hashes of two days say nothing of each other, and no address is kept. */
const ofDay = (time: number): string => `share:${formatDay(new Date(time))}`;

/** A visitor of a day: address and browser. */
export const visitorHash = (secrets: Key, { ip, userAgent }: Caller, now: number): Buffer =>
  hashOf(secrets, `${ofDay(now)}:visitor:${ip}:${userAgent}`);

/** What the visitor's browser and the app on the same phone have in common on a day. */
export const phoneHash = (secrets: Key, caller: Caller, now: number): Buffer => deviceHash(secrets, caller, ofDay(now));

/** The same on each of the days on which a visit may have been that a registration follows from. */
export const phoneHashes = (secrets: Key, caller: Caller, now: number): Buffer[] =>
  Array.from({ length: attributedDays + 1 }, (_, ago) => phoneHash(secrets, caller, now - ago * dayMs));
