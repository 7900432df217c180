import { type Kysely, sql } from 'kysely';

/** Second line of a migration whose statements run one by one, outside of a transaction. */
export const concurrentMark = '-- concurrently';

const statementsOf = (text: string): string[] =>
  text
    .replaceAll(/^--.*$/gm, '')
    .split(';')
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');

/** What may be done beside readers and writers; of an index that is made, its name. */
const index = /^create (?:unique )?index concurrently (\w+) on /;
const other = /^(?:drop index concurrently (?:if exists )?\w+|alter table \w+ validate constraint \w+)$/;

/**
 * Runs a concurrent migration: indexes are built, and constraints proven, while everybody reads and writes the table. One that ended half-way is run again:
 * an index that is there is left, one that is only begun is built anew.
 * @throws Error where a statement is none of these
 */
export async function runConcurrently(db: Kysely<unknown>, text: string): Promise<void> {
  for (const statement of statementsOf(text)) {
    const name = index.exec(statement)?.[1];
    if (name === undefined && !other.test(statement)) throw new Error(`not to be done concurrently: ${statement}`);
    const state = name === undefined ? undefined : await stateOf(db, name);
    if (state === 'valid') continue;
    if (state === 'begun') await sql`drop index concurrently ${sql.id(name ?? '')}`.execute(db);
    await sql.raw(statement).execute(db);
  }
}

async function stateOf(db: Kysely<unknown>, name: string): Promise<'valid' | 'begun' | undefined> {
  const { rows } = await sql<{ valid: boolean }>`
    select indisvalid as valid from pg_index where indexrelid = to_regclass(${name})`.execute(db);
  const [found] = rows;
  return found && (found.valid ? 'valid' : 'begun');
}
