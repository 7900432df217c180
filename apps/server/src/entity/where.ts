import { escapeLike, foldWidth, likeText } from '@wheelhouse/contract';
import type { EntityDef } from '@wheelhouse/entities/define';
import { type Field, isDerived, type StoredField } from '@wheelhouse/entities/fields';
import { isSealed } from '@wheelhouse/entities/queries';
import { derivedTarget, entityNamed, inBothLanguages, shownAs } from '@wheelhouse/entities/registry';
import { sql } from 'kysely';
import type { App } from '../http/context.ts';
import type { Admitted } from './admit.ts';
import { type AdmittedCondition, BadCondition, compareField, valuesOf } from './compare.ts';
import { hooksOf } from './hooks.ts';
import { column, type Fragment } from './scope.ts';
import { hasColumn, isNormalised, keyColumn, snake } from './storage.ts';

const nothing = sql`false`;
const everything = sql`true`;
const commonFields: Readonly<Record<string, StoredField>> = {
  id: { kind: 'ref', to: '' },
  createTime: { kind: 'instant' },
  updateTime: { kind: 'instant' },
  createBy: { kind: 'ref', to: 'sysUser' },
  updateBy: { kind: 'ref', to: 'sysUser' },
};
/** A condition as it goes through lookups; `end` is what `keyword` adds to the operators of the wire. */
type Asked = Omit<AdmittedCondition, 'op'> & { readonly op: AdmittedCondition['op'] | 'end' };

/** All conditions of a list query over `alias`, and-ed. @throws BadCondition */
export function whereAll(app: App, entity: EntityDef, alias: string, conditions: Admitted): Fragment[] {
  return conditions.map((condition) =>
    condition.field === 'keyword' && entity.list.keyword && !hooksOf(entity.name).conditions?.['keyword']
      ? keywordWhere(app, entity, alias, condition)
      : whereOne(app, entity, alias, condition, 0),
  );
}

function keywordWhere(app: App, entity: EntityDef, alias: string, condition: Asked): Fragment {
  const { eq, like, start = [], end = [] } = entity.list.keyword ?? { eq: [], like: [] };
  if (typeof condition.value !== 'string' && typeof condition.value !== 'number') throw new BadCondition(condition);
  const typed = foldWidth(likeText(String(condition.value)));
  if (typed === '') return everything;
  const ask = (field: string, op: Asked['op'], value = typed) =>
    whereOne(app, entity, alias, { ...condition, field, op, value }, 0);
  // A sealed key is compared only where whoever asks may search by it.
  const parts = eq
    .filter((field) => condition.sealed || !isSealed(entity, field))
    .map((field) => ask(field, 'eq', isCapital(shownAs(entity, field)) ? typed.toUpperCase() : typed));
  const { length } = [...typed];
  if (length >= 4) parts.push(...end.map((field) => ask(field, 'end')));
  // A short part has no trigram of its own and would read the whole table; as a beginning it has.
  if (eq.length === 0 || length >= 4) parts.push(...possible(entity, like, typed).map((field) => ask(field, 'like')));
  else if (length >= 2)
    parts.push(
      ...possible(entity, like, typed)
        .flatMap((name) => inBothLanguages(entity.fields, name))
        .map((field) => sql`replace(${column(alias, snake(field))}, ' ', '') ilike ${`${escapeLike(typed)}%`}`),
    );
  if (length >= 2)
    parts.push(
      ...start.map(
        (field) => sql`lower(replace(${column(alias, snake(field))}, ' ', '')) like lower(${`${escapeLike(typed)}%`})`,
      ),
    );
  return parts.length === 0 ? nothing : sql`(${sql.join(parts, sql` or `)})`;
}

/** True for texts that are stored in capitals. */
const isCapital = (field: StoredField): boolean => field.kind === 'text' && isNormalised(field);

