import { listed } from '@wheelhouse/contract/lang';
import type { Lang } from '@wheelhouse/contract';
import type { EntityDef } from '@wheelhouse/entities/define';
import type { Row, RowColumn, RowsField, StoredField } from '@wheelhouse/entities/fields';
import { nameKey, shownAs } from '@wheelhouse/entities/registry';
import { rowsOf, rowText, withNames } from '@wheelhouse/entities/rows-cells';
import type { Secrets } from '../../config.ts';
import { hooksOf } from '../hooks.ts';
import type { Executor } from '../run.ts';
import { unseal } from '../seal.ts';
import { columnTitle, dictionaryEntries, type DictEntry } from '../sheet-columns.ts';
import { type Cell, serialOf, type SheetColumn, styles } from '../../sheet/write.ts';

/** A column of an export: its heading and how a row's value becomes a cell. */
export interface ExportColumn extends SheetColumn {
  readonly name: string;
  readonly field: StoredField;
  readonly cell: (row: Row) => Cell;
}

interface Making {
  readonly entity: EntityDef;
  readonly lang: Lang;
  readonly dicts: ReadonlyMap<string, ReadonlyMap<string, DictEntry>>;
  /** Given when private values are written in full. */
  readonly secrets: Secrets | undefined;
}

const flagText = { zh: ['否', '是'], en: ['No', 'Yes'] } as const;

function dayCell(value: unknown): Cell {
  const text = String(value);
  return serialOf(Date.UTC(Number(text.slice(0, 4)), Number(text.slice(5, 7)) - 1, Number(text.slice(8, 10)))) ?? text;
}

function instantCell(value: unknown): Cell {
  const text = String(value);
  const part = (from: number) => Number(text.slice(from, from + 2));
  return serialOf(Date.UTC(Number(text.slice(0, 4)), part(5) - 1, part(8), part(11), part(14), part(17))) ?? text;
}

function numberCell(value: unknown): Cell {
  return typeof value === 'number' ? value : String(value);
}

const rowSeparator = { zh: '；', en: '; ' } as const;

const rowsWriter =
  (name: string, field: RowsField, { lang, dicts }: Pick<Making, 'lang' | 'dicts'>) =>
  (value: unknown, record: Row): Cell =>
    withNames(field, rowsOf(value), record[nameKey(name)])
      .map((row) =>
        rowText(field, row, (category, code) => {
          const entry = dicts.get(category)?.get(code);
          return entry && { name: entry[lang] };
        }),
      )
      .join(rowSeparator[lang]);

const many = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Names of records; the id of one whose name is not known. */
const recordNames =
  (key: string, lang: Lang) =>
  (value: unknown, row: Row): Cell => {
    const names = many(row[key]);
    const shown = many(value).map((id, at) => String(names[at] || id));
    return listed(shown, lang);
  };

/** How values of a kind are written. Null is an empty cell everywhere. */
function writer(
  name: string,
  field: StoredField,
  { lang, dicts, secrets }: Making,
): (value: unknown, row: Row) => Cell {
  const nameOf = (category: string) => {
    const entries = dicts.get(category);
    return (code: unknown) => entries?.get(String(code))?.[lang] ?? String(code);
  };
  switch (field.kind) {
    case 'int':
    case 'decimal':
      return numberCell;
    case 'money':
      return (value) => Number(value) / 100;
    case 'flag':
      return (value) => flagText[lang][Number(value) === 1 ? 1 : 0];
    case 'date':
      return dayCell;
    case 'instant':
      return instantCell;
    case 'dict':
      return nameOf(field.dict);
    case 'dictMany':
      return (value) => listed(many(value).map(nameOf(field.dict)), lang);
    case 'ref':
    case 'area': {
      const key = nameKey(name);
      return (_value, row) => (row[key] === null || row[key] === undefined ? null : String(row[key]));
    }
    case 'refMany':
      return recordNames(nameKey(name), lang);
    case 'tags':
    case 'images':
    case 'files':
      return (value) => listed(many(value).map(String), lang);
    case 'json':
      return (value) => JSON.stringify(value);
    case 'rows':
      return rowsWriter(name, field, { lang, dicts });
    case 'private':
      return (value) => (secrets && Buffer.isBuffer(value) ? unseal(secrets, value) : String(value));
    case 'text':
    case 'longText':
    case 'richText':
    case 'color':
    case 'image':
    case 'file':
    case 'video':
    case 'audio':
      return String;
  }
}

const widths: Partial<Record<StoredField['kind'], number>> = {
  int: 10,
  decimal: 10,
  money: 12,
  flag: 8,
  date: 12,
  instant: 20,
  longText: 30,
  richText: 30,
  json: 30,
  rows: 40,
};
const numbers: Partial<Record<StoredField['kind'], number>> = {
  money: styles.money,
  date: styles.date,
  instant: styles.instant,
};

/** Columns of an export in their order, with dictionaries as they are now. */
export async function exportColumns(
  executor: Executor,
  entity: EntityDef,
  names: readonly string[],
  lang: Lang,
  secrets: Secrets | undefined,
): Promise<ExportColumn[]> {
  const fields = names.map((name) => ({ name, field: shownAs(entity, name) }));
  const dicts = await dictionaryEntries(
    executor,
    fields
      .flatMap(({ field }): readonly (StoredField | RowColumn)[] =>
        field.kind === 'rows' ? Object.values(field.fields) : [field],
      )
      .flatMap((field) => (field.kind === 'dict' || field.kind === 'dictMany' ? [field.dict] : [])),
  );
  return fields.map(({ name, field }) => {
    const plain = writer(name, field, { entity, lang, dicts, secrets });
    const texts = hooksOf(entity.name).texts?.[name];
    const write: typeof plain =
      texts === undefined ? plain : (value, row) => texts(value, row)?.[lang] ?? plain(value, row);
    const style = numbers[field.kind];
    return {
      name,
      field,
      title: columnTitle(entity, name, lang),
      width: widths[field.kind] ?? 18,
      ...(style !== undefined && { style }),
      cell: (row) => (row[name] === null || row[name] === undefined ? null : write(row[name], row)),
    };
  });
}
