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

/** The same as a part of a statement. */
export const isTrue = (name: FactName, alias: string): RawBuilder<unknown> => sql.raw(factSql(name, alias));
