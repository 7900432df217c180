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

interface Entry {
  readonly category: string;
  readonly code: string;
  readonly parentCode: string | null;
  readonly hasEntries: boolean;
}

/** Entries that are in use, locked against being deleted until the transaction ends. */
const entriesOf = (executor: Executor, wanted: readonly { readonly dict: string; readonly code: string }[]) =>
  run<Entry & Record<string, unknown>>(
    executor,
    sql`select e.category, e.code, e.parent_code as "parentCode",
        exists (select 1 from sys_item_code s where s.category = e.category and s.parent_code = e.code and s.enabled = 1 and not s.deleted) as "hasEntries"
      from sys_item_code e
      join unnest(${wanted.map(({ dict }) => dict)}::text[], ${wanted.map(({ code }) => code)}::text[]) w (category, code)
        on w.category = e.category and w.code = e.code
      where e.enabled = 1 and not e.deleted order by e.id for key share of e`,
  );

function faultOf(field: CodeField, codes: readonly string[], entries: readonly Entry[], above: unknown) {
  const found = codes.map((code) => entries.find((entry) => entry.category === field.dict && entry.code === code));
  if (found.includes(undefined)) return validationTexts.dict;
  if (field.kind !== 'dict') return undefined;
  const [entry] = found;
  if (field.level === 1 && entry?.parentCode !== null) return validationTexts.dict;
  if (field.parent === undefined || typeof above !== 'string' || entry?.parentCode === above) return undefined;
  return entry?.code === above && !entry.hasEntries ? undefined : validationTexts.subEntry;
}

/**
 * Codes of editable dictionaries must be in use, and sub-entries lie below the chosen entry; one without any stands for itself. Values that did not change are not asked again,
 * so that a record with a retired code can still be edited.
 */
export async function codeErrors(
  executor: Executor,
  lang: Lang,
  fields: Readonly<Record<string, { readonly kind: string }>>,
  values: Row,
  old: Row | undefined,
  label: (name: string) => string,
): Promise<FieldError[]> {
  const row: Row = { ...old, ...values };
  const isNew = (name: string): boolean =>
    name in values && JSON.stringify(values[name]) !== JSON.stringify(old?.[name] ?? null);
  const asked = Object.entries(fields).flatMap(([name, field]) => {
    if (!isCode(field)) return [];
    const parent = parentOf(field);
    if (!isNew(name) && (parent === undefined || !isNew(parent))) return [];
    const before = new Set(field.kind === 'dictMany' ? codesOf(old?.[name]) : []);
    const codes = codesOf(row[name]).filter((code) => !before.has(code));
    return codes.length === 0 ? [] : [{ name, field, codes, above: parent === undefined ? undefined : row[parent] }];
  });
  if (asked.length === 0) return [];
  const wanted = asked.flatMap(({ field, codes }) => codes.map((code) => ({ dict: field.dict, code })));
  const entries = await entriesOf(executor, wanted);
  return asked.flatMap(({ name, field, codes, above }) => {
    const text = faultOf(field, codes, entries, above);
    return text === undefined ? [] : [{ field: name, message: fill(text[lang], { label: label(name) }) }];
  });
}
