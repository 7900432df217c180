import { idPattern } from '@wheelhouse/contract/text';
import { commonNames, type ActionDef, type EntityDef } from '@wheelhouse/entities/define';
import {
  isDerived,
  type FieldOf,
  type RowColumn,
  type StoredField,
  type StoredKind,
} from '@wheelhouse/entities/fields';
import { operatorsOf } from '@wheelhouse/entities/queries';
import { inputLabel, labelOf, nameKey, shownAs, writableFields } from '@wheelhouse/entities/registry';
import { pictureColumns, referringColumns } from '@wheelhouse/entities/rows-cells';
import type { JsonSchema } from '../http/call.ts';
import { fileFields } from './files.ts';
import { allNames, isForEverybody, listNames } from './hidden.ts';
import { isNumericDict } from './storage.ts';

// What calls of entities take and answer, as JSON schemas for the documentation. Made from definitions, as everything else that reads them.

const text = { type: 'string' } as const;
const whole = { type: 'integer' } as const;
const id = { ...text, pattern: idPattern.source } as const;
const fileId = { ...text, pattern: '^[0-9A-Za-z_-]{8,64}$' } as const;
const anyJson = { anyOf: [{ type: 'object' }, { type: 'array' }] } as const;

const given = <Value>(name: string, value: Value | undefined) => (value === undefined ? {} : { [name]: value });
const listOf = (items: JsonSchema, { min, max }: { readonly min?: number; readonly max?: number } = {}) => ({
  type: 'array',
  items,
  ...given('minItems', min),
  ...given('maxItems', max),
});
const object = (
  properties: Readonly<Record<string, JsonSchema>>,
  required: readonly string[] = [],
): JsonSchema & { readonly properties: object } => ({
  type: 'object',
  properties,
  ...(required.length > 0 && { required }),
  additionalProperties: false,
});

/** The same, or null. */
function orNull(schema: JsonSchema): JsonSchema {
  const { anyOf, enum: values, type } = schema;
  if (anyOf !== undefined) return { ...schema, anyOf: [...anyOf, { type: 'null' }] };
  return { ...schema, type: [type ?? [], 'null'].flat(), ...(values && { enum: [...values, null] }) };
}

const written = (field: FieldOf<'text' | 'longText' | 'richText' | 'private'>, max: number): JsonSchema => ({
  ...text,
  ...given('minLength', field.min ?? (field.required ? 1 : undefined)),
  maxLength: field.max ?? max,
  ...given('pattern', field.pattern?.source),
  ...given('format', field.format),
});
const numbered = ({ min, max }: FieldOf<'int' | 'decimal' | 'money'>, type: string, least: number, most: number) => ({
  type,
  minimum: min ?? least,
  maximum: max ?? most,
});
/** Numbers may be sent as text. */
const code = (category: string): JsonSchema =>
  isNumericDict(category) ? { anyOf: [whole, { ...text, pattern: '^\\d+$' }] } : text;

type OfKind = { readonly [K in StoredKind]: (field: FieldOf<K>) => JsonSchema };

/** What a field of a form takes. */
const sent: OfKind = {
  text: (field) => written(field, 200),
  longText: (field) => written(field, 20_000),
  richText: (field) => written(field, 20_000),
  private: (field) => written(field, 200),
  int: (field) => numbered(field, 'integer', -2_147_483_648, 2_147_483_647),
  decimal: (field) => numbered(field, 'number', -2_147_483_648, 2_147_483_647),
  money: (field) => numbered(field, 'integer', 0, 1e12),
  flag: () => ({ ...whole, enum: [0, 1] }),
  color: () => ({ ...text, pattern: '^#[0-9A-F]{6}$' }),
  date: () => ({ ...text, format: 'date' }),
  instant: () => ({ ...text, pattern: '^\\d{4}-\\d{2}-\\d{2} \\d{2}:\\d{2}:\\d{2}$' }),
  dict: ({ dict }) => code(dict),
  dictMany: ({ dict, ...limits }) => listOf(code(dict), limits),
  ref: () => id,
  refMany: (field) => listOf(id, field),
  area: () => ({ ...text, pattern: '^\\d{6}$' }),
  image: () => fileId,
  file: () => fileId,
  video: () => fileId,
  audio: () => fileId,
  images: (field) => listOf(fileId, field),
  files: (field) => listOf(fileId, field),
  tags: (field) => listOf({ ...text, minLength: 1, maxLength: 100 }, field),
  json: () => anyJson,
  rows: ({ fields, ...limits }) =>
    listOf(
      object(
        Object.fromEntries(
          Object.entries(fields).map(([name, column]) => [
            name,
            column.required ? columnSchema(column) : orNull(columnSchema(column)),
          ]),
        ),
        Object.keys(fields).filter((name) => fields[name]?.required === true),
      ),
      limits,
    ),
};

