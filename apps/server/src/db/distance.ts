import { sql, type RawBuilder } from 'kysely';

/** A place as SQL, in degrees of WGS-84. */
interface Place {
  readonly lng: RawBuilder<unknown>;
  readonly lat: RawBuilder<unknown>;
}

/**
 * Metres on the surface of the earth between two places, as SQL; null where a place is not known (`least` alone would pass over that).
 * @for a distance between two places in SQL: `dealers/app-calls.ts`
 */
export const metresApart = (a: Place, b: Place): RawBuilder<number> =>
  sql`(select 2 * 6371008.8 * asin(case when h.half > 1 then 1 else h.half end)
    from (select sqrt(power(sin(radians((${b.lat})::float8 - (${a.lat})::float8) / 2), 2)
      + cos(radians((${a.lat})::float8)) * cos(radians((${b.lat})::float8)) * power(sin(radians((${b.lng})::float8 - (${a.lng})::float8) / 2), 2)) as half) h)`;
