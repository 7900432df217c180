import { sql, type RawBuilder } from 'kysely';

/**
 * That a column has one of some codes: `status ${inCodes(openCommands)}`. They stand in the text, as `sql.lit` puts a single one: a bound value
 * matches no partial index.
 * @for a condition on several states in SQL
 */
export const inCodes = (codes: readonly number[]): RawBuilder<unknown> => sql.raw(`in (${codes.join(', ')})`);
