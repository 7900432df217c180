import type { ActionDef, EntityDef } from '@wheelhouse/entities/define';
import { sql } from 'kysely';
import type { CallContext } from '../http/context.ts';
import { AppError } from '../http/errors.ts';
import type { ActionBody } from '../http/kit.ts';
import { run } from './run.ts';
import { snake } from './storage.ts';

/** The field by which people and other systems name its records, where there is one: a number that is never given twice. */
const numberField = ({ title, fields }: EntityDef): string | undefined =>
  title.find((name) => fields[name]?.kind === 'text' && fields[name].unique === 'ever' && fields[name].readonly);

/** The same, where it is none of an action's own inputs; else nothing that anybody sends. */
export function numberOf(entity: EntityDef, { input = {} }: ActionDef): string {
  const name = numberField(entity);
  return name === undefined || name in input ? 'id' : name;
}

/** The record that an action is about, by `id`, or by its number: `{orderNo, …}`. @throws AppError 1002 */
export async function recordNamedIn(ctx: CallContext, entity: EntityDef, body: ActionBody): Promise<string> {
  const name = numberField(entity);
  const number = name === undefined ? undefined : body[name];
  if (body.id !== undefined || name === undefined || typeof number !== 'string') return body.id ?? '';
  const [found] = await run<{ id: string }>(
    ctx.app.pool,
    sql`select id::text as id from ${sql.table(entity.table)} where ${sql.ref(snake(name))} = ${number} and not deleted`,
  );
  if (found === undefined) throw new AppError(1002);
  return found.id;
}
