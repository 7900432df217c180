import { sql, type RawBuilder } from 'kysely';

/** SQL text of an instant as it is on the wire: `YYYY-MM-DD HH:mm:ss` in Asia/Shanghai. `at` is SQL of the product's own, never input. */
export const wallClockText = (at: string): string =>
  `to_char(${at} at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI:SS')`;

/** The same of a fragment, or of a column by its name. */
export const wallClock = (at: RawBuilder<unknown> | string): RawBuilder<string> =>
  typeof at === 'string'
    ? sql.raw(wallClockText(at))
    : sql`to_char(${at} at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI:SS')`;

/** Today in Asia/Shanghai as `YYYYMMDD`: the beginning of running numbers. */
export const todayDigits: RawBuilder<string> = sql.raw(`to_char(now() at time zone 'Asia/Shanghai', 'YYYYMMDD')`);
