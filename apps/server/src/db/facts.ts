import { type Fact, type FactName, facts } from '@wheelhouse/entities/facts';
import { sql, type RawBuilder } from 'kysely';
import { snake } from './snake.ts';

/** Condition that a fact is true of the row of `alias`, as text. Null where there is no such row: ask `is true` or `is not true` where that counts. */
export function factSql(name: FactName, alias: string): string {
  const { where }: Fact = facts[name];
  const parts = Object.entries(where).map(([field, codes]) => {
    const column = `${alias}.${snake(field)}`;
    return codes.length === 1 ? `${column} = ${codes[0]}` : `${column} in (${codes.join(', ')})`;
  });
  return `(${parts.join(' and ')})`;
}

/**
 * Condition that a vehicle was active on a day, as text: a trip of more than 0.1 km began on it (`trips/active-days.ts`). The card, the trend and the list of
 * vehicles ask the rows of this.
 * @param vehicleId SQL of its id
 * @param day SQL of the day
 */
export const activeOnSql = (vehicleId: string, day: string): string =>
  `exists (select from stat_active_day s where s.stat_date = ${day} and s.vehicle_id = ${vehicleId} and s.active)`;

/** The same as a part of a statement. */
export const isTrue = (name: FactName, alias: string): RawBuilder<unknown> => sql.raw(factSql(name, alias));
