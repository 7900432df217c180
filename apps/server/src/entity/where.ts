import { escapeLike, isDay, likeText, parseInstant, type Condition, type Operator } from '@wheelhouse/contract';
import type { EntityDef } from '@wheelhouse/entities/define';
import { isDerived, type StoredField } from '@wheelhouse/entities/fields';
import { formats } from '@wheelhouse/entities/formats';
import { derivedTarget, entityNamed } from '@wheelhouse/entities/registry';
import { sql } from 'kysely';
import type { App } from '../http/context.ts';
import { hooksOf } from './hooks.ts';
import { hashOf } from './seal.ts';
import { column, type Fragment } from './scope.ts';
import { compareColumn, hasColumn, isNormalised, isNumericDict, keyColumn, likeFields, snake } from './storage.ts';

/** A condition that cannot be asked: unknown field, operator or value. Becomes code 1001 naming the field. */
export class BadCondition extends Error {
  readonly field: string;
  constructor(condition: { field: string; op: string }) {
    super(`condition ${condition.field}.${condition.op}`);
    this.field = condition.op === 'eq' ? condition.field : `${condition.field}.${condition.op}`;
  }
}

const nothing = sql`false`;
const everything = sql`true`;
const commonFields: Readonly<Record<string, StoredField>> = {
  id: { kind: 'ref', to: '' },
  createTime: { kind: 'instant' },
  updateTime: { kind: 'instant' },
  createBy: { kind: 'ref', to: 'sysUser' },
  updateBy: { kind: 'ref', to: 'sysUser' },
};
const compare = { eq: sql.raw('='), ne: sql.raw('<>'), ge: sql.raw('>='), le: sql.raw('<=') } as const;
type Compare = keyof typeof compare;
const isCompare = (op: Operator): op is Compare => op in compare;

/** All conditions of a list query over `alias`, and-ed. @throws BadCondition */
export function whereAll(app: App, entity: EntityDef, alias: string, conditions: readonly Condition[]): Fragment[] {
  return conditions.map((condition) =>
    condition.field === 'keyword' && entity.list.keyword
      ? keywordWhere(app, entity, alias, condition)
      : whereOne(app, entity, alias, condition, 0),
  );
}

function keywordWhere(app: App, entity: EntityDef, alias: string, condition: Condition): Fragment {
  const { eq, like, start = [] } = entity.list.keyword ?? { eq: [], like: [] };
  if (typeof condition.value !== 'string' && typeof condition.value !== 'number') throw new BadCondition(condition);
  const typed = likeText(String(condition.value));
  if (typed === '') return everything;
  const parts = eq.map((field) => textEquals(app, entity, alias, field, typed));
  const { length } = [...typed];
  // A short part has no trigram of its own and would read the whole table; as a beginning it has.
  if (eq.length === 0 || length >= 4)
    parts.push(
      ...possible(entity, like, typed).map((field) =>
        whereOne(app, entity, alias, { field, op: 'like', value: typed }, 0),
      ),
    );
  else if (length >= 2)
    parts.push(
      ...possible(entity, like, typed).map(
        (field) => sql`replace(${column(alias, snake(field))}, ' ', '') ilike ${`${escapeLike(typed)}%`}`,
      ),
    );
  if (length >= 2)
    parts.push(
      ...start.map(
        (field) => sql`lower(replace(${column(alias, snake(field))}, ' ', '')) like lower(${`${escapeLike(typed)}%`})`,
      ),
    );
  return parts.length === 0 ? nothing : sql`(${sql.join(parts, sql` or `)})`;
}

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

function textEquals(app: App, entity: EntityDef, alias: string, name: string, typed: string): Fragment {
  const field = entity.fields[name];
  if (field?.kind === 'private')
    return compareField(app, entity, field, alias, { field: name, op: 'eq', value: typed });
  const normal = field && isNormalised(field as StoredField);
  return normal
    ? sql`${column(alias, snake(name))} = ${typed.toUpperCase()}`
    : sql`lower(${column(alias, snake(name))}) = ${typed.toLowerCase()}`;
}

/** What a condition of the entity's own is given: one value, or several of which one is enough. @throws BadCondition */
function ownValues(condition: Condition): string[] {
  const values: readonly unknown[] = Array.isArray(condition.value) ? condition.value : [condition.value];
  const fits =
    (condition.op === 'eq' || condition.op === 'in') &&
    values.length <= 1000 &&
    values.every((value) => typeof value === 'string' || typeof value === 'number');
  if (!fits) throw new BadCondition(condition);
  return values.map(String);
}

function whereOne(app: App, entity: EntityDef, alias: string, condition: Condition, depth: number): Fragment {
  const conditions = hooksOf(entity.name).conditions ?? {};
  const own = Object.hasOwn(conditions, condition.field) ? conditions[condition.field] : undefined;
  if (own && (condition.op === 'eq' || condition.op === 'in')) return own(alias, ownValues(condition));
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
    return sql`${from} in (select ${column(next, key)} from ${sql.raw(target.entity.table)} ${sql.raw(next)} where ${inner})`;
  }
  if (field.kind === 'refMany' && field.inverse) throw new BadCondition(condition);
  if (!hasColumn(field)) throw new BadCondition(condition);
  return compareField(app, entity, field, alias, condition);
}

function ownCommon(name: string): StoredField | undefined {
  return Object.hasOwn(commonFields, name) ? commonFields[name] : undefined;
}

