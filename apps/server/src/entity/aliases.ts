import type { EntityDef } from '@wheelhouse/entities/define';
import type { Row } from '@wheelhouse/entities/fields';
import { entityNamed, labelOf } from '@wheelhouse/entities/registry';
import type { CallContext } from '../http/context.ts';
import { findByKeys } from './import/keys.ts';
import { importTexts } from './import/texts.ts';
import type { Executor } from './run.ts';
import { refuseField } from '../http/field-texts.ts';

/**
 * A form by the fields' own names: aliases are replaced, and where one names records by a key people know (`by`), by their ids.
 * @throws AppError 1001 naming the alias: such a record is not there, or not for this user
 */
export async function withoutAliases(
  ctx: CallContext,
  executor: Executor,
  entity: EntityDef,
  input: Row,
): Promise<Row> {
  const used = Object.entries(entity.aliases ?? {}).filter(([name]) => Object.hasOwn(input, name));
  if (used.length === 0) return input;
  const form: Record<string, unknown> = { ...input };
  for (const [name, alias] of used) {
    const { [name]: value } = form;
    delete form[name];
    if (typeof alias === 'string') form[alias] = value;
    else form[alias.field] = await idsBy(ctx, executor, entity, alias.field, name, value);
  }
  return form;
}

async function idsBy(
  ctx: CallContext,
  executor: Executor,
  entity: EntityDef,
  fieldName: string,
  name: string,
  value: unknown,
): Promise<unknown> {
  const field = entity.fields[fieldName];
  const keys = [value].flat();
  if (value === null || value === '') return value;
  // The field's own check refuses a value that is no list of texts.
  if ((field?.kind !== 'ref' && field?.kind !== 'refMany') || !keys.every((key) => typeof key === 'string'))
    return value;
  const { fit, unfit } = await findByKeys(executor, ctx, entityNamed(field.to), keys.slice(0, 1000));
  const ids = keys.map((key) => {
    // The field's own check refuses a record that may not be chosen, unless it was chosen before.
    const id = fit(key) === undefined ? unfit(key) : fit(key);
    if (typeof id === 'string') return id;
    throw refuseField(ctx, name, importTexts[id === null ? 'ambiguous' : 'notFound'], {
      label: labelOf(entity, fieldName)[ctx.lang],
      value: key.slice(0, 60),
    });
  });
  return field.kind === 'ref' ? ids[0] : ids;
}
