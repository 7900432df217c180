import { errorText, fill, type FieldError, type Lang } from '@wheelhouse/contract';
import type { EntityDef } from '@wheelhouse/entities/define';
import type { Row, StoredField } from '@wheelhouse/entities/fields';
import { areas, type Area } from '@wheelhouse/entities/areas/areas';
import { entityNamed } from '@wheelhouse/entities/registry';
import { sql } from 'kysely';
import type { CallContext } from '../../http/context.ts';
import { unfitReasons } from '../check.ts';
import type { ImportColumn } from './columns.ts';
import { importTexts } from './texts.ts';
import { choosableWhere, ownWhere, visibleWhere } from '../read.ts';
import { run, type Executor } from '../run.ts';
import { column } from '../scope.ts';
import { compareColumn, hasColumn, isNormalised, keyColumn, snake } from '../storage.ts';

/** An id, null when a key stands for several, undefined when for none. */
type Found = string | null | undefined;

/** A record that keys may name, and whether it may be chosen. */
interface Named {
  readonly id: string;
  readonly fits: boolean;
  readonly keys: readonly (string | null)[];
}

/** What keys stand for: a record that may be chosen, or, where there is none, one that may not. */
export interface FoundKeys {
  readonly fit: (key: string) => Found;
  readonly unfit: (key: string) => Found;
}

/** Ids by key, whatever its case; null for a key that stands for several. */
function byKey(rows: readonly Named[]): (key: string) => Found {
  const ids = new Map<string, string | null>();
  for (const { id, keys } of rows)
    for (const key of new Set(keys.flatMap((one) => (one === null ? [] : [one.toLowerCase()])))) {
      const known = ids.get(key);
      ids.set(key, known === undefined || known === id ? id : null);
    }
  return (key) => ids.get(key.toLowerCase());
}

/** Text fields by which people name a record of an entity: its title, and what is unique. */
export function naturalKeys(entity: EntityDef): string[] {
  const unique = Object.keys(entity.fields).filter((name) => entity.fields[name]?.unique);
  return [...new Set([...entity.title, ...unique, ...(entity.list.keyword?.eq ?? [])])].filter((name) => {
    const field = entity.fields[name];
    return field?.kind === 'text' && hasColumn(field) && field.right === undefined;
  });
}

/** The records that keys name, as far as the user sees them: one query. */
export async function findByKeys(
  executor: Executor,
  ctx: CallContext,
  entity: EntityDef,
  keys: readonly string[],
): Promise<FoundKeys> {
  const names = naturalKeys(entity);
  const lower = [...new Set(keys.map((key) => key.toLowerCase()))];
  if (lower.length === 0 || names.length === 0) return { fit: () => undefined, unfit: () => undefined };
  const anyCase = [...new Set([...keys, ...keys.map((key) => key.toUpperCase())])];
  const matches = names.map((name) => {
    const at = column('t', snake(name));
    return isNormalised(entity.fields[name] as StoredField)
      ? sql`${at} = any(${anyCase}::text[])`
      : sql`lower(${at}) = any(${lower}::text[])`;
  });
  const seen = [ownWhere(entity, 't'), visibleWhere(entity, 't', ctx.user)].filter((part) => part !== undefined);
  const rows = await run<Named>(
    executor,
    sql`select ${column('t', keyColumn(entity))}::text as id, ${choosableWhere(entity) ?? sql`true`} as fits,
      array[${sql.join(names.map((name) => sql`${column('t', snake(name))}::text`))}] as keys from ${sql.raw(entity.table)} t
      where ${sql.join([sql`(${sql.join(matches, sql` or `)})`, ...seen], sql` and `)}`,
  );
  return { fit: byKey(rows.filter((row) => row.fits)), unfit: byKey(rows.filter((row) => !row.fits)) };
}

const byName = new Map<string, Area[]>();
const byLevel = new Map<number, Area[]>();
for (const area of areas) {
  for (const key of [area.id, area.name])
    byName.set(`${area.levelType}${key}`, [...(byName.get(`${area.levelType}${key}`) ?? []), area]);
  byLevel.set(area.levelType, [...(byLevel.get(area.levelType) ?? []), area]);
}

/** An area by code, full name or unique beginning of its name, below `parent` when that is known. */
export function findArea(level: 1 | 2 | 3, key: string, parent: string | undefined): Found {
  const below = (list: readonly Area[]) => list.filter((area) => parent === undefined || area.parentId === parent);
  let found = below(byName.get(`${level}${key}`) ?? []);
  if (found.length === 0 && key.length > 1)
    found = below(byLevel.get(level) ?? []).filter((area) => area.name.startsWith(key));
  return found.length > 1 ? null : found[0]?.id;
}

/** Values of a row, and what is wrong with it. */
export interface Draft {
  /** Number in the sheet, from 1. */
  readonly row: number;
  readonly values: Record<string, unknown>;
  /** Keys still to be looked up, by field. */
  readonly keys: Map<string, readonly string[]>;
  readonly errors: FieldError[];
}

