import { totalLimit } from '@wheelhouse/contract';
import type { EntityDef } from '@wheelhouse/entities/define';
import { codeOfCall } from '@wheelhouse/entities/registry';
import { sql } from 'kysely';
import { makeCall, type Call } from '../http/call.ts';
import type { CallContext } from '../http/context.ts';
import { ownWhere, visibleWhere } from './read.ts';
import { run } from './run.ts';
import { column } from './scope.ts';
import { isNumericDict, numericCodes, snake } from './storage.ts';

/**
 * How many of the records that the user may see are in each state: `{code: n}`, without the states of none. One of more than
 * `totalLimit` is counted no further than one beyond it.
 */
async function countStates(
  ctx: CallContext,
  entity: EntityDef,
  field: string,
  states: readonly number[],
): Promise<Record<string, number>> {
  const parts = [ownWhere(entity, 't'), visibleWhere(entity, 't', ctx.user)].filter((part) => part !== undefined);
  const at = column('t', snake(field));
  const statement = sql`select s.code::text as code, (select count(*)::int from (
        select 1 from ${sql.table(entity.table)} t where ${sql.join([...parts, sql`${at} = s.code`], sql` and `)} limit ${sql.raw(String(totalLimit + 1))}) c) as n
      from unnest(${states}::int[]) s (code)`;
  const rows = await ctx.app.reads.run(({ pool }) => run<{ code: string; n: number }>(pool, statement));
  return Object.fromEntries(rows.filter(({ n }) => n > 0).map(({ code, n }) => [code, n]));
}

/** The call behind `list.counters`. @throws Error when it is no state with numbers for codes */
export function countersCall(entity: EntityDef): Call[] {
  const field = entity.list.counters;
  if (field === undefined) return [];
  const state = entity.fields[field];
  if (state?.kind !== 'dict' || !isNumericDict(state.dict))
    throw new Error(`${entity.name}.${field} cannot be counted`);
  const states = numericCodes(state.dict);
  return [
    makeCall({
      method: 'POST',
      path: `${entity.base}/counters`,
      access: codeOfCall(entity, 'list'),
      effect: 'reads',
      summary: { zh: `${entity.label.zh}各状态数量`, en: `${entity.label.en}: numbers by state` },
      run: (ctx) => countStates(ctx, entity, field, states),
    }),
  ];
}
