import type { DataRightCode } from '@wheelhouse/entities/access/actions';
import type { EntityDef } from '@wheelhouse/entities/define';
import type { Mask, PrivateField } from '@wheelhouse/entities/fields';
import { codeOfCall, entityOf, pathOfCall, shownAs } from '@wheelhouse/entities/registry';
import { sql } from 'kysely';
import { z } from 'zod';
import { isHidden } from '../../entity/hidden.ts';
import { hooksOf } from '../../entity/hooks.ts';
import { findInScope, holds } from '../../entity/read.ts';
import { run } from '../../entity/run.ts';
import { column } from '../../entity/scope.ts';
import { unseal } from '../../entity/seal.ts';
import { logSensitive } from '../../entity/sensitive.ts';
import { selectionOf } from '../../entity/select.ts';
import { keyColumn } from '../../entity/storage.ts';
import { type Call, defineCall } from '../../http/call.ts';
import type { CallContext } from '../../http/context.ts';
import { AppError } from '../../http/errors.ts';
import { refuseField } from '../../http/field-texts.ts';
import { markTraced } from '../../http/trace.ts';
import { countAttempt } from './attempts.ts';

/** Data right that lets a masked value be seen. */
const rightOf: Readonly<Record<Mask, DataRightCode>> = {
  mobile: 'privacy.viewPhone',
  name: 'privacy.viewPhone',
  idNumber: 'privacy.viewIdNumber',
  address: 'privacy.viewAddress',
};
const rights = [...new Set(Object.values(rightOf))];

const texts = {
  entity: { zh: '未知的数据类型', en: 'No such entity' },
  field: { zh: '不是脱敏字段', en: 'Not a masked field' },
} as const;

/** Whether a user may open records of an entity. */
export function mayRead(ctx: CallContext, entity: EntityDef): boolean {
  const code = codeOfCall(entity, 'detail');
  return (
    code === 'login' || ctx.user.isAdmin || ctx.app.sessions.allowed(ctx.user, pathOfCall(entity, 'detail'), [code])
  );
}

/**
 * The entity by its model name, where the user may open its records.
 * @throws AppError 1001 unknown, 1003 not their page
 */
export function readableEntity(ctx: CallContext, name: string): EntityDef {
  const entity = entityOf(name);
  if (entity === undefined) throw refuseField(ctx, 'entity', texts.entity);
  if (!mayRead(ctx, entity)) throw new AppError(1003);
  return entity;
}

/** A masked field of the entity, or one of another record that it shows. */
function privateField(ctx: CallContext, entity: EntityDef, name: string): PrivateField {
  const field = Object.hasOwn(entity.fields, name) ? shownAs(entity, name) : undefined;
  if (field?.kind !== 'private') throw refuseField(ctx, 'field', texts.field);
  return field;
}

const reveal = defineCall('POST /system/crm/privacy/reveal', {
  access: rights,
  effect: 'reads',
  traced: true,
  body: z.object({
    entity: z.string().max(40),
    id: z.string().max(20),
    field: z.string().max(40),
    reason: z.string().min(2).max(100),
  }),
  summary: { zh: '查看一个脱敏字段（记录原因）', en: 'Reveal one masked field (the reason is logged)' },
  async run(ctx, input) {
    const { app, user } = ctx;
    const entity = readableEntity(ctx, input.entity);
    const field = privateField(ctx, entity, input.field);
    if (!holds(user, rightOf[field.mask]) || isHidden(entity, input.field, user)) throw new AppError(1003);
    const row = await findInScope(ctx, entity, input.id);
    const { id } = row;
    if (hooksOf(entity.name).mayReveal?.(user, row) === false) throw new AppError(1003);
    if (!(await countAttempt(app.db, 'reveal', user.id)).allowed) throw new AppError(1122);
    await logSensitive(app.db, ctx, { entity: entity.name, entityId: id, field: input.field, reason: input.reason });
    markTraced(ctx);
    const { columns, joins } = selectionOf(entity, [input.field], { sealed: true });
    const [sealed] = await run<Record<string, Buffer | null>>(
      app.pool,
      sql`select ${sql.raw(columns)} from ${sql.raw(entity.table)} t${sql.raw(joins)} where ${column('t', keyColumn(entity))} = ${id}`,
    );
    const enc = sealed?.[input.field] ?? null;
    return { value: enc === null ? null : unseal(app.secrets, enc) };
  },
});

export const privacyCalls: readonly Call[] = [reveal];
