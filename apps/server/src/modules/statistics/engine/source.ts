import { operators, type Condition } from '@wheelhouse/contract/list-query';
import type { SourceDef, Where } from '@wheelhouse/entities/statistics/define';
import { entityNamed } from '@wheelhouse/entities/registry';
import { sql } from 'kysely';
import { dayText } from '../../../db/wall-clock.ts';
import { ownConditions } from '../../../entity/admit.ts';
import { BadCondition } from '../../../entity/compare.ts';
import type { Fragment } from '../../../entity/scope.ts';
import { expressionsOf } from '../../../entity/select.ts';
import { snake } from '../../../entity/storage.ts';
import { whereAll } from '../../../entity/where.ts';
import type { SessionUser } from '../../../http/context.ts';
import { counted, type Who } from '../scoped.ts';

/** What rows without a time depend on. */
export interface Ends {
  /** SQL of the day after the last one of the question. */
  readonly after: Fragment;
  /** Columns that the numbers are told apart or narrowed by. */
  readonly told: ReadonlySet<string>;
}

/** A day or the first day of a month is a date; a month belongs to each question that it has a day of. */
export type TimeKind = 'instant' | 'day' | 'month';

/** Rows that are no entity's list. All SQL is text of the product's own over the aliases of `from`. */
export interface OwnSource {
  readonly from: string | ((user: SessionUser) => Fragment);
  /** Time of a row: an instant, or a day. Without one, rows are as they are at the end of the question's days. */
  readonly at?: string;
  readonly atIs?: TimeKind;
  /** Rows that a user may count; of rows without a time, those that there are at the end. */
  visible(user: SessionUser, ends: Ends): Fragment;
  /** By what its rows are told apart, filtered and summed up. */
  readonly columns: Readonly<Record<string, string>>;
}

/** A source for one question: what its rows are read from, under which conditions, and its columns. */
export interface OpenSource {
  readonly from: Fragment;
  /** Conditions that hold for everything that is asked. */
  readonly where: readonly Fragment[];
  /** SQL of the day of a row; undefined where it has no time. */
  readonly day: string | undefined;
  /** SQL of the time itself, and what it is compared with. */
  readonly at: { readonly sql: string; readonly is: TimeKind } | undefined;
  /** SQL of a column; undefined where the source has none of the name. */
  column(name: string): string | undefined;
  /** SQL of conditions of a measure. */
  meets(where: Where): readonly Fragment[];
}

/** `field.operator` → value as conditions of a list. */
export function conditionsOf(where: Where): Condition[] {
  return Object.entries(where).map(([key, value]) => {
    const dot = key.lastIndexOf('.');
    const op = operators.find((one) => one === key.slice(dot + 1));
    if (op === undefined) throw new Error(`no condition ${key}`);
    return { field: key.slice(0, dot), op, value: op === 'in' ? value.split(',') : value };
  });
}

/** Columns of entities beside their fields, by entity: SQL over alias `t`. */
export type EntityColumns = Readonly<Record<string, Readonly<Record<string, string>>>>;

interface Opening {
  readonly who: Who;
  readonly source: SourceDef;
  /** Conditions of the question, already on the source's own columns. */
  readonly asked: readonly Condition[];
  /** Columns that are used. */
  readonly columns: readonly string[];
  readonly ends: Ends;
}

/** Opens the list of an entity as a source. @throws BadCondition */
export function openEntity({ who, source, asked, columns }: Opening, more: EntityColumns): OpenSource {
  const entity = entityNamed(source.entity ?? '');
  const own = more[entity.name] ?? {};
  const { expressions, joins } = expressionsOf(
    entity,
    columns.filter((name) => Object.hasOwn(entity.fields, name) && !Object.hasOwn(own, name)),
  );
  const meets = (conditions: readonly Condition[]): Fragment[] =>
    whereAll(who.app, entity, 't', ownConditions(entity, conditions));
  const field = source.at === undefined ? undefined : entity.fields[source.at];
  const is = field?.kind === 'date' ? 'day' : 'instant';
  const at = source.at === undefined ? undefined : ({ sql: `t.${snake(source.at)}`, is } as const);
  return {
    from: sql`${sql.raw(entity.table)} t${sql.raw(joins)}`,
    where: [counted(entity, who.user), ...meets([...conditionsOf(source.where ?? {}), ...asked])],
    at,
    day: at === undefined ? undefined : is === 'day' ? at.sql : dayText(at.sql),
    column: (name) => own[name] ?? expressions[name],
    meets: (where) => meets(conditionsOf(where)),
  };
}

const signs = { eq: '=', ne: '<>', ge: '>=', le: '<=' } as const;

/** A condition on a column of the server's own: compared as text, least and greatest values as numbers. @throws BadCondition */
function meetsOne(source: OwnSource, condition: Condition): Fragment {
  const { field, op, value } = condition;
  const text = Object.hasOwn(source.columns, field) ? source.columns[field] : undefined;
  if (text === undefined) throw new BadCondition(condition, 'field');
  const at = sql.raw(`(${text})`);
  if (op === 'null') return String(value) === '1' ? sql`${at} is null` : sql`${at} is not null`;
  if (op === 'in') return sql`${at}::text = any(${(value as readonly unknown[]).map(String)}::text[])`;
  if (op === 'ge' || op === 'le') {
    if (!Number.isFinite(Number(value))) throw new BadCondition(condition);
    return sql`${at} ${sql.raw(signs[op])} ${Number(value)}::float8`;
  }
  if (op === 'like') throw new BadCondition(condition, 'operator');
  return sql`${at}::text ${sql.raw(signs[op])} ${String(value)}::text`;
}

/** Opens rows of the server's own as a source. @throws BadCondition */
export function openOwn({ who, source, asked, ends }: Opening, own: OwnSource): OpenSource {
  const meets = (conditions: readonly Condition[]): Fragment[] => conditions.map((one) => meetsOne(own, one));
  return {
    from: typeof own.from === 'string' ? sql.raw(own.from) : own.from(who.user),
    where: [own.visible(who.user, ends), ...meets([...conditionsOf(source.where ?? {}), ...asked])],
    at: own.at === undefined ? undefined : { sql: own.at, is: own.atIs ?? 'instant' },
    day: own.at === undefined || own.atIs !== 'instant' ? own.at : dayText(own.at),
    column: (name) => (Object.hasOwn(own.columns, name) ? own.columns[name] : undefined),
    meets: (where) => meets(conditionsOf(where)),
  };
}
