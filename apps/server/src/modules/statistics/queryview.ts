import type { OutputOf } from '@wheelhouse/entities/calls';
import { readListQuery } from '@wheelhouse/contract/list-query';
import { sql } from 'kysely';
import { z } from 'zod';
import { holds } from '../../entity/read.ts';
import { run } from '../../entity/run.ts';
import { inTurn } from '../../entity/turns.ts';
import type { Fragment } from '../../entity/scope.ts';
import { defineCall, type Call } from '../../http/call.ts';
import type { CallContext } from '../../http/context.ts';
import { AppError } from '../../http/errors.ts';
import { views, type View } from './views.ts';
import { idPattern } from '@wheelhouse/contract/text';
import { refuseField } from '../../http/field-texts.ts';
import { paged } from '../../http/kit.ts';

const limits = { pageSize: 5, maxPageSize: 100 };
const part = z.looseObject({
  ...paged,
  where: z.record(z.string(), z.unknown()).nullish(),
});
const body = z.object({
  /** The nested way to name the view; the flat one is the key `extend.view.code`. */
  extend: z.looseObject({ view: z.looseObject({ code: z.string().max(60).optional() }).optional() }).optional(),
  'extend.view.code': z.string().max(60).optional(),
  query: part.nullish(),
});

const patterns = { id: idPattern, area: /^\d{6}$/, whole: /^\d{1,9}$/, name: /^[\w-]{1,40}$/ } as const;

/** Conditions of the `where` keys; absent and empty values are dropped as in lists, or have the view's default. @throws AppError 1001 naming the key */
function conditionsOf(ctx: CallContext, view: View, where: Readonly<Record<string, unknown>>): Fragment {
  const open = new Map(Object.entries(view.defaults ?? {}));
  const asked = Object.entries(where).flatMap(([given, value]) => {
    const name = given.endsWith('.eq') ? given.slice(0, -3) : given;
    const key = Object.hasOwn(view.where, name) ? view.where[name] : undefined;
    const refused = () => refuseField(ctx, `query.where.${given.slice(0, 60)}`, 'invalid');
    if (!key) throw refused();
    if (value === null || value === '') return [];
    if ((typeof value !== 'string' && typeof value !== 'number') || !patterns[key.kind].test(String(value)))
      throw refused();
    open.delete(name);
    return [key.sql(String(value))];
  });
  const parts = [...asked, ...[...open].flatMap(([name, value]) => view.where[name]?.sql(value) ?? [])];
  return parts.length === 0 ? sql`true` : sql.join(parts, sql` and `);
}

/** Reads a page of a view. @throws AppError 1041 unknown view, 1003 not permitted, 1001 bad `where` */
async function queryView(ctx: CallContext, input: z.output<typeof body>): Promise<OutputOf<'POST /query/queryview'>> {
  const code = input.extend?.view?.code ?? input['extend.view.code'] ?? '';
  const view = Object.hasOwn(views, code) ? views[code] : undefined;
  if (!view) throw new AppError(1041);
  if (!holds(ctx.user, view.access)) throw new AppError(1003);
  const { page, pageSize } = readListQuery({ page: input.query?.page, pageSize: input.query?.pageSize }, limits);
  const conditions = conditionsOf(ctx, view, input.query?.where ?? {});
  const statement = sql`
    with r as materialized (select *, row_number() over () as "place$" from (${view.rows(ctx.user, conditions)}) q)
    select (select count(*)::int from r) as total, coalesce((select json_agg(to_jsonb(p) - 'place$' order by p."place$")
      from (select * from r order by "place$" limit ${sql.raw(String(pageSize))} offset ${(page - 1) * pageSize}) p), '[]') as list`;
  const [found] = await inTurn(ctx, () =>
    ctx.app.reads.run(({ pool }) => run<OutputOf<'POST /query/queryview'>>(pool, statement)),
  );
  return { list: found?.list ?? [], total: found?.total ?? 0, page, pageSize };
}

/** `POST /query/queryview` {extend:{view:{code}} | "extend.view.code", query?:{page,pageSize,where}} → {list,total,page,pageSize}. */
export const queryViewCall: Call = defineCall('POST /query/queryview', {
  access: 'login',
  effect: 'reads',
  body,
  summary: { zh: '查询视图', en: 'Named view' },
  run: queryView,
});
