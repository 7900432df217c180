import { fill, type FieldError, type Lang } from '@wheelhouse/contract';
import type { FieldOf, Row } from '@wheelhouse/entities/fields';
import { validationTexts } from '@wheelhouse/entities/validation-texts';
import { sql } from 'kysely';
import { run, type Executor } from './run.ts';
import { isNumericDict } from './storage.ts';

type CodeField = FieldOf<'dict' | 'dictMany'>;

/** Codes of editable dictionaries: those of the others are checked without the database. */
const isCode = (field: { readonly kind: string }): field is CodeField =>
  (field.kind === 'dict' || field.kind === 'dictMany') &&
  'dict' in field &&
  typeof field.dict === 'string' &&
  !isNumericDict(field.dict);
const parentOf = (field: CodeField): string | undefined => (field.kind === 'dict' ? field.parent : undefined);
const codesOf = (value: unknown): string[] =>
  value === null || value === undefined ? [] : Array.isArray(value) ? value.map(String) : [String(value)];

interface Wanted {
  readonly category: string;
  readonly code: string;
}

interface Entry extends Wanted {
  readonly parentCode: string | null;
  readonly hasEntries: boolean;
}

/** Entries that are in use, locked against being deleted until the transaction ends. */
const entriesOf = (executor: Executor, wanted: readonly Wanted[]) =>
  run<Entry & Record<string, unknown>>(
    executor,
    sql`select e.category, e.code, e.parent_code as "parentCode",
        exists (select 1 from sys_item_code s where s.category = e.category and s.parent_code = e.code and s.enabled = 1 and not s.deleted) as "hasEntries"
      from sys_item_code e
      join unnest(${wanted.map(({ category }) => category)}::text[], ${wanted.map(({ code }) => code)}::text[]) w (category, code)
        on w.category = e.category and w.code = e.code
      where e.enabled = 1 and not e.deleted order by e.id for key share of e`,
  );

const keyOf = ({ category, code }: Wanted): string => JSON.stringify([category, code]);

function faultOf(field: CodeField, codes: readonly string[], entries: ReadonlyMap<string, Entry>, above: unknown) {
  const found = codes.map((code) => entries.get(keyOf({ category: field.dict, code })));
  if (found.includes(undefined)) return validationTexts.dict;
  if (field.kind !== 'dict') return undefined;
  const [entry] = found;
  if (field.level === 1 && entry?.parentCode !== null) return validationTexts.dict;
  if (field.parent === undefined || typeof above !== 'string' || entry?.parentCode === above) return undefined;
  return entry?.code === above && !entry.hasEntries ? undefined : validationTexts.subEntry;
}

type CheckedFields = Readonly<Record<string, { readonly kind: string }>>;

interface Asked {
  readonly name: string;
  readonly field: CodeField;
  readonly codes: readonly string[];
  /** Value of the field that the code lies below. */
  readonly above: unknown;
}

/** Codes of a row that are new to it, or whose field above has changed. */
function askedBy(fields: CheckedFields, values: Row, old: Row | undefined): Asked[] {
  const row: Row = { ...old, ...values };
  const isNew = (name: string): boolean =>
    name in values && JSON.stringify(values[name]) !== JSON.stringify(old?.[name] ?? null);
  return Object.entries(fields).flatMap(([name, field]) => {
    if (!isCode(field)) return [];
    const parent = parentOf(field);
    if (!isNew(name) && (parent === undefined || !isNew(parent))) return [];
    const before = new Set(field.kind === 'dictMany' ? codesOf(old?.[name]) : []);
    const codes = codesOf(row[name]).filter((code) => !before.has(code));
    return codes.length === 0 ? [] : [{ name, field, codes, above: parent === undefined ? undefined : row[parent] }];
  });
}

/** What is wrong with the codes of each of several rows, by one query. */
async function errorsOf(
  executor: Executor,
  lang: Lang,
  rows: readonly (readonly Asked[])[],
  label: (name: string) => string,
): Promise<FieldError[][]> {
  const wanted = new Map<string, Wanted>();
  for (const { field, codes } of rows.flat())
    for (const code of codes) wanted.set(keyOf({ category: field.dict, code }), { category: field.dict, code });
  if (wanted.size === 0) return rows.map(() => []);
  const found = await entriesOf(executor, [...wanted.values()]);
  const entries = new Map(found.map((entry) => [keyOf(entry), entry]));
  return rows.map((asked) =>
    asked.flatMap(({ name, field, codes, above }) => {
      const text = faultOf(field, codes, entries, above);
      return text === undefined ? [] : [{ field: name, message: fill(text[lang], { label: label(name) }) }];
    }),
  );
}

/**
 * Codes of editable dictionaries must be in use, and sub-entries lie below the chosen entry; one without any stands for itself. Values that did not change are not asked again,
 * so that a record with a retired code can still be edited.
 */
export async function codeErrors(
  executor: Executor,
  lang: Lang,
  fields: CheckedFields,
  values: Row,
  old: Row | undefined,
  label: (name: string) => string,
): Promise<FieldError[]> {
  return (await errorsOf(executor, lang, [askedBy(fields, values, old)], label)).flat();
}

/** The same of several new rows, by one query. @returns errors of each row */
export const codeErrorsOfRows = (
  executor: Executor,
  lang: Lang,
  fields: CheckedFields,
  rows: readonly Row[],
  label: (name: string) => string,
): Promise<FieldError[][]> =>
  errorsOf(
    executor,
    lang,
    rows.map((values) => askedBy(fields, values, undefined)),
    label,
  );
