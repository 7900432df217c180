import { parseInstant } from '@wheelhouse/contract/time';
import { codes } from '@wheelhouse/entities/codes';
import { machines } from '@wheelhouse/entities/machines';
import { adSlots } from '@wheelhouse/entities/marketing/ad-slots';
import { sql } from 'kysely';
import type { Tx } from '../../../db/pool.ts';
import { AppError } from '../../../http/errors.ts';
import { shareAreas } from '../../audience/service.ts';

const { waiting, live } = machines['SM-Ad'].states;
const { all } = codes.AudienceType;

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
}

const instant = (time: string): Date => {
  const found = parseInstant(time);
  if (found === undefined) throw new Error(`no time: ${time}`);
  return found;
};

/**
 * Keeps the limit of a place at every moment of an advertisement's time. Whoever puts one on, or changes one that is on, waits here for
 * others at the same place, until they have committed. `also` are about to be on as well. @throws AppError 5161
 */
export async function refuseFullSlot(tx: Tx, ad: Placed, also: readonly string[] = []): Promise<void> {
  const slot = adSlots[ad.position];
  if (slot?.most === undefined) return;
  await sql`select pg_advisory_xact_lock(hashtext('ps_advertisement.position'), ${ad.position}::int)`.execute(tx);
  const sameAudience = sql`t.audience_type = ${ad.audienceType} and (t.audience_type = ${all}
    or t.tag_ids && ${[...(ad.tagIds ?? [])]}::bigint[] or t.vehicle_type_ids && ${[...(ad.vehicleTypeIds ?? [])]}::bigint[] or ${shareAreas(sql`t.city_codes`, sql`${[...(ad.cityCodes ?? [])]}::text[]`)})`;
  // The most at one moment are those at the beginning of one of them.
  const { rows } = await sql<{ n: number }>`
    with others as (
      select greatest(start_time, now()) as start_time, end_time from ps_advertisement t
      where t.id <> ${ad.id} and t.position = ${ad.position} and (t.status in (${waiting}, ${live}) or t.id = any(${[...also]}::bigint[])) and not t.deleted and t.end_time > now()
        and t.start_time < ${instant(ad.endTime)}::timestamptz and t.end_time > ${instant(ad.startTime)}::timestamptz and (${slot.byAudience !== true}::boolean or ${sameAudience})),
    moments as (select greatest(start_time, ${instant(ad.startTime)}::timestamptz) as at from others)
    select coalesce(max(n), 0)::int as n
    from (select (select count(*) from others o where o.start_time <= m.at and o.end_time > m.at) as n from moments m) counted`.execute(
    tx,
  );
  if ((rows[0]?.n ?? 0) >= slot.most) throw new AppError(5161, { n: slot.most });
}