/** What an answer has: what was stored before a limit was, too. */
const answered: OfKind = {
  ...sent,
  text: () => text,
  longText: () => text,
  richText: () => text,
  private: () => text,
  int: () => whole,
  decimal: () => ({ type: 'number' }),
  money: () => whole,
  dict: ({ dict }) => (isNumericDict(dict) ? whole : text),
  dictMany: () => listOf(text),
  refMany: () => listOf(id),
  images: () => listOf(fileId),
  files: () => listOf(fileId),
  tags: () => listOf(text),
  rows: () => listOf({ type: 'object' }),
};

const columnSchema = (column: RowColumn): JsonSchema => (column.kind === 'refBy' ? id : schemaOf(sent, column));

const schemaOf = (kinds: OfKind, field: StoredField): JsonSchema =>
  (kinds[field.kind] as (field: StoredField) => JsonSchema)(field);

/** Demanded whatever else is given. */
const isDemanded = ({ required, visible }: StoredField): boolean => required === true && visible === undefined;
const isNeeded = (field: StoredField): boolean => isDemanded(field) && field.default === undefined;

function inputOf(field: StoredField, label: { readonly zh: string; readonly en: string }): JsonSchema {
  const schema = schemaOf(sent, field);
  return { ...(isDemanded(field) ? schema : orNull(schema)), description: `${label.zh} / ${label.en}` };
}

/** Fields of a form, and the other names that it takes for them. */
function formOf(entity: EntityDef): Readonly<Record<string, JsonSchema>> {
  const fields = Object.fromEntries(
    writableFields(entity).map((name) => [name, inputOf(shownAs(entity, name), labelOf(entity, name))]),
  );
  const others = Object.entries(entity.aliases ?? {}).flatMap(([name, alias]): [string, JsonSchema][] => {
    const field = fields[typeof alias === 'string' ? alias : alias.field];
    if (field === undefined) return [];
    return [[name, typeof alias === 'string' ? field : { anyOf: [text, listOf(text), { type: 'null' }] }]];
  });
  return { ...fields, ...Object.fromEntries(others) };
}

/** What is needed may also be given by another name. */
function neededBy(entity: EntityDef): readonly string[] {
  const renamed = new Set(
    Object.values(entity.aliases ?? {}).map((alias) => (typeof alias === 'string' ? alias : alias.field)),
  );
  return writableFields(entity).filter((name) => !renamed.has(name) && isNeeded(shownAs(entity, name)));
}

/** A new record. */
export const addSchema = (entity: EntityDef): JsonSchema => object(formOf(entity), neededBy(entity));

const keySchema: JsonSchema = { anyOf: [id, whole] };

/** Changes of a record: absent leaves, null clears. */
export const updateSchema = (entity: EntityDef): JsonSchema =>
  object({ ...formOf(entity), id: keySchema, rev: { anyOf: [whole, { ...text, pattern: '^\\d{1,10}$' }] } }, [
    'id',
    'rev',
  ]);

const scalar = { anyOf: [text, { type: 'number' }] } as const;
const conditionOf = { eq: scalar, ne: scalar, ge: scalar, le: scalar, like: text, in: listOf(scalar), null: scalar };

