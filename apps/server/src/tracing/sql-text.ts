/** What a trace says of a statement. */
export interface Described {
  /** Operation and first table: `SELECT veh_vehicle`. */
  readonly name: string;
  /** Without values; undefined where it cannot be told for sure what is one. */
  readonly text: string | undefined;
  /** It changes rows, if it finds any. */
  readonly writes: boolean;
}

/** Characters that are recorded. */
const longestText = 1_000;
/** Longer statements are made for many rows at once; their texts are neither read nor remembered. */
const longestSql = 20_000;
/** Others come from code and definitions, so that there are few; and no more than these are remembered. */
const mostKnown = 500;
const known = new Map<string, Described>();

/** Describes a statement. Its parameters are no part of the text; literals that are, are left out all the same. */
export function describeSql(sql: string): Described {
  const before = known.get(sql);
  if (before) return before;
  const text = sql.length > longestSql ? undefined : withoutLiterals(sql);
  const described = { name: nameOf(sql, text), text: text?.slice(0, longestText), writes: writing.test(text ?? sql) };
  if (sql.length > longestSql) return described;
  if (known.size >= mostKnown) known.clear();
  known.set(sql, described);
  return described;
}

const writing = /(?<!\bfor |\bfor no key )\b(?:insert|update|delete|merge|copy)\b/i;

function withoutLiterals(sql: string): string | undefined {
  // Where a quote may not be what it looks like.
  if (/\\|\$\w*\$|--|\/\*/.test(sql)) return undefined;
  const text = sql
    .replace(/"[^"]*"|'(?:[^']|'')*'/g, (quoted) => (quoted.startsWith('"') ? quoted : '?'))
    .replace(/(?<![\w$.])\d[\d.]*(?:e[+-]?\d+)?\b/gi, '?')
    .replace(/\s+/g, ' ')
    .trim();
  return text.includes("'") ? undefined : text;
}

/** Only what looks like a table of the platform is named: words with an underscore, not functions that rows are selected from. */
const table = /\b(?:into|update|copy)\s+"?([a-z]+_\w+)|\b(?:from|join)\s+"?([a-z]+_\w+)\b(?!\s*\()/i;

function nameOf(sql: string, text: string | undefined): string {
  const first = /^[\s(]*([a-z]+)/i.exec(sql)?.[1]?.toLowerCase() ?? 'sql';
  const operation = (first === 'with' ? (writing.exec(text ?? sql)?.[0] ?? 'select') : first).toUpperCase();
  const [, changed, read] = (text === undefined ? undefined : table.exec(text)) ?? [];
  const name = changed ?? read;
  return name === undefined ? operation : `${operation} ${name}`;
}
