import { dictionaries } from '@wheelhouse/entities/dictionaries';
import { isDerived, type Field, type FieldOf, type StoredField, type StoredKind } from '@wheelhouse/entities/fields';
import type { EntityDef } from '@wheelhouse/entities/define';
import { entityNamed, inBothLanguages } from '@wheelhouse/entities/registry';
import { snake } from '../db/snake.ts';

export { snake };

const numericCategories = new Set<string>(
  dictionaries
    .filter((d) => d.flag !== 'E' && d.entries.every((e) => /^(0|[1-9]\d*)$/.test(e.code)))
    .map((d) => d.category),
);

/** Built-in categories whose codes are all integers are stored and sent as numbers; editable ones as text. */
export function isNumericDict(category: string): boolean {
  return numericCategories.has(category);
}

/** Codes that a numeric category ships with: the column's check constraint. */
export function numericCodes(category: string): number[] {
  return dictionaries.find((d) => d.category === category)?.entries.map((e) => Number(e.code)) ?? [];
}

export interface Column {
  readonly name: string;
  readonly type: string;
  readonly notNull: boolean;
  readonly check?: string;
}

type ByKind<Result> = { readonly [K in StoredKind]: (field: FieldOf<K>) => Result };

const typeOf = {
  text: () => 'text',
  longText: () => 'text',
  richText: () => 'text',
  int: () => 'integer',
  decimal: (field) => `numeric(14,${field.decimals ?? 2})`,
  money: () => 'bigint',
  flag: () => 'smallint',
  color: () => 'text',
  date: () => 'date',
  instant: () => 'timestamptz',
  dict: (field) => (isNumericDict(field.dict) ? 'smallint' : 'text'),
  dictMany: () => 'text[]',
  ref: () => 'bigint',
  refMany: () => 'bigint[]',
  area: () => 'text',
  image: () => 'text',
  file: () => 'text',
  video: () => 'text',
  audio: () => 'text',
  images: () => 'text[]',
  files: () => 'text[]',
  tags: () => 'text[]',
  json: () => 'jsonb',
  rows: () => 'jsonb',
  private: () => 'bytea',
} satisfies ByKind<string>;

/** SQL type of a stored field's column. */
export function columnType(field: StoredField): string {
  return (typeOf[field.kind] as (f: StoredField) => string)(field);
}

/** Whether the field has columns in its entity's own table. */
export function hasColumn(field: Field): field is StoredField {
  return (
    !isDerived(field) &&
    !(field.kind === 'refMany' && field.inverse !== undefined) &&
    !(field.kind === 'tags' && field.hooked === true)
  );
}

function checkOf(column: string, field: StoredField): string | undefined {
  if (field.kind === 'dict' && isNumericDict(field.dict))
    return `${column} in (${numericCodes(field.dict).join(', ')})`;
  if (field.kind === 'flag') return `${column} in (0, 1)`;
  if (field.kind === 'int' || field.kind === 'decimal' || field.kind === 'money') {
    const parts = [
      field.min === undefined ? '' : `${column} >= ${field.min}`,
      field.max === undefined ? '' : `${column} <= ${field.max}`,
    ].filter(Boolean);
    return parts.length > 0 ? parts.join(' and ') : undefined;
  }
  if (field.kind === 'text' || field.kind === 'longText' || field.kind === 'richText') {
    return field.max === undefined ? undefined : `char_length(${column}) <= ${field.max}`;
  }
  if (field.kind === 'color') return `${column} ~ '^#[0-9A-F]{6}$'`;
  if (field.kind === 'rows')
    return `case jsonb_typeof(${column}) when 'array' then jsonb_array_length(${column}) between ${field.min ?? 0} and ${field.max} else ${column} is null end`;
  return undefined;
}

/** Columns of a field in its entity's table: none for derived ones, three for private ones. */
export function columnsOf(name: string, field: Field): Column[] {
  if (!hasColumn(field)) return [];
  const column = snake(name);
  const notNull = field.required === true && field.visible === undefined;
  if (field.kind === 'private') {
    return [
      { name: `${column}_enc`, type: 'bytea', notNull },
      { name: `${column}_hash`, type: 'bytea', notNull },
      { name: `${column}_mask`, type: 'text', notNull },
    ];
  }
  const check = checkOf(column, field);
  return [{ name: column, type: columnType(field), notNull, ...(check && { check }) }];
}

/** Column that carries a field for comparing: the hash of a private one. */
export function compareColumn(name: string, field: StoredField): string {
  return field.kind === 'private' ? `${snake(name)}_hash` : snake(name);
}

/** Column of a one-to-one entity that holds the key of the entity it belongs to. */
export function keyColumn(entity: EntityDef): string {
  return snake(entity.keyedBy ?? 'id');
}

/** True when values are stored normalised, so that `=` compares correctly; otherwise case is folded. */
export function isNormalised(field: StoredField): boolean {
  return !(field.kind === 'text' && field.format === undefined && field.pattern === undefined);
}

/** Fields of an entity that its lists may be ordered by: those with an index that gives the order. */
export function sortableFields(entity: EntityDef): Set<string> {
  const names = new Set(entity.keyedBy ? [] : ['id', 'createTime', 'updateTime']);
  for (const [name, field] of Object.entries(entity.fields)) {
    if (hasColumn(field) && isOrdered(entity, name, field)) names.add(name);
  }
  return names;
}

const ordered = new Set(['int', 'decimal', 'money', 'date', 'instant', 'dict', 'flag', 'area', 'text']);

function isOrdered(entity: EntityDef, name: string, field: StoredField): boolean {
  if (!ordered.has(field.kind)) return false;
  const filter = entity.list.filters[name];
  return (
    field.index === true ||
    filter === 'range' ||
    (Array.isArray(filter) && filter.includes('range')) ||
    entity.list.order.startsWith(`${name} `)
  );
}

/** Fields found by part of their text: they get a trigram index. */
export function likeFields(entity: EntityDef): Set<string> {
  const names = new Set<string>(entity.list.keyword?.like ?? []);
  for (const [name, op] of Object.entries(entity.list.filters)) {
    if (name !== 'keyword' && (op === 'like' || (Array.isArray(op) && op.includes('like')))) names.add(name);
  }
  return new Set([...names].flatMap((name) => inBothLanguages(entity.fields, name)));
}

/** Table of an entity by model name. */
export function tableOf(name: string): string {
  return entityNamed(name).table;
}
