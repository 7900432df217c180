/** Operators of a list query. */
export const operators = ['eq', 'ne', 'like', 'ge', 'le', 'in', 'null'] as const;
export type Operator = (typeof operators)[number];

/** One condition as sent: field, operator and the raw value, which the field's kind checks. */
export interface Condition {
  readonly field: string;
  readonly op: Operator;
  readonly value: unknown;
}

export interface ListQuery {
  readonly page: number;
  readonly pageSize: number;
  readonly order: readonly { readonly field: string; readonly desc: boolean }[];
  readonly conditions: readonly Condition[];
  /** Count all matches however many there are. */
  readonly exactTotal: boolean;
}

/** What of a list query cannot be understood: `query.<key>` or `orderBy`. */
export class ListQueryError extends Error {
  readonly field: string;
  constructor(field: string) {
    super(`list query: ${field}`);
    this.field = field;
  }
}

/** Limits of one call, over all models of `/rest/r`; `values` counts those of all its lists. */
export const queryLimits = { conditions: 40, values: 2000, models: 5 } as const;

export interface ListLimits {
  readonly pageSize?: number;
  readonly maxPageSize?: number;
}

/** A whole number of at least 1, as number or digits; anything else is undefined. */
function natural(input: unknown): number | undefined {
  const n =
    typeof input === 'number'
      ? input
      : typeof input === 'string' && /^\d{1,9}$/.test(input)
        ? Number(input)
        : Number.NaN;
  return Number.isSafeInteger(n) && n >= 1 ? n : undefined;
}

const isOperator = (text: string): text is Operator => (operators as readonly string[]).includes(text);

function readOrder(input: unknown): ListQuery['order'] {
  if (input === undefined || input === null || input === '') return [];
  if (typeof input !== 'string' || input.length > 200) throw new ListQueryError('orderBy');
  return input.split(',').map((part) => {
    const m = /^\s*([A-Za-z]\w*)(?:\s+(asc|desc))?\s*$/i.exec(part);
    if (!m?.[1]) throw new ListQueryError('orderBy');
    return { field: m[1], desc: m[2]?.toLowerCase() === 'desc' };
  });
}

const isDropped = (value: unknown) =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);

function readConditions(input: unknown): Condition[] {
  if (input === undefined || input === null || input === '') return [];
  if (typeof input !== 'object' || Array.isArray(input)) throw new ListQueryError('query');
  const entries = Object.entries(input);
  if (entries.length > 60) throw new ListQueryError('query');
  return entries.flatMap(([key, value]) => {
    if (isDropped(value)) return [];
    const dot = key.lastIndexOf('.');
    const field = dot < 0 ? key : key.slice(0, dot);
    const op = dot < 0 ? 'eq' : key.slice(dot + 1);
    if (!/^[A-Za-z]\w*$/.test(field) || !isOperator(op)) throw new ListQueryError(key.slice(0, 80));
    return [{ field, op, value }];
  });
}

/**
 * Reads `{page, pageSize, orderBy, query}` as the specification says (§3, §5): a page that is no integer becomes 1, empty and null
 * conditions are dropped, a plain key is `.eq`. Fields and values are checked later, against the entity.
 * @throws ListQueryError naming the part that cannot be read
 */
export function readListQuery(input: Readonly<Record<string, unknown>>, limits: ListLimits = {}): ListQuery {
  const { pageSize = 10, maxPageSize = 200 } = limits;
  return {
    page: Math.min(natural(input['page']) ?? 1, 1_000_000),
    pageSize: Math.min(natural(input['pageSize']) ?? pageSize, maxPageSize),
    order: readOrder(input['orderBy']),
    conditions: readConditions(input['query']),
    exactTotal: input['exactTotal'] === true,
  };
}

/** What a person typed in a `.like` value: without the client's outer percent signs and without spaces. */
export function likeText(value: string): string {
  return value.replace(/^%/, '').replace(/%$/, '').replace(/\s+/g, '');
}

/** Full-width letters and digits, as input methods for Chinese write them. */
const fullWidth = /[\uff10-\uff19\uff21-\uff3a\uff41-\uff5a]/g;

/** The same text with its full-width letters and digits as plain ones. */
export const foldWidth = (text: string): string => text.replace(fullWidth, (letter) => letter.normalize('NFKC'));

/** What to look for when a person typed a `.like` value: as typed, and with its full-width letters and digits as plain ones. */
export function likeForms(value: string): readonly string[] {
  const typed = likeText(value);
  const folded = foldWidth(typed);
  return folded === typed ? [typed] : [typed, folded];
}

/** Escapes the wildcards of LIKE. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, (ch) => `\\${ch}`);
}
