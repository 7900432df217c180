import { wallClockText } from '../db/wall-clock.ts';
import type { Lang } from '@wheelhouse/contract/lang';
import type { EntityDef } from '@wheelhouse/entities/define';
import {
  isDerived,
  type CountField,
  type Field,
  type RefManyField,
  type RowsField,
  type StoredField,
} from '@wheelhouse/entities/fields';
import { derivedTarget, entityNamed, nameKey, shownAs } from '@wheelhouse/entities/registry';
import { referringColumns } from '@wheelhouse/entities/rows-cells';
import { hooksOf } from './hooks.ts';
import { hasColumn, keyColumn, snake } from './storage.ts';
import { inLangText } from '../db/in-lang.ts';

/** SELECT list and joins of chosen fields, as text: everything in it comes from definitions, nothing from a request. */
export interface Selection {
  readonly columns: string;
  readonly joins: string;
}

export interface SelectionOptions {
  /** Private values as they are stored, for who may open them. */
  readonly sealed?: boolean;
  readonly lang?: Lang;
  /** Without names of the platform's people. */
  readonly unnamed?: boolean;
}

const commonColumns: Readonly<Record<string, (alias: string) => string>> = {
  id: (t) => `${t}.id::text`,
  rev: (t) => `${t}.rev`,
  createTime: (t) => wallClockText(`${t}.create_time`),
  updateTime: (t) => wallClockText(`${t}.update_time`),
  createBy: (t) => `${t}.create_by::text`,
  updateBy: (t) => `${t}.update_by::text`,
};

class Builder {
  readonly joins = new Map<string, string>();
  /** Titles of other records come in this language where they have it. */
  readonly lang: Lang;
  /** Without names of the platform's people. */
  readonly unnamed: boolean;
  /** What names of joined tables begin with: a query inside another one has its own. */
  readonly #prefix: string;

  constructor(lang: Lang, unnamed = false, prefix = 'j') {
    this.lang = lang;
    this.unnamed = unnamed;
    this.#prefix = prefix;
  }

  /** A name, or its English twin in the column `<name>_en`; English falls back to Chinese. */
  private named(alias: string, column: string, twin: boolean): string {
    return twin ? inLangText(this.lang, `${alias}.${column}`) : `${alias}.${column}`;
  }

  /** Joins the row that `from` (a column) points to in `table`; the same join is made once. */
  join(table: string, key: string, from: string): string {
    const text = `${table} on %.${key} = ${from}`;
    const known = this.joins.get(text);
    if (known) return known;
    const alias = `${this.#prefix}${this.joins.size}`;
    this.joins.set(text, alias);
    return alias;
  }

  joinText(): string {
    return [...this.joins]
      .map(([text, alias]) => ` left join ${text.replace(' on %', ` ${alias} on ${alias}`)}`)
      .join('');
  }

  /** Where a field's value is, through lookups: alias, entity and stored field at the end. */
  resolve(
    entity: EntityDef,
    alias: string,
    name: string,
  ): { entity: EntityDef; alias: string; name: string; field: Field | undefined } {
    const field = entity.fields[name];
    const target = field ? derivedTarget(entity, field) : undefined;
    if (!field || !target) return { entity, alias, name, field };
    const next =
      field.kind === 'joined'
        ? this.join(target.entity.table, keyColumn(target.entity), `${alias}.id`)
        : this.join(target.entity.table, 'id', `${alias}.${snake((field as { via: string }).via)}`);
    return this.resolve(target.entity, next, target.name);
  }

