import { parseInstant } from '@wheelhouse/contract/time';
import { machines } from '@wheelhouse/entities/machines';
import { adSlots } from '@wheelhouse/entities/marketing/ad-slots';
import { entityNamed } from '@wheelhouse/entities/registry';
import { sql } from 'kysely';
import type { Tx } from '../../../db/pool.ts';
import { AppError } from '../../../http/errors.ts';
import { shareUsers } from '../../audience/service.ts';

const { waiting, live } = machines['SM-Ad'].states;
const entity = entityNamed('advertisement');

/** What a place in the app is taken by. Times as in the row: text of the wire. */
interface Placed {
  /** Of a stored advertisement; it does not count against itself. */
  readonly id: string;
  readonly position: number;
  readonly startTime: string;
  readonly endTime: string;
  readonly audienceType: number;
  readonly tagIds: readonly string[] | null;
  readonly vehicleTypeIds: readonly string[] | null;
  readonly cityCodes: readonly string[] | null;
  readonly clientOs: readonly string[] | null;
  /** Who made it: it is for users in their data scope. */
  readonly createBy: string | null;
}

const instant = (time: string): Date => {
  const found = parseInstant(time);
  if (found === undefined) throw new Error(`no time: ${time}`);
  return found;
};

/** Advertisements `t` that are on at a place at some time of another one, or are about to be. */
const othersOf = (ad: Placed, also: readonly string[]) => sql`
  t.id <> ${ad.id} and t.position = ${ad.position} and (t.status in (${waiting}, ${live}) or t.id = any(${[...also]}::bigint[])) and not t.deleted
  and t.end_time > now() and t.start_time < ${instant(ad.endTime)}::timestamptz and t.end_time > ${instant(ad.startTime)}::timestamptz`;

/** Whether one of the others may be shown to the same people. */
async function isShownToSame(tx: Tx, ad: Placed, also: readonly string[]): Promise<boolean> {
  const { rows: others } = await sql<Omit<Placed, 'id' | 'position' | 'startTime' | 'endTime'>>`
    select t.audience_type, t.tag_ids::text[] as tag_ids, t.vehicle_type_ids::text[] as vehicle_type_ids, t.city_codes, t.client_os::text[] as client_os,
      t.create_by::text as create_by
    from ps_advertisement t where ${othersOf(ad, also)} order by t.id`.execute(tx);
  for (const other of others) if (await shareUsers(tx, entity, { ...ad }, { ...other })) return true;
  return false;
}

/** How many of the others are on at the same moment, at most: they are at the beginning of one of them. */
async function mostAtOnce(tx: Tx, ad: Placed, also: readonly string[]): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    with others as (select greatest(start_time, now()) as start_time, end_time from ps_advertisement t where ${othersOf(ad, also)}),
    moments as (select greatest(start_time, ${instant(ad.startTime)}::timestamptz) as at from others)
    select coalesce(max(n), 0)::int as n
    from (select (select count(*) from others o where o.start_time <= m.at and o.end_time > m.at) as n from moments m) counted`.execute(
    tx,
  );
  return rows[0]?.n ?? 0;
}

/**
 * Keeps the limit of a place at every moment of an advertisement's time. Whoever puts one on, or changes one that is on, waits here for
 * others at the same place, until they have committed. `also` are about to be on as well. @throws AppError 5161
 */
export async function refuseFullSlot(tx: Tx, ad: Placed, also: readonly string[] = []): Promise<void> {
  const slot = adSlots[ad.position];
  if (slot?.most === undefined) return;
  await sql`select pg_advisory_xact_lock(hashtext('ps_advertisement.position'), ${ad.position}::int)`.execute(tx);
  const isFull =
    slot.perUser === true ? await isShownToSame(tx, ad, also) : (await mostAtOnce(tx, ad, also)) >= slot.most;
  if (isFull) throw new AppError(5161, { n: slot.most });
}