function put(
  draft: Draft,
  { name, field, label }: ImportColumn,
  keys: readonly string[],
  find: (key: string) => Found,
  refusal: (key: string) => string | undefined,
  lang: Lang,
): void {
  const ids: string[] = [];
  for (const key of keys) {
    const id = find(key);
    if (typeof id === 'string') ids.push(id);
    else {
      const plain = importTexts[id === null ? 'ambiguous' : 'notFound'][lang];
      const precise = id === null ? undefined : refusal(key);
      draft.errors.push({ field: name, message: precise ?? fill(plain, { label, value: key.slice(0, 60) }) });
    }
  }
  if (ids.length === keys.length) draft.values[name] = field.kind === 'refMany' ? ids : ids[0];
}

/** Puts records in the place of the keys of a column: three queries for all rows, the last two for keys of records that may not be chosen. */
async function putRecords(
  executor: Executor,
  ctx: CallContext,
  col: ImportColumn,
  to: string,
  drafts: readonly Draft[],
): Promise<void> {
  const keysOf = (draft: Draft) => draft.keys.get(col.name) ?? [];
  const keys = drafts.flatMap(keysOf);
  const target = entityNamed(to);
  const found = await findByKeys(executor, ctx, target, keys);
  const unfit = [...new Set(keys.map((key) => (found.fit(key) === undefined ? found.unfit(key) : undefined)))];
  const ids = unfit.filter((id) => typeof id === 'string');
  const reasons = await unfitReasons(executor, ctx, target, ids, col);
  const refusal = (key: string) => reasons.get(found.unfit(key) ?? '')?.message;
  for (const draft of drafts) put(draft, col, keysOf(draft), found.fit, refusal, ctx.lang);
}

/** Replaces keys by ids, column by column. */
export async function resolveKeys(
  executor: Executor,
  ctx: CallContext,
  columns: readonly ImportColumn[],
  drafts: readonly Draft[],
): Promise<void> {
  // A region is looked for below the one above it, which must be known first.
  const levelOf = ({ field }: ImportColumn) => (field.kind === 'area' ? field.level : 0);
  for (const col of [...columns].sort((a, b) => levelOf(a) - levelOf(b))) {
    const { field, name } = col;
    const waiting = drafts.filter((draft) => draft.keys.has(name));
    if (waiting.length === 0) continue;
    const keysOf = (draft: Draft) => draft.keys.get(name) ?? [];
    if (field.kind === 'area') {
      for (const draft of waiting) {
        const parent = field.parent === undefined ? undefined : draft.values[field.parent];
        put(
          draft,
          col,
          keysOf(draft),
          (key) => findArea(field.level, key, typeof parent === 'string' ? parent : undefined),
          () => undefined,
          ctx.lang,
        );
      }
    } else if (field.kind === 'ref' || field.kind === 'refMany') {
      await putRecords(executor, ctx, col, field.to, waiting);
    }
  }
}

interface Unique {
  readonly name: string;
  readonly field: StoredField;
  readonly label: string;
}

/** What makes two values of a unique field the same, as stored. */
function uniqueKey(field: StoredField, value: unknown): string | undefined {
  if (value === null || value === undefined) return undefined;
  return isNormalised(field) ? String(value) : String(value).toLowerCase();
}

async function takenKeys(
  executor: Executor,
  entity: EntityDef,
  { name, field }: Unique,
  keys: readonly string[],
): Promise<Set<string>> {
  const at = column('t', compareColumn(name, field));
  const key = isNormalised(field) ? sql`${at}::text` : sql`lower(${at})`;
  const match =
    field.kind === 'text' && isNormalised(field)
      ? sql`${at} = any(${[...keys]}::text[])`
      : sql`${key} = any(${[...keys]}::text[])`;
  const rows = await run<{ key: string }>(
    executor,
    sql`select ${key} as key from ${sql.raw(entity.table)} t where ${match}${field.unique === 'ever' ? sql`` : sql` and not t.deleted`}`,
  );
  return new Set(rows.map((row) => row.key));
}

/** Marks rows whose unique values stand in an earlier row of the file, or are taken already: one query a field. */
export async function checkUnique(
  executor: Executor,
  ctx: CallContext,
  entity: EntityDef,
  columns: readonly ImportColumn[],
  drafts: readonly { readonly row: number; readonly values: Row; readonly errors: FieldError[] }[],
): Promise<void> {
  for (const { name, field, label } of columns) {
    if (!hasColumn(field) || !field.unique) continue;
    // A preview would say of any number of sealed values which records have them.
    if (field.kind === 'private') throw new Error(`${entity.name}.${name} is sealed and unique: no sheet may hold it`);
    const first = new Map<string, number>();
    const own = new Map(drafts.map((draft) => [draft, uniqueKey(field, draft.values[name])]));
    for (const [draft, key] of own) {
      const earlier = key === undefined ? undefined : first.get(key);
      if (earlier !== undefined)
        draft.errors.push({ field: name, message: fill(importTexts.duplicate[ctx.lang], { label, n: earlier }) });
      else if (key !== undefined) first.set(key, draft.row);
    }
    if (first.size === 0) continue;
    const taken = await takenKeys(executor, entity, { name, field, label }, [...first.keys()]);
    for (const [draft, key] of own) {
      if (key !== undefined && taken.has(key))
        draft.errors.push({ field: name, message: errorText(1009, ctx.lang, { field: label }) });
    }
  }
}
