import { sql, type RawBuilder } from 'kysely';

/** The next number of a sequence as text, with zeros up to `digits`, and with more digits once there are that many. A statement takes one. */
export const runningNumber = (sequence: string, digits: number): RawBuilder<string> =>
  sql`(select lpad(n, greatest(${digits}::int, length(n)), '0') from (select nextval(${sequence}::regclass)::text as n) s)`;
