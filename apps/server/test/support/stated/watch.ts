import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { readStatements, type Statement } from './statements.ts';

// Rows of SQL that is written by hand have the type that is written beside it: the compiler takes it as it is. So every answer that a test gets from the
// database is compared with the type that its statement states.

/** How many rows of an answer are looked at. */
const looked = 200;
/** Below so many letters of its own a statement is not told from others. */
const tellingLetters = 60;

const camel = (name: string): string => name.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (value instanceof Date) return 'date';
  if (value instanceof Uint8Array) return 'bytes';
  return typeof value;
}

function isOf(text: string, { parts }: Statement): boolean {
  const [head = '', ...rest] = parts;
  if (!text.startsWith(head)) return false;
  let at = head.length;
  for (const part of rest) {
    const next = text.indexOf(part, at);
    if (next < 0) return false;
    at = next + part.length;
  }
  return at === text.length || text.endsWith(parts.at(-1) ?? '');
}

const lettersOf = ({ parts }: Statement): number => parts.join('').replace(/\s/g, '').length;

/** What an answer has that its statement does not state. */
export function differences({ shape }: Statement, { fields, rows }: Pick<pg.QueryResult, 'fields' | 'rows'>): string[] {
  const columns = new Map([...shape.columns].map(([name, one]) => [camel(name), one]));
  const names = fields.map(({ name }) => name);
  const answered = new Set(names.map(camel));
  const missing = [...columns].filter(([name, { optional }]) => !optional && !answered.has(name));
  const found = new Set(missing.map(([name]) => `${name} is stated and not answered`));
  for (const name of names) {
    const column = columns.get(camel(name));
    if (column === undefined && !shape.open) found.add(`${name} is answered and not stated`);
    if (column?.kinds === undefined) continue;
    for (const row of rows.slice(0, looked)) {
      const kind = kindOf(row[name]);
      if (!column.kinds.has(kind)) found.add(`${name} is ${kind}, stated as ${[...column.kinds].join(' | ')}`);
    }
  }
  return [...found];
}

const lineOf = (place: string): string => {
  const [file = '', start] = place.split('@');
  const text = readFileSync(join(import.meta.dirname, '../../..', file), 'utf8');
  return `${file}:${text.slice(0, Number(start)).split('\n').length}`;
};

class Watch {
  readonly #statements = readStatements().filter((one) => one.parts.length === 1 || lettersOf(one) >= tellingLetters);
  readonly #known = new Map<string, readonly Statement[]>();
  readonly #found = new Set<string>();

  #statementsOf(text: string): readonly Statement[] {
    const known = this.#known.get(text);
    if (known) return known;
    const fitting = this.#statements.filter((one) => isOf(text, one));
    const most = Math.max(0, ...fitting.map(lettersOf));
    const nearest = fitting.filter((one) => lettersOf(one) === most);
    this.#known.set(text, nearest);
    return nearest;
  }

  look(text: string, result: unknown): void {
    if (!(result instanceof pg.Result) || result.rows.some((row) => Array.isArray(row))) return;
    const stated = this.#statementsOf(text);
    const differing = stated.map((one) => ({ one, differs: differences(one, result) }));
    if (differing.some(({ differs }) => differs.length === 0)) return;
    for (const { one, differs } of differing)
      for (const what of differs) this.#found.add(`${lineOf(one.place)}: ${what}`);
  }

  /** What was found since the last time. */
  take(): string[] {
    const found = [...this.#found];
    this.#found.clear();
    return found;
  }
}

type Query = (this: pg.Client, ...args: unknown[]) => unknown;

const textOf = (asked: unknown): string | undefined => {
  if (typeof asked === 'string') return asked;
  if (typeof asked !== 'object' || asked === null || 'submit' in asked || !('text' in asked)) return undefined;
  return typeof asked.text === 'string' ? asked.text : undefined;
};

let watch: Watch | undefined;

/** Looks at every answer of the database from now on; once a process. */
export function watchRows(): Watch {
  if (watch) return watch;
  const own = new Watch();
  const prototype = pg.Client.prototype as unknown as { query: Query };
  const { query } = prototype;
  prototype.query = function (...args) {
    const text = textOf(args[0]);
    const last = args.at(-1);
    if (text === undefined) return query.apply(this, args);
    if (typeof last === 'function') {
      const called = (error: unknown, result: unknown) => {
        if (!error) own.look(text, result);
        last(error, result);
      };
      return query.apply(this, [...args.slice(0, -1), called]);
    }
    const answer = query.apply(this, args);
    if (!(answer instanceof Promise)) return answer;
    return answer.then((result) => {
      own.look(text, result);
      return result;
    });
  };
  watch = own;
  return own;
}
