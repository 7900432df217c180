import { sql } from 'kysely';
import type { Fragment } from './scope.ts';

/**
 * A condition on a computed flag, for `conditions` of hooks.
 * @param isSet SQL over an alias, true or false and never null. It is asked as it stands: compared with a value, no index and no join would
 * serve it
 * @for a computed flag that lists are filtered by: its SQL once, never null, for `computed` and here: `overdue` of `feedback/hooks.ts`
 */
export const flagCondition =
  (isSet: (alias: string) => string) =>
  (alias: string, values: readonly string[]): Fragment =>
    sql`(${sql.join(
      values.map((value) => sql.raw(value === '1' ? isSet(alias) : `not ${isSet(alias)}`)),
      sql` or `,
    )})`;

/**
 * A condition on a computed number, for `conditions` of hooks.
 * @param number SQL of it over an alias
 * @for a computed number that lists are filtered by: its SQL once, for `computed` and here: `hour` of `alarms/hooks.ts`
 */
export const numberCondition =
  (number: (alias: string) => string) =>
  (alias: string, values: readonly string[]): Fragment =>
    sql`${sql.raw(number(alias))}::text = any(${[...values]}::text[])`;
