import { inBothLanguages } from '@wheelhouse/entities/registry';
import { escapeLike, isDay, likeForms, parseInstant, type Condition, type Operator } from '@wheelhouse/contract';
import { cleanCode } from '@wheelhouse/contract/text';
import type { EntityDef } from '@wheelhouse/entities/define';
import { type StoredField } from '@wheelhouse/entities/fields';
import { formats } from '@wheelhouse/entities/formats';
import { sql } from 'kysely';
import type { App } from '../http/context.ts';
import { hashOf } from './seal.ts';
import { column, type Fragment } from './scope.ts';
import { compareColumn, isNormalised, isNumericDict, likeFields, numericCodes, snake } from './storage.ts';

/** An allowed condition. `sealed`: the user may search by a sealed value, and the search is counted and logged. */
export interface AdmittedCondition extends Condition {
  readonly sealed?: boolean;
}

/** A condition that is not allowed, and others beside it: unknown field, operator or value. Becomes code 1001 naming the fields. */
export class BadCondition extends Error {
  readonly field: string;
  /** Allowed values or operators, where that is a short list. */
  readonly allowed: readonly string[] | undefined;
  /** The entity does not take conditions on this field, or not this operator, or the value is none of the field's. */
  readonly why: 'field' | 'operator' | 'value';
  others: readonly BadCondition[] = [];
  constructor(
    condition: { field: string; op: string },
    why: BadCondition['why'] = 'value',
    allowed?: readonly string[],
  ) {
    super(`condition ${condition.field}.${condition.op}`);
    this.field = condition.op === 'eq' ? condition.field : `${condition.field}.${condition.op}`;
    this.why = why;
    this.allowed = allowed;
  }
}

const nothing = sql`false`;
const everything = sql`true`;
const signs = { eq: sql.raw('='), ne: sql.raw('<>'), ge: sql.raw('>='), le: sql.raw('<=') } as const;
type Sign = keyof typeof signs;
const isSign = (op: string): op is Sign => op in signs;

/** A condition on a stored field; `end` matches the end of a text. */
interface FieldCondition extends Omit<AdmittedCondition, 'op'> {
  readonly op: Operator | 'end';
}

/** A condition on a field of the row `alias`. @throws BadCondition */
export function compareField(
  app: App,
  entity: EntityDef,
  field: StoredField,
  alias: string,
  condition: FieldCondition,
): Fragment {
  const { op, value } = condition;
  const at = column(alias, compareColumn(condition.field, field));
  const refuse = () => new BadCondition(condition, 'value', valuesOf(field));
  if (op === 'null') {
    if (value !== 1 && value !== 0 && value !== '1' && value !== '0')
      throw new BadCondition(condition, 'value', ['0', '1']);
    return String(value) === '1' ? sql`${at} is null` : sql`${at} is not null`;
  }
  if (op === 'like') {
    if (typeof value !== 'string' || !likeFields(entity).has(condition.field)) throw refuse();
    const forms = typedForms(field, value);
    if (forms.includes('')) return everything;
    const parts = inBothLanguages(entity.fields, condition.field).flatMap((name) =>
      forms.map((typed) => sql`replace(${column(alias, snake(name))}, ' ', '') ilike ${`%${escapeLike(typed)}%`}`),
    );
    return parts.length === 1 ? sql.join(parts) : sql`(${sql.join(parts, sql` or `)})`;
  }
  if (op === 'end') {
    const reversed = [...String(value).toUpperCase()].toReversed().join('');
    return sql`reverse(${at}) like ${`${escapeLike(reversed)}%`}`;
  }
  if (field.kind === 'private') {
    if (op !== 'eq' || typeof value !== 'string' || !condition.sealed)
      throw new BadCondition(condition, 'operator', ['eq']);
    return sql`${at} = ${sealedHash(app, field, value)}`;
  }
  if (op === 'in') {
    if (!Array.isArray(value) || value.length > 1000) throw refuse();
    return value.length === 0 ? everything : compareMany(field, at, value, refuse);
  }
  if (!isSign(op)) throw refuse();
  return compareOne(field, at, op, value, refuse);
}

/** What a `.like` value looks for: an identifier is stored in plain letters and digits alone, another text may hold the full-width ones. */
function typedForms(field: StoredField, value: string): readonly string[] {
  const forms = likeForms(value);
  return field.kind === 'text' && isNormalised(field) ? forms.slice(-1) : forms;
}

/** The keyed hash that a sealed field's value is found by. */
export function sealedHash(app: App, field: Extract<StoredField, { kind: 'private' }>, value: string): Buffer {
  return hashOf(app.secrets, field.format ? normalised(field.format, value) : value.trim());
}

/** Values a condition can have, where the field has a fixed list of them. */
export function valuesOf(field: StoredField): readonly string[] | undefined {
  if (field.kind === 'flag') return ['0', '1'];
  return field.kind === 'dict' && isNumericDict(field.dict) ? numericCodes(field.dict).map(String) : undefined;
}

type Refuse = () => BadCondition;
const isScalar = (value: unknown): value is string | number => typeof value === 'string' || typeof value === 'number';

