import type { EntityDef } from '@wheelhouse/entities/define';
import { codeOfCall } from '@wheelhouse/entities/registry';
import { sql } from 'kysely';
import { makeCall, type Call } from '../http/call.ts';
import type { CallContext } from '../http/context.ts';
import { ownWhere, visibleWhere } from './read.ts';
import { run } from './run.ts';
import { column } from './scope.ts';
import { snake } from './storage.ts';

/** How many of the records that the user may see are in each state: `{code: n}`, without the states of none. */
async function countStates(ctx: CallContext, entity: EntityDef, field: string): Promise<Record<string, number>> {
  const parts = [ownWhere(entity, 't'), visibleWhere(entity, 't', ctx.user)].filter((part) => part !== undefined);
  const where = parts.length === 0 ? sql`true` : sql.join(parts, sql` and `);
  const rows = await run<{ code: string | null; n: number }>(
    ctx.app.pool,
    sql`select ${column('t', snake(field))}::text as code, count(*)::int as n from ${sql.table(entity.table)} t where ${where} group by 1`,
  );
  return Object.fromEntries(rows.flatMap(({ code, n }) => (code === null ? [] : [[code, n]])));
}

/** The call behind `list.counters`. */
export function countersCall(entity: EntityDef): Call[] {
  const field = entity.list.counters;
  if (field === undefined) return [];
  return [
    makeCall({
      method: 'POST',
      path: `${entity.base}/counters`,
      access: codeOfCall(entity, 'list'),
      summary: { zh: `${entity.label.zh}各状态数量`, en: `${entity.label.en}: numbers by state` },
      run: (ctx) => countStates(ctx, entity, field),
    }),
  ];
}
