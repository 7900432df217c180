import { fill, type FieldError } from '@wheelhouse/contract';
import type { EntityDef } from '@wheelhouse/entities/define';
import { labelOf } from '@wheelhouse/entities/registry';
import { validationTexts } from '@wheelhouse/entities/validation-texts';
import type { CallContext } from '../../http/context.ts';
import type { Executor } from '../run.ts';
import { findByKeys, type Draft } from './keys.ts';
import type { FoundRow } from './save.ts';
import { importTexts } from './texts.ts';

/**
 * The records that the rows of an import change, by the column `key`: what names them may be any of their natural keys, in any case. A row
 * without a key, one whose key finds no record in the caller's scope, one about a record that an earlier row changes and one that changes
 * nothing say so.
 */
export async function findRecords(
  executor: Executor,
  ctx: CallContext,
  entity: EntityDef,
  key: string,
  drafts: readonly Draft[],
): Promise<(FoundRow & { readonly errors: FieldError[] })[]> {
  const label = labelOf(entity, key)[ctx.lang];
  const keyOf = ({ values }: Draft): string => String(values[key] ?? '');
  const found = await findByKeys(executor, ctx, entity, drafts.map(keyOf).filter(Boolean));
  const first = new Map<string, number>();
  return drafts.map((draft) => {
    const { row, errors } = draft;
    const { [key]: _key, ...values } = draft.values;
    const value = keyOf(draft);
    const id = found.fit(value);
    const earlier = typeof id === 'string' ? first.get(id) : undefined;
    const fail = (text: string) => errors.push({ field: key, message: text });
    if (errors.some(({ field }) => field === key)) return { row, id: '', values, errors };
    if (value === '') fail(fill(validationTexts.required[ctx.lang], { label }));
    else if (typeof id !== 'string')
      fail(fill(importTexts[id === null ? 'ambiguous' : 'notFound'][ctx.lang], { label, value: value.slice(0, 60) }));
    else if (earlier !== undefined) fail(fill(importTexts.duplicate[ctx.lang], { label, n: earlier }));
    else if (Object.keys(values).length === 0) fail(validationTexts.atLeastOne[ctx.lang]);
    else first.set(id, row);
    return { row, id: id ?? '', values, errors };
  });
}
