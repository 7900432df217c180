import { listed } from '@wheelhouse/contract/lang';
import { errorText, fill, queryLimits, type Condition, type Lang } from '@wheelhouse/contract';
import type { EntityDef } from '@wheelhouse/entities/define';
import type { PrivateField } from '@wheelhouse/entities/fields';
import { formats } from '@wheelhouse/entities/formats';
import { comparedAs, fieldNamed, isSealed, operatorsOf, type Asking } from '@wheelhouse/entities/queries';
import { AppError } from '../http/errors.ts';
import { type AdmittedCondition, BadCondition } from './compare.ts';
import { isHidden } from './hidden.ts';
import { admitSealed, maySearchSealed, type Asker } from './sensitive.ts';

declare const checked: unique symbol;
/** Conditions that passed `admit`: no others become SQL. */
export type Admitted = readonly AdmittedCondition[] & { readonly [checked]: true };

const texts = {
  field: { zh: '不是可用的查询条件', en: 'Not a condition that can be asked' },
  operator: { zh: '该条件只能用{allowed}', en: 'Takes {allowed} only' },
  value: { zh: '可用的值：{allowed}', en: 'Can be {allowed}' },
} as const;

/** The refusal of conditions, in the caller's language: names each of them, and what can stand there. */
export function refusalOf(error: BadCondition, lang: Lang): AppError {
  const errors = [error, ...error.others].map(({ field, why, allowed }) => {
    const known = why === 'field' || allowed;
    const message = known ? fill(texts[why][lang], { allowed: listed(allowed ?? [], lang) }) : errorText(1001, lang);
    return { field, message, ...(allowed && { allowed }) };
  });
  return new AppError(1001, undefined, { errors });
}

/** Only what the entity's definition takes. @throws BadCondition with all that it does not take */
function declared(entity: EntityDef, conditions: readonly Condition[], asking: Asking): Condition[] {
  const refused: BadCondition[] = [];
  const named = conditions.map((given) => {
    const condition = { ...given, field: fieldNamed(entity, given.field) };
    const operators = operatorsOf(entity, condition.field, asking);
    if (operators.size === 0) refused.push(new BadCondition(given, 'field'));
    else if (!operators.has(condition.op)) refused.push(new BadCondition(given, 'operator', [...operators]));
    return condition;
  });
  const [first, ...others] = refused;
  if (first === undefined) return named;
  first.others = others;
  throw first;
}

/** @throws AppError 1018 more conditions than one call may have */
export function checkBudget(asked: readonly (readonly Condition[])[]): void {
  const all = asked.flat();
  const values = all.reduce((sum, { value }) => sum + (Array.isArray(value) ? value.length : 1), 0);
  if (asked.length > queryLimits.models || all.length > queryLimits.conditions || values > queryLimits.values)
    throw new AppError(1018, queryLimits);
}

interface SealedKeyword {
  readonly name: string;
  readonly field: PrivateField;
  /** As the field compares it. */
  readonly value: string;
}

/**
 * Sealed fields that a keyword has the form of, whoever typed it. A sealed value is found by its whole value only: a keyword that is no
 * mobile number is not compared with mobile numbers.
 */
export function sealedByKeyword(entity: EntityDef, { value }: Pick<Condition, 'value'>): SealedKeyword[] {
  const typed = String(value).replace(/\s+/g, '');
  return (entity.list.keyword?.eq ?? []).flatMap((name) => {
    const field = comparedAs(entity, name);
    if (field?.kind !== 'private' || field.format === undefined) return [];
    const found = formats[field.format].check(typed);
    return 'value' in found ? [{ name, field, value: found.value }] : [];
  });
}

async function admitKeyword(ctx: Asker, entity: EntityDef, condition: Condition): Promise<AdmittedCondition> {
  if (!maySearchSealed(ctx)) return condition;
  const sealed = sealedByKeyword(entity, condition);
  for (const { name, field, value } of sealed) await admitSealed(ctx, entity, name, field, value);
  return { ...condition, sealed: sealed.length > 0 };
}

async function admitOne(ctx: Asker, entity: EntityDef, condition: Condition): Promise<AdmittedCondition> {
  if (condition.field === 'keyword' && entity.list.keyword) return admitKeyword(ctx, entity, condition);
  if (isHidden(entity, condition.field, ctx.user)) throw new BadCondition(condition, 'field');
  const field = comparedAs(entity, condition.field);
  if (field?.kind !== 'private') return condition;
  if (typeof condition.value !== 'string') throw new BadCondition(condition);
  await admitSealed(ctx, entity, condition.field, field, condition.value);
  return { ...condition, sealed: true };
}

/**
 * Conditions a caller may ask for: on fields and by operators of the definition, within the budget of a call; on sealed values with the
 * right to search by them, counted and kept. Aliases become the fields they stand for.
 * @throws AppError 1001 naming the condition, 1003, 1018, 1122
 */
export async function admit(
  ctx: Asker,
  entity: EntityDef,
  conditions: readonly Condition[],
  asking: Asking = 'list',
): Promise<Admitted> {
  checkBudget([conditions]);
  try {
    const admitted: AdmittedCondition[] = [];
    for (const condition of declared(entity, conditions, asking)) admitted.push(await admitOne(ctx, entity, condition));
    return admitted as unknown as Admitted;
  } catch (error) {
    throw error instanceof BadCondition ? refusalOf(error, ctx.lang) : error;
  }
}

/** No conditions. */
export const unconditional = [] as unknown as Admitted;

/** Conditions of the platform itself, without a user: what the definition takes, and nothing sealed. @throws BadCondition */
export function ownConditions(entity: EntityDef, conditions: readonly Condition[]): Admitted {
  const named = declared(entity, conditions, 'list');
  const sealed = named.find(({ field }) => field !== 'keyword' && isSealed(entity, field));
  if (sealed) throw new BadCondition(sealed, 'field');
  return named as unknown as Admitted;
}
