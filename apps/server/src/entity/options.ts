import { escapeLike, likeForms } from '@wheelhouse/contract';
import type { EntityDef } from '@wheelhouse/entities/define';
import { entityOf, shownAs } from '@wheelhouse/entities/registry';
import { referringColumns } from '@wheelhouse/entities/rows-cells';
import { statistics } from '@wheelhouse/entities/statistics/all';
import { sql } from 'kysely';
import { z } from 'zod';
import { defineCall } from '../http/call.ts';
import type { SessionUser } from '../http/context.ts';
import { AppError } from '../http/errors.ts';
import { weightOf } from './cost.ts';
import { isHidden, knowsStaff } from './hidden.ts';
import { hooksOf } from './hooks.ts';
import { choosableWhere, holds, ownWhere, visibleWhere } from './read.ts';
import { run } from './run.ts';
import { column, type Fragment } from './scope.ts';
import { titleSelection } from './select.ts';
import { inTurn } from './turns.ts';
import { hasColumn, snake } from './storage.ts';
import { id } from '../http/kit.ts';
import { refuseField } from '../http/field-texts.ts';

const body = z.object({
  entity: z.string().max(40),
  /** Part of the title. */
  keyword: z.string().max(60).optional(),
  /** Titles of these, e.g. of the values a form or URL already has. */
  ids: z.array(id).max(200).optional(),
  /** The reference field that asks, `entity.field`, or the filter of a statistic, `statistics.name.filter`. */
  field: z.string().max(80).optional(),
  /** The record whose field asks; without, one that is not there yet. */
  record: id.optional(),
  limit: z.int().min(1).max(50).default(20),
  /** Also rows that may not be chosen anew: for filters. */
  all: z.boolean().default(false),
});

type Asking = Pick<z.infer<typeof body>, 'field' | 'record'>;

/** A filter of a statistic asks: whoever may see its numbers may name what they are narrowed by. */
function isFilterOf(user: SessionUser, name: string, statistic: string, filter: string): boolean {
  const of = Object.hasOwn(statistics, statistic) ? statistics[statistic] : undefined;
  const as = of !== undefined && Object.hasOwn(of.filters, filter) ? of.filters[filter]?.as : undefined;
  return of !== undefined && as?.kind === 'ref' && as.to === name && holds(user, `${of.route}.query`);
}

/** Who may work with the page of an entity, or with a page whose field or action refers to it, may look its titles up. */
function mayLookUp(user: SessionUser, name: string, field: string | undefined): boolean {
  const target = entityOf(name);
  // Dealers do not know the platform's people, whatever field asks.
  if (!target || (name === 'sysUser' && !knowsStaff(user))) return false;
  if (holds(user, `${target.page}.query`)) return true;
  const [ownerName = '', fieldName = '', column = ''] = (field ?? '').split('.');
  if (ownerName === 'statistics') return isFilterOf(user, name, fieldName, column);
  const owner = entityOf(ownerName);
  if (!owner || !holds(user, `${owner.page}.query`)) return false;
  const isShown = Object.hasOwn(owner.fields, fieldName) && !isHidden(owner, fieldName, user);
  const candidates = [
    isShown ? shownAs(owner, fieldName) : undefined,
    ...Object.values(owner.actions ?? {}).map((action) => action.input?.[fieldName]),
  ];
  return candidates.some(
    (def) =>
      def !== undefined &&
      (def.kind === 'json'
        ? (def.refers ?? []).includes(name)
        : def.kind === 'rows'
          ? referringColumns(def).some(([each, { to }]) => each === column && Object.values(to).includes(name))
          : 'to' in def && def.to === name),
  );
}

/** Records `t` of a tree below which the asking record fits, with all that hang below it, where the field of the tree asks. */
function placesInTree(entity: EntityDef, user: SessionUser, { field: asking, record }: Asking): Fragment | undefined {
  const [owner, name = ''] = (asking ?? '').split('.');
  const field = owner === entity.name && Object.hasOwn(entity.fields, name) ? entity.fields[name] : undefined;
  if (field?.kind !== 'ref' || !field.tree) return undefined;
  const [table, up, { levels }] = [sql.raw(entity.table), snake(name), field.tree];
  const hasAbove = (alias: string, count: number): Fragment =>
    count === 1
      ? sql`${column(alias, up)} is not null`
      : sql`exists (select 1 from ${table} ${sql.raw(`${alias}p`)} where ${column(`${alias}p`, 'id')} = ${column(alias, up)} and ${hasAbove(`${alias}p`, count - 1)})`;
  // A record at the last level has one above it fewer than there are levels.
  const notLast = levels > 1 ? sql`not (${hasAbove('t', levels - 1)})` : sql`false`;
  if (record === undefined) return notLast;
  const above = Array.from({ length: levels - 1 }, (_, n) => sql`(${hasAbove('t', n + 1)})::int`);
  const below = sql`with recursive down as (
    select r.id, 1 as n from ${table} r where r.id = ${record}::bigint and ${visibleWhere(entity, 'r', user) ?? sql`true`}
    union all select c.id, d.n + 1 from down d join ${table} c on ${column('c', up)} = d.id and not c.deleted where d.n <= ${levels})`;
  return sql`${notLast} and t.id not in (${below} select id from down)
    and ${sql.join([sql`1`, ...above], sql` + `)} + (${below} select coalesce(max(n), 1) from down) <= ${levels}`;
}

/** Remote search of reference fields: ids and titles in the user's scope, best first. */
export const optionsCall = defineCall('POST /ref/options', {
  access: 'login',
  effect: 'reads',
  body,
  summary: { zh: '引用字段的候选项', en: 'Choices of a reference field' },
  async run(ctx, input) {
    const entity = entityOf(input.entity);
    if (!entity || entity.keyedBy) throw refuseField(ctx, 'entity', 'invalid');
    if (!mayLookUp(ctx.user, input.entity, input.field)) throw new AppError(1003);
    const { expression, joins } = titleSelection(entity, ctx.lang);
    const where: Fragment[] = [ownWhere(entity, 't') ?? sql`true`];
    const scope = visibleWhere(entity, 't', ctx.user);
    if (scope) where.push(scope);
    if (input.ids) where.push(sql`t.id = any(${input.ids}::bigint[])`);
    const offered = [
      choosableWhere(entity),
      hooksOf(entity.name).offered?.('t', input.field),
      placesInTree(entity, ctx.user, input),
    ].filter((part) => part !== undefined);
    if (!input.all && !input.ids) where.push(...offered);
    const forms = likeForms(input.keyword ?? '').filter((typed) => typed !== '');
    const searched = [...new Set([...entity.title, ...(entity.list.keyword?.like ?? [])])].filter((name) => {
      const def = entity.fields[name];
      return def?.kind === 'text' && hasColumn(def);
    });
    if (forms.length > 0 && searched.length > 0) {
      where.push(
        sql`(${sql.join(
          searched.flatMap((name) =>
            forms.map((typed) => sql`replace(${column('t', snake(name))}, ' ', '') ilike ${`%${escapeLike(typed)}%`}`),
          ),
          sql` or `,
        )})`,
      );
    }
    const statement = sql`select t.id::text as id, ${sql.raw(expression)} as name from ${sql.raw(entity.table)} t${sql.raw(joins)} where ${sql.join(where, sql` and `)} order by t.id limit ${input.ids ? 200 : input.limit}`;
    const weight = input.ids ? 'light' : await weightOf(ctx, entity, statement);
    return inTurn(ctx, () => ctx.app.reads.run(({ pool }) => run(pool, statement)), weight);
  },
});
