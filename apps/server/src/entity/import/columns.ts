import { fill, langs, type FieldError, type Lang } from '@wheelhouse/contract';
import type { EntityDef } from '@wheelhouse/entities/define';
import type { StoredField, StoredKind } from '@wheelhouse/entities/fields';
import { isDerived } from '@wheelhouse/entities/fields';
import { labelOf, writableFields } from '@wheelhouse/entities/registry';
import type { SessionUser } from '../../http/context.ts';
import { importTexts } from './texts.ts';
import { isHidden } from '../hidden.ts';
import { columnTitle } from '../sheet-columns.ts';
import type { Cell } from '../../sheet/write.ts';

/** A field that an import can fill. */
export interface ImportField {
  readonly name: string;
  readonly field: StoredField;
  readonly label: string;
}

/** An imported field and its place in the sheet, from 0. */
export interface ImportColumn extends ImportField {
  readonly index: number;
}

/** Kinds that a cell cannot express. */
const unsaid = new Set<StoredKind>(['image', 'images', 'file', 'files', 'video', 'audio', 'json', 'rows']);

/** Fields of an entity's import, in the template's order, that the user may see. */
export function importFields(entity: EntityDef, user: SessionUser, lang: Lang): ImportField[] {
  return (entity.importColumns ?? writableFields(entity)).flatMap((name) => {
    const field = entity.fields[name];
    if (!field || isDerived(field) || unsaid.has(field.kind) || isHidden(entity, name, user)) return [];
    return [{ name, field, label: labelOf(entity, name)[lang] }];
  });
}

/** Whether every row must have the field: the form demands it, whatever else the row says. */
function alwaysRequired(field: StoredField): boolean {
  return field.required === true && field.visible === undefined && field.default === undefined;
}

/**
 * The column that says which record a row of an import changes: of an entity that the console does not add. Such an import updates; others add.
 */
export const importKey = (entity: EntityDef): string | undefined =>
  entity.calls.includes('add') ? undefined : (entity.importColumns ?? [])[0];

/** Whether every row of an import must have the field: an update leaves what it does not name. */
export function neededInImport(entity: EntityDef, { name, field }: ImportField): boolean {
  const key = importKey(entity);
  return key === undefined ? alwaysRequired(field) : name === key;
}

/** A heading without required marks, spaces and letter case. */
const plain = (text: string) =>
  text
    .replace(/[*＊\s]/g, '')
    .replaceAll('（', '(')
    .replaceAll('）', ')')
    .toLowerCase();

/** Every way to write a field's heading. */
function headings(entity: EntityDef, name: string): string[] {
  return [name, ...langs.flatMap((lang) => [labelOf(entity, name)[lang], columnTitle(entity, name, lang)])].map(plain);
}

export interface Headings {
  readonly columns: ImportColumn[];
  /** Columns of the sheet that are known but not imported, such as states in an export. */
  readonly ignored: string[];
  /** Place of the reason column of an error workbook that is imported again. */
  readonly reasonAt: number;
  readonly errors: FieldError[];
}

/** Reads the heading row: names in either language or of the fields themselves, in any order. */
export function readHeadings(
  entity: EntityDef,
  fields: readonly ImportField[],
  row: readonly Cell[],
  lang: Lang,
): Headings {
  const known = new Map(fields.flatMap((field) => headings(entity, field.name).map((text) => [text, field] as const)));
  const others = new Set(
    [...Object.keys(entity.fields), 'createTime', 'updateTime', 'createBy', 'updateBy', 'id'].flatMap((name) =>
      headings(entity, name),
    ),
  );
  const reasons = new Set(langs.map((one) => plain(importTexts.reason[one])));
  const found: { columns: ImportColumn[]; ignored: string[]; reasonAt: number; errors: FieldError[] } = {
    columns: [],
    ignored: [],
    reasonAt: -1,
    errors: [],
  };
  const fail = (field: string, text: string, label: string) =>
    found.errors.push({ field, message: fill(text, { label }) });
  row.forEach((cell, index) => {
    const title = cell === null ? '' : String(cell).trim().slice(0, 60);
    if (title === '') return;
    const field = known.get(plain(title));
    if (field) {
      if (found.columns.some((column) => column.name === field.name))
        fail(field.name, importTexts.doubleColumn[lang], title);
      else found.columns.push({ ...field, index });
    } else if (reasons.has(plain(title))) found.reasonAt = index;
    else if (others.has(plain(title))) found.ignored.push(title);
    else fail('', importTexts.unknownColumn[lang], title);
  });
  for (const each of fields) {
    if (neededInImport(entity, each) && !found.columns.some((column) => column.name === each.name))
      fail(each.name, importTexts.missingColumn[lang], each.label);
  }
  return found;
}
