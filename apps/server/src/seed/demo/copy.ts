import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { PoolClient } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';

/** What goes into a column. JSON columns take the text of `JSON.stringify`. */
export type Cell = string | number | boolean | null | Date | Buffer | readonly string[];
export type CopyRow = Readonly<Record<string, Cell>>;

const chunkSize = 64 * 1024;
const escapes: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };
const escaped = (text: string): string => text.replace(/[\\\t\n\r]/g, (ch) => escapes[ch] ?? ch);

function cellText(value: Cell): string {
  if (value === null) return '\\N';
  if (typeof value === 'string') return escaped(value);
  if (value instanceof Date) return value.toISOString();
  if (Buffer.isBuffer(value)) return `\\\\x${value.toString('hex')}`;
  if (Array.isArray(value))
    return escaped(`{${value.map((item) => `"${String(item).replace(/["\\]/g, '\\$&')}"`).join(',')}}`);
  return String(value);
}

function* chunks(rows: Iterable<CopyRow>, columns: readonly string[]): Generator<string> {
  let text = '';
  for (const row of rows) {
    text += `${columns.map((column) => cellText(row[column] ?? null)).join('\t')}\n`;
    if (text.length < chunkSize) continue;
    yield text;
    text = '';
  }
  if (text !== '') yield text;
}

/** Loads rows into a table by COPY, inside the client's transaction. All rows have the columns of the first. */
export async function copyRows(client: PoolClient, table: string, rows: readonly CopyRow[]): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const columns = Object.keys(first);
  await pipeline(
    Readable.from(chunks(rows, columns)),
    client.query(copyFrom(`copy ${table} (${columns.join(', ')}) from stdin`)),
  );
}

/** Takes the next ids of a table and gives them to the records, in order. */
export async function giveIds(client: PoolClient, table: string, records: readonly { id: string }[]): Promise<void> {
  const { rows } = await client.query<{ id: string }>(
    'select nextval(pg_get_serial_sequence($1, $2))::text as id from generate_series(1, $3)',
    [table, 'id', records.length],
  );
  records.forEach((record, at) => {
    record.id = rows[at]?.id ?? '';
  });
}