  value(entity: EntityDef, alias: string, name: string, sealed = false): string {
    const at = this.resolve(entity, alias, name);
    const { field } = at;
    const common = commonColumns[at.name];
    if (!field) {
      if (!common) throw new Error(`No field ${entity.name}.${name}`);
      return common(at.alias);
    }
    if (field.kind === 'count') return this.count(field, at.alias);
    if (field.kind === 'computed' || (field.kind === 'tags' && !hasColumn(field))) {
      const as = field.kind === 'computed' ? field.as.kind : undefined;
      return computed(at) + (as === 'ref' ? '::text' : as === 'refMany' ? '::text[]' : '');
    }
    if (isDerived(field)) throw new Error(`Unresolved ${at.entity.name}.${at.name}`);
    return stored(field, `${at.alias}.${snake(at.name)}`, at.alias, sealed);
  }

  private count(field: Extract<Field, { kind: 'count' }>, alias: string): string {
    const of = entityNamed(field.of);
    const fixed: Readonly<Record<string, number | string>> = {
      ...(of.fixedValues as CountField['where']),
      ...field.where,
    };
    const where = Object.entries(fixed).map(
      ([name, value]) =>
        ` and c.${snake(name)} = ${typeof value === 'number' ? value : `'${value.replaceAll("'", "''")}'`}`,
    );
    return `(select count(*)::int from ${of.table} c where c.${snake(field.by)} = ${alias}.id and not c.deleted${where.join('')})`;
  }

  /** Title of the record that a reference or area field points to; of several records a JSON list in the order of their ids. */
  title(entity: EntityDef, alias: string, name: string): string | undefined {
    const at = this.resolve(entity, alias, name);
    const from = at.field?.kind === 'computed' ? computed(at) : `${at.alias}.${snake(at.name)}`;
    const shown = shownAs(entity, name);
    if (this.unnamed && (shown.kind === 'ref' || shown.kind === 'refMany') && shown.to === 'sysUser') return undefined;
    if (name === 'createBy' || name === 'updateBy') return `${this.join('sys_user', 'id', from)}.real_name`;
    if (at.field === undefined) return undefined;
    if (shown.kind === 'area') return this.named(this.join('sys_area', 'id', from), 'name', true);
    if (shown.kind === 'ref')
      return this.titleOf(entityNamed(shown.to), this.join(entityNamed(shown.to).table, 'id', from));
    if (shown.kind === 'refMany') return this.titles(shown, at.alias, from);
    return shown.kind === 'rows' ? this.titlesInRows(shown, from) : undefined;
  }

  /** Titles of the records in columns of rows: a JSON list with a record for each row. */
  private titlesInRows(field: RowsField, from: string): string | undefined {
    const columns = referringColumns(field).map(([column, { by, to }]) => {
      const cases = Object.entries(to).map(([code, of]) => {
        const target = entityNamed(of);
        const inner = new Builder(this.lang, this.unnamed, 'n');
        const title = inner.titleOf(target, 'r');
        return `when '${Number(code)}' then (select ${title} from ${target.table} r${inner.joinText()} where r.id = (k.row ->> '${column}')::bigint)`;
      });
      return `'${column}', case k.row ->> '${by}' ${cases.join(' ')} end`;
    });
    return columns.length === 0
      ? undefined
      : `(select coalesce(json_agg(json_build_object(${columns.join(', ')}) order by k.at), '[]') from jsonb_array_elements(${from}) with ordinality k(row, at))`;
  }

  private titles({ to, inverse }: RefManyField, alias: string, from: string): string {
    const target = entityNamed(to);
    const inner = new Builder(this.lang, this.unnamed, 'n');
    const title = inner.titleOf(target, 'r');
    const rows =
      inverse === undefined
        ? `unnest(${from}) with ordinality k(id, at) left join ${target.table} r on r.id = k.id${inner.joinText()}`
        : `${target.table} r${inner.joinText()} where r.${snake(inverse)} = ${alias}.id and not r.deleted`;
    return `(select coalesce(json_agg(coalesce((${title})::text, '') order by ${inverse === undefined ? 'k.at' : 'r.id'}), '[]') from ${rows})`;
  }

