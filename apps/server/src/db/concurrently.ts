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
const other =
  /^(?:drop index concurrently (?:if exists )?\w+|alter table \w+ validate constraint \w+|call \w+\(\)|drop procedure \w+\(\))$/;

/**
 * Runs a concurrent migration: indexes are built, constraints proven, and many rows filled by a procedure that commits some thousand at a time, while
 * everybody reads and writes the table. One that ended half-way is run again: an index that is there is left, one that is only begun is built anew, a
 * procedure that is gone has done its work.
 * @throws Error where a statement is none of these
 */
export async function runConcurrently(db: Kysely<unknown>, text: string): Promise<void> {
  for (const statement of statementsOf(text)) {
    const name = index.exec(statement)?.[1];
    if (name === undefined && !other.test(statement)) throw new Error(`not to be done concurrently: ${statement}`);
    const state = name === undefined ? undefined : await stateOf(db, name);
    if (state === 'valid' || (await isGone(db, statement))) continue;
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

/** Whether the procedure that a statement calls or drops is there no more: it is dropped when it has done its work. */
async function isGone(db: Kysely<unknown>, statement: string): Promise<boolean> {
  const procedure = /^(?:call|drop procedure) (\w+)\(\)$/.exec(statement)?.[1];
  if (procedure === undefined) return false;
  const { rows } = await sql<{ gone: boolean }>`select to_regproc(${procedure}) is null as gone`.execute(db);
  return rows[0]?.gone === true;
}