/** A list: its page, its order and the conditions that it takes. */
export function listSchema(entity: EntityDef): JsonSchema {
  const names = [...Object.keys(entity.fields), ...commonNames, 'keyword'];
  const others = Object.entries(entity.aliases ?? {});
  const conditions = [
    ...names.map((name) => [name, name] as const),
    ...others.map(([name, alias]) => [name, typeof alias === 'string' ? alias : alias.field] as const),
  ].flatMap(([name, of]) =>
    [...operatorsOf(entity, of, 'list')].map((op) => [op === 'eq' ? name : `${name}.${op}`, conditionOf[op]] as const),
  );
  return object({
    page: whole,
    pageSize: whole,
    orderBy: text,
    exactTotal: { type: 'boolean' },
    query: object(Object.fromEntries(conditions)),
  });
}

function actSchema({ fixedInput = {}, input = {}, many }: ActionDef): JsonSchema {
  const about: Readonly<Record<string, JsonSchema>> = many
    ? { ids: listOf(id, { min: 1, max: many === true ? 200 : many }) }
    : { id: keySchema, rev: orNull(whole) };
  const fixed = Object.entries(fixedInput).map(([name, value]) => [name, { const: value }] as const);
  const asked = Object.entries(input).map(([name, field]) => [name, inputOf(field, inputLabel(name, field))] as const);
  const needed = Object.entries(input).flatMap(([name, field]) => (isNeeded(field) ? [name] : []));
  return object({ ...about, ...Object.fromEntries([...fixed, ...asked]) }, [
    many ? 'ids' : 'id',
    ...Object.keys(fixedInput),
    ...needed,
  ]);
}

/** Actions of a path: one of them, by what distinguishes them. */
export function actionsSchema(actions: readonly ActionDef[]): JsonSchema {
  const [first, ...others] = actions.map(actSchema);
  return first !== undefined && others.length === 0 ? first : { anyOf: [first ?? {}, ...others] };
}

const ofCommon: Readonly<Record<string, JsonSchema>> = { id, rev: whole };

/** A field of an answer, with the name of what it points to and the address of its file beside it. */
function shownProperties(entity: EntityDef, name: string, files: ReadonlySet<string>): [string, JsonSchema][] {
  const shown = shownAs(entity, name);
  const field = Object.hasOwn(entity.fields, name) ? entity.fields[name] : undefined;
  const isSet =
    field === undefined
      ? !/^(createBy|updateBy)$/.test(name)
      : field.kind === 'count' || (!isDerived(field) && isDemanded(field));
  const schema = ofCommon[name] ?? schemaOf(answered, shown);
  const properties: [string, JsonSchema][] = [[name, isSet ? schema : orNull(schema)]];
  if (shown.kind === 'ref' || shown.kind === 'area') properties.push([nameKey(name), orNull(text)]);
  if (shown.kind === 'refMany') properties.push([nameKey(name), listOf(text)]);
  if (files.has(name)) properties.push([`${name}Url`, schema.type === 'array' ? listOf(text) : text]);
  if (shown.kind !== 'rows') return properties;
  const besides: [string, readonly string[]][] = [
    [`${name}Url`, pictureColumns(shown)],
    [nameKey(name), referringColumns(shown).map(([column]) => column)],
  ];
  for (const [key, columns] of besides)
    if (columns.length > 0)
      properties.push([key, listOf(object(Object.fromEntries(columns.map((each) => [each, orNull(text)])), columns))]);
  return properties;
}

function rowOf(entity: EntityDef, names: readonly string[]): JsonSchema {
  const files = new Set(fileFields(entity, names));
  return object(
    Object.fromEntries(names.flatMap((name) => shownProperties(entity, name, files))),
    names.filter((name) => isForEverybody(entity, name)),
  );
}

/** A record as its detail call answers it; what some users do not receive is not required. */
export const detailSchema = (entity: EntityDef): JsonSchema => rowOf(entity, allNames(entity));

/** A page of a list; a call of its own may answer more beside the rows. */
export const pageSchema = (entity: EntityDef): JsonSchema => ({
  type: 'object',
  properties: {
    list: listOf(rowOf(entity, listNames(entity))),
    total: whole,
    more: { type: 'boolean' },
    page: whole,
    pageSize: whole,
  },
  required: ['list', 'total', 'page', 'pageSize'],
});
