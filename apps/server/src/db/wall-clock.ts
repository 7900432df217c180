import { sql, type RawBuilder } from 'kysely';

/** SQL text of a point in time on the clock of Asia/Shanghai, as `timestamp`. `at` is SQL of the product's own, never input. */
const localText = (at: string): string => `(${at} at time zone 'Asia/Shanghai')`;
/** The same of a fragment. */
export const localTime = (at: RawBuilder<unknown>): RawBuilder<unknown> => sql`((${at}) at time zone 'Asia/Shanghai')`;
const instantFormat = 'YYYY-MM-DD HH24:MI:SS';

/** SQL text of an instant as it is on the wire: `YYYY-MM-DD HH:mm:ss` in Asia/Shanghai. `at` is SQL of the product's own, never input. */
export const wallClockText = (at: string): string => `to_char(${localText(at)}, '${instantFormat}')`;

/** The same of a fragment, or of a column by its name. */
export const wallClock = (at: RawBuilder<unknown> | string): RawBuilder<string> =>
  typeof at === 'string' ? sql.raw(wallClockText(at)) : sql`to_char(${localTime(at)}, ${sql.lit(instantFormat)})`;

/** SQL text of the day of an instant in Asia/Shanghai. `at` is SQL of the product's own, never input. */
export const dayText = (at: string): string => `${localText(at)}::date`;

/** The day of an instant in Asia/Shanghai: of a column by its name. */
export const dayOf = (at: string): RawBuilder<string> => sql.raw(dayText(at));

/** SQL text of today in Asia/Shanghai. */
export const todayText: string = dayText('now()');

/** Today in Asia/Shanghai. */
export const today: RawBuilder<string> = sql.raw(todayText);

/** SQL text of the instant at which a day, or any local time, begins in Asia/Shanghai. `day` is SQL of the product's own, never input. */
export const startOfDayText = (day: string): string => localText(`${day}::timestamp`);

/** The same of a fragment. */
export const startOfDay = (day: RawBuilder<unknown>): RawBuilder<Date> =>
  sql`(${day}::timestamp at time zone 'Asia/Shanghai')`;

/** The hour of now in Asia/Shanghai, 0 to 23. */
export const hourNow: RawBuilder<number> = sql.raw(`extract(hour from ${localText('now()')})`);

/** SQL text of the time of day in Asia/Shanghai as `HH:mm`. */
export const timeNowText: string = `to_char(${localText('now()')}, 'HH24:MI')`;

/** The same of a fragment. */
export const timeNow: RawBuilder<string> = sql.raw(timeNowText);

/** Now in Asia/Shanghai as `YYYYMMDDHHmmss`: the beginning of the numbers of orders. */
export const nowDigits: RawBuilder<string> = sql.raw(`to_char(${localText('now()')}, 'YYYYMMDDHH24MISS')`);

/** Today in Asia/Shanghai as `YYYYMMDD`: the beginning of running numbers. */
export const todayDigits: RawBuilder<string> = sql.raw(`to_char(${localText('now()')}, 'YYYYMMDD')`);

/** SQL text of the ISO weekday of an instant in Asia/Shanghai, 1 Monday to 7. `at` is SQL of the product's own, never input. */
export const weekdayText = (at: string): string => `extract(isodow from ${localText(at)})::int`;

/** SQL text of the hour of an instant in Asia/Shanghai, 0 to 23. `at` is SQL of the product's own, never input. */
export const hourText = (at: string): string => `extract(hour from ${localText(at)})::int`;