  private titleOf(target: EntityDef, alias: string): string {
    const parts = target.title.map((name) => {
      const field = target.fields[name];
      if (field?.kind === 'ref') return this.title(target, alias, name) ?? 'null';
      return field?.kind === 'text' && target.fields[`${name}En`]
        ? this.named(alias, snake(name), true)
        : this.value(target, alias, name);
    });
    return parts.length === 1 ? (parts[0] ?? 'null') : `coalesce(${parts.join(', ')})`;
  }
}

/** SQL of a computed or hooked field; ids are numbers in it. */
function computed({ entity, alias, name }: { entity: EntityDef; alias: string; name: string }): string {
  const made = hooksOf(entity.name).computed?.[name];
  if (!made) throw new Error(`No SQL for computed field ${entity.name}.${name}`);
  return made(alias);
}

function stored(field: StoredField, at: string, alias: string, sealed: boolean): string {
  switch (field.kind) {
    case 'ref':
      return `${at}::text`;
    case 'instant':
      return wallClockText(at);
    case 'private':
      return sealed ? `${at}_enc` : `${at}_mask`;
    case 'refMany': {
      if (!field.inverse) return `${at}::text[]`;
      const of = entityNamed(field.to);
      return `(select coalesce(json_agg(c.id::text order by c.id), '[]') from ${of.table} c where c.${snake(field.inverse)} = ${alias}.id and not c.deleted)`;
    }
    default:
      return at;
  }
}

const cache = new Map<string, Selection>();
/** The same by the very array of names, where it is always the same one. */
const ofArray = new WeakMap<readonly string[], Map<string, Selection>>();

function remember(names: readonly string[], key: string, selection: Selection): Selection {
  const known = ofArray.get(names) ?? new Map<string, Selection>();
  ofArray.set(names, known.set(key, selection));
  return selection;
}

/**
 * SELECT list over alias `t` of the given fields; references (one or several) and areas also give their title (`nameKey`), unless `bare`.
 * Private values come masked, or `sealed` for an export that may open them; `unnamed` leaves out names of the platform's people. Cached: there are few distinct choices.
 */
export function selectionOf(
  entity: EntityDef,
  names: readonly string[],
  { sealed = false, lang = 'zh', unnamed = false }: SelectionOptions = {},
): Selection {
  const short = `${entity.name}:${sealed ? 'sealed:' : ''}${unnamed ? 'unnamed:' : ''}${lang}:`;
  const same = ofArray.get(names)?.get(short);
  if (same) return same;
  const key = `${short}${names.join()}`;
  const known = cache.get(key);
  if (known) return remember(names, short, known);
  const builder = new Builder(lang, unnamed);
  const columns = names.flatMap((name) => {
    const value = `${builder.value(entity, 't', name, sealed)} as "${name}"`;
    const title = builder.title(entity, 't', name);
    return title === undefined ? [value] : [value, `${title} as "${nameKey(name)}"`];
  });
  const selection = { columns: columns.join(', '), joins: builder.joinText() };
  if (cache.size < 1000) cache.set(key, selection);
  return remember(names, short, selection);
}

/** Expression and joins of a record's title over alias `t`. */
export function titleSelection(entity: EntityDef, lang: Lang = 'zh'): { expression: string; joins: string } {
  const builder = new Builder(lang);
  const parts = entity.title.map((name) => builder.title(entity, 't', name) ?? builder.value(entity, 't', name));
  return {
    expression: parts.length === 1 ? (parts[0] ?? 'null') : `coalesce(${parts.join(', ')})`,
    joins: builder.joinText(),
  };
}

/** SQL of values of fields over alias `t`, and the joins that they need: for what is grouped or summed up. */
export function expressionsOf(
  entity: EntityDef,
  names: readonly string[],
): { readonly expressions: Readonly<Record<string, string>>; readonly joins: string } {
  const builder = new Builder('zh');
  const expressions = Object.fromEntries(names.map((name) => [name, builder.value(entity, 't', name)]));
  return { expressions, joins: builder.joinText() };
}