/** Kinds that are compared by equality alone: the column's side, the value and its type in SQL. */
function equalTo(
  field: StoredField,
  at: Fragment,
  value: unknown,
  refuse: Refuse,
): { at: Fragment; value: string; type: 'text' | 'bigint' } | undefined {
  switch (field.kind) {
    case 'text':
    case 'longText': {
      if (!isScalar(value)) throw refuse();
      const text = String(value).trim();
      if (!isNormalised(field)) return { at: sql`lower(${at})`, value: text.toLowerCase(), type: 'text' };
      return { at, value: field.format ? normalised(field.format, text) : text, type: 'text' };
    }
    case 'dict':
    case 'area':
      if (field.kind === 'dict' && isNumericDict(field.dict)) return undefined;
      if (!isScalar(value)) throw refuse();
      return { at, value: String(value), type: 'text' };
    case 'ref':
      if (!isScalar(value) || !/^\d{1,18}$/.test(String(value))) throw refuse();
      return { at, value: String(value), type: 'bigint' };
    default:
      return undefined;
  }
}

/** One list of values is one parameter, however long. */
function compareMany(field: StoredField, at: Fragment, values: readonly unknown[], refuse: Refuse): Fragment {
  const equal = values.map((value) => equalTo(field, at, value, refuse));
  const [first] = equal;
  if (first) {
    const list = equal.map((one) => one?.value);
    return sql`${first.at} = any(${list}::${sql.raw(first.type)}[])`;
  }
  switch (field.kind) {
    case 'int':
    case 'flag':
    case 'dict':
    case 'money':
    case 'decimal': {
      const numbers = values.map((value) => numberOf(value, refuse));
      return field.kind === 'decimal'
        ? sql`${at} = any(${numbers}::float8[]::numeric[])`
        : sql`${at} = any(${numbers.filter(isInt4)}::int[])`;
    }
    case 'date':
      return sql`${at} = any(${values.map((value) => dayOf(value, refuse))}::date[])`;
    case 'dictMany':
    case 'tags':
    case 'refMany':
      return sql`${at} && ${membersOf(field, values, refuse)}`;
    default:
      throw refuse();
  }
}

function compareOne(field: StoredField, at: Fragment, op: Sign, value: unknown, refuse: Refuse): Fragment {
  const equal = equalTo(field, at, value, refuse);
  if (equal) {
    if (op === 'ge' || op === 'le') throw refuse();
    return sql`${equal.at} ${signs[op]} ${equal.value}::${sql.raw(equal.type)}`;
  }
  switch (field.kind) {
    case 'int':
    case 'money':
    case 'flag':
    case 'dict':
    case 'decimal':
      return compareNumber(field.kind === 'decimal', at, op, numberOf(value, refuse));
    case 'date':
      return sql`${at} ${signs[op]} ${dayOf(value, refuse)}::date`;
    case 'instant':
      return compareInstant(at, op, value, refuse);
    case 'dictMany':
    case 'tags':
    case 'refMany':
      // A list is found by one of its members.
      if (op !== 'eq') throw refuse();
      return sql`${at} @> ${membersOf(field, [value], refuse)}`;
    default:
      throw refuse();
  }
}

function membersOf(field: StoredField, values: readonly unknown[], refuse: Refuse): Fragment {
  const ids = field.kind === 'refMany';
  if (!values.every((value) => isScalar(value) && (!ids || /^\d{1,18}$/.test(String(value))))) throw refuse();
  return sql`${values.map(String)}::${sql.raw(ids ? 'bigint[]' : 'text[]')}`;
}

function normalised(format: keyof typeof formats, text: string): string {
  const found = formats[format].check(text);
  return 'value' in found ? found.value : text.trim();
}

function dayOf(value: unknown, refuse: Refuse): string {
  const day = typeof value === 'string' ? value.slice(0, 10) : '';
  if (!isDay(day) || (String(value).length > 10 && parseInstant(String(value)) === undefined)) throw refuse();
  return day;
}

function numberOf(value: unknown, refuse: Refuse): number {
  const text = typeof value === 'string' ? cleanCode(value) : undefined;
  const isText = text !== undefined && /^-?\d{1,15}(\.\d{1,9})?$/.test(text);
  const n = typeof value === 'number' ? value : isText ? Number(text) : Number.NaN;
  if (!Number.isFinite(n)) throw refuse();
  return n;
}

const edge = 2_147_483_647;
const isInt4 = (n: number): boolean => Number.isInteger(n) && Math.abs(n) <= edge;

/** Keeps the column's own type in the comparison, so that its index serves; values outside an integer's range are decided here. */
function compareNumber(fraction: boolean, at: Fragment, op: Sign, n: number): Fragment {
  if (fraction) return sql`${at} ${signs[op]} ${n}::float8::numeric`;
  if (n > edge || n < -edge)
    return (op === 'le' && n > 0) || (op === 'ge' && n < 0) || op === 'ne' ? everything : nothing;
  if (Number.isInteger(n)) return sql`${at} ${signs[op]} ${n}::int`;
  if (op === 'eq') return nothing;
  if (op === 'ne') return everything;
  return sql`${at} ${signs[op]} ${op === 'ge' ? Math.ceil(n) : Math.floor(n)}::int`;
}

/** Instants are compared by whole seconds; a bare day is its start for `ge` and its last second for `le`. */
function compareInstant(at: Fragment, op: Sign, value: unknown, refuse: Refuse): Fragment {
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