function compareField(app: App, entity: EntityDef, field: StoredField, alias: string, condition: Condition): Fragment {
  const { op, value } = condition;
  const at = column(alias, compareColumn(condition.field, field));
  if (op === 'null') {
    if (value !== 1 && value !== 0 && value !== '1' && value !== '0') throw new BadCondition(condition);
    return String(value) === '1' ? sql`${at} is null` : sql`${at} is not null`;
  }
  if (op === 'in') {
    if (!Array.isArray(value) || value.length > 1000) throw new BadCondition(condition);
    const parts = value.map((one: unknown) => compareOne(app, field, at, 'eq', { ...condition, value: one }));
    return parts.length === 0 ? everything : sql`(${sql.join(parts, sql` or `)})`;
  }
  if (op === 'like') {
    if (typeof value !== 'string' || !likeFields(entity).has(condition.field)) throw new BadCondition(condition);
    const typed = likeText(value);
    return typed === '' ? everything : sql`replace(${at}, ' ', '') ilike ${`%${escapeLike(typed)}%`}`;
  }
  if (!isCompare(op)) throw new BadCondition(condition);
  return compareOne(app, field, at, op, condition);
}

function compareOne(app: App, field: StoredField, at: Fragment, op: Compare, condition: Condition): Fragment {
  const { value } = condition;
  const refuse = () => new BadCondition(condition);
  const sign = compare[op];
  const onlyEquality = () => {
    if (op === 'ge' || op === 'le') throw refuse();
  };
  switch (field.kind) {
    case 'text':
    case 'longText': {
      onlyEquality();
      if (typeof value !== 'string' && typeof value !== 'number') throw refuse();
      const text = String(value).trim();
      if (!isNormalised(field)) return sql`lower(${at}) ${sign} ${text.toLowerCase()}`;
      return sql`${at} ${sign} ${field.format ? normalised(field.format, text) : text}`;
    }
    case 'private': {
      onlyEquality();
      if (typeof value !== 'string') throw refuse();
      return sql`${at} ${sign} ${hashOf(app.secrets, field.format ? normalised(field.format, value) : value.trim())}`;
    }
    case 'int':
    case 'money':
    case 'flag':
    case 'decimal':
      return compareNumber(field.kind === 'decimal', at, op, value, refuse);
    case 'dict': {
      if (typeof value !== 'string' && typeof value !== 'number') throw refuse();
      // Built-in codes are numbers, some with an order of their own: levels from 3 up.
      if (isNumericDict(field.dict)) return compareNumber(false, at, op, value, refuse);
      onlyEquality();
      return sql`${at} ${sign} ${String(value)}`;
    }
    case 'ref': {
      onlyEquality();
      const id = String(value);
      if ((typeof value !== 'string' && typeof value !== 'number') || !/^\d{1,18}$/.test(id)) throw refuse();
      return sql`${at} ${sign} ${id}`;
    }
    case 'area': {
      onlyEquality();
      if (typeof value !== 'string' && typeof value !== 'number') throw refuse();
      return sql`${at} ${sign} ${String(value)}`;
    }
    case 'date': {
      const day = typeof value === 'string' ? value.slice(0, 10) : '';
      if (!isDay(day) || (String(value).length > 10 && parseInstant(String(value)) === undefined)) throw refuse();
      return sql`${at} ${sign} ${day}::date`;
    }
    case 'instant':
      return compareInstant(at, op, value, refuse);
    case 'dictMany':
    case 'tags':
    case 'refMany':
      return contains(field.kind === 'refMany', at, op, value, refuse);
    default:
      throw refuse();
  }
}

/** A list is found by one of its members. */
function contains(ids: boolean, at: Fragment, op: Compare, value: unknown, refuse: () => Error): Fragment {
  if (op !== 'eq' || (typeof value !== 'string' && typeof value !== 'number')) throw refuse();
  if (!ids) return sql`${at} @> array[${String(value)}]::text[]`;
  if (!/^\d{1,18}$/.test(String(value))) throw refuse();
  return sql`${at} @> array[${String(value)}]::bigint[]`;
}

function normalised(format: keyof typeof formats, text: string): string {
  const found = formats[format].check(text);
  return 'value' in found ? found.value : text.trim();
}

/** Keeps the column's own type in the comparison, so that its index serves; values outside an integer's range are decided here. */
function compareNumber(fraction: boolean, at: Fragment, op: Compare, value: unknown, refuse: () => Error): Fragment {
  const n =
    typeof value === 'number'
      ? value
      : typeof value === 'string' && /^-?\d{1,15}(\.\d{1,9})?$/.test(value.trim())
        ? Number(value)
        : Number.NaN;
  if (!Number.isFinite(n)) throw refuse();
  if (fraction) return sql`${at} ${compare[op]} ${n}::float8::numeric`;
  const edge = 2_147_483_647;
  if (n > edge || n < -edge)
    return (op === 'le' && n > 0) || (op === 'ge' && n < 0) || op === 'ne' ? everything : nothing;
  if (Number.isInteger(n)) return sql`${at} ${compare[op]} ${n}::int`;
  if (op === 'eq') return nothing;
  if (op === 'ne') return everything;
  return sql`${at} ${compare[op]} ${op === 'ge' ? Math.ceil(n) : Math.floor(n)}::int`;
}

/** Instants are compared by whole seconds; a bare day is its start for `ge` and its last second for `le`. */
function compareInstant(at: Fragment, op: Compare, value: unknown, refuse: () => Error): Fragment {
  if (typeof value !== 'string') throw refuse();
  const whole = value.length === 10;
  const start = parseInstant(whole ? `${value} 00:00:00` : value);
  if (!start) throw refuse();
  const end = new Date(start.getTime() + (whole ? 86_400_000 : 1000));
  if (op === 'ge') return sql`${at} >= ${start}`;
  if (op === 'le') return sql`${at} < ${end}`;
  const inside = sql`(${at} >= ${start} and ${at} < ${end})`;
  return op === 'eq' ? inside : sql`not ${inside}`;
}
