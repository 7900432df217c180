import { sql, type RawBuilder } from 'kysely';

/**
 * A version as numbers that compare part by part; null for a text that is no version. `column` is SQL of the product's own, never input.
 */
export const versionNumbers = (column: string): RawBuilder<readonly number[] | null> =>
  sql.raw(`case when ${column} ~ '^[0-9]{1,6}([.][0-9]{1,6}){0,3}$' then string_to_array(${column}, '.')::int[] end`);