/** Fields that may hold more than what was typed; identifiers have no letters beyond ASCII. */
function possible(entity: EntityDef, all: readonly string[], typed: string): readonly string[] {
  const names = all.filter((name) => {
    const field = entity.fields[name];
    const whole = field?.kind === 'text' && field.max !== undefined && field.max <= typed.length;
    return !(whole && entity.list.keyword?.eq.includes(name));
  });
  if (/^[\x20-\x7e]*$/.test(typed)) return names;
  const isIdentifier = (name: string): boolean => {
    const field = entity.fields[name];
    return field?.kind === 'text' && (field.format !== undefined || field.pattern !== undefined);
  };
  return names.filter((name) => !isIdentifier(name));
}

/** Values given to a condition of an entity's hook: one, or several of which one must match. @throws BadCondition */
function ownValues(entity: EntityDef, condition: Asked): string[] {
  const values: readonly unknown[] = Array.isArray(condition.value) ? condition.value : [condition.value];
  const field = Object.hasOwn(entity.fields, condition.field) ? entity.fields[condition.field] : undefined;
  const known = field?.kind === 'computed' ? valuesOf(field.as) : undefined;
  if (known !== undefined && !values.every((value) => known.includes(String(value))))
    throw new BadCondition(condition, 'value', known);
  const fits =
    (condition.op === 'eq' || condition.op === 'in' || condition.op === 'ne') &&
    values.length <= 1000 &&
    values.every((value) => typeof value === 'string' || typeof value === 'number');
  if (!fits) throw new BadCondition(condition);
  return values.map(String);
}

function whereOne(app: App, entity: EntityDef, alias: string, condition: Asked, depth: number): Fragment {
  const conditions = hooksOf(entity.name).conditions ?? {};
  const asked = condition.op === 'ne' ? `${condition.field}.ne` : condition.field;
  const own = Object.hasOwn(conditions, asked) ? conditions[asked] : undefined;
  if (own && (condition.op === 'eq' || condition.op === 'in' || condition.op === 'ne'))
    return sql`(${own(alias, ownValues(entity, condition))})`;
  const field = Object.hasOwn(entity.fields, condition.field)
    ? entity.fields[condition.field]
    : entity.keyedBy
      ? undefined
      : ownCommon(condition.field);
  if (!field || field.right) throw new BadCondition(condition);
  if (isDerived(field)) {
    const target = derivedTarget(entity, field);
    if (!target || depth > 3 || condition.op === 'null' || condition.op === 'ne') throw new BadCondition(condition);
    const next = `w${depth}`;
    const inner = whereOne(app, target.entity, next, { ...condition, field: target.name }, depth + 1);
    const from = field.kind === 'joined' ? column(alias, 'id') : column(alias, snake((field as { via: string }).via));
    const key = field.kind === 'joined' ? keyColumn(entityNamed(field.of)) : 'id';
    const keys = sql`select ${column(next, key)} from ${sql.raw(target.entity.table)} ${sql.raw(next)} where ${inner}`;
    const isGone = column(next, 'deleted');
    const alive = target.entity.keyedBy ? keys : sql`${keys} and not ${isGone}`;
    // An end is met by few: their keys are found first, so that the index on `from` serves.
    if (condition.op === 'end') return sql`${from} = any(array(${alive}))`;
    if (condition.op !== 'like' || target.entity.keyedBy) return sql`${from} in (${keys})`;
    // Indexes of texts have no deleted rows: these are read apart where they count.
    return outlives(entity, field, target.entity)
      ? sql`${from} in (${alive} union all ${keys} and ${isGone})`
      : sql`${from} in (${alive})`;
  }
  if (field.kind === 'refMany' && field.inverse) throw new BadCondition(condition);
  if (!hasColumn(field)) throw new BadCondition(condition);
  return compareField(app, entity, field, alias, condition);
}

/** Whether records stay when the row is deleted that a derived field of theirs is read from: a row that others refer to is not deleted. */
function outlives(entity: EntityDef, field: Field, target: EntityDef): boolean {
  if (entity.external) return true;
  const via = field.kind === 'lookup' ? entity.fields[field.via] : undefined;
  return via?.kind === 'ref' && (via.cascade === true || hooksOf(target.name).leavesReferences === true);
}

function ownCommon(name: string): StoredField | undefined {
  return Object.hasOwn(commonFields, name) ? commonFields[name] : undefined;
}
