import type { ActionDef, EntityDef } from '@wheelhouse/entities/define';
import type { Tx } from '../db/pool.ts';
import type { CallContext } from '../http/context.ts';
import type { AppError } from '../http/errors.ts';
import { reviewRefusals, sendBack } from './approval/steps.ts';
import { audit } from './audit.ts';
import type { WireRow } from './read.ts';
import { skip, type Skipped } from './write.ts';

/**
 * Rows that are what was handed in or approved, and that the user has not written. Those that are not what was approved go back to review.
 * @returns `refused` where that was the one record
 */
export async function asReviewed(
  ctx: CallContext,
  tx: Tx,
  entity: EntityDef,
  action: ActionDef,
  { rows, skipped }: { readonly rows: readonly WireRow[]; readonly skipped: Skipped[] },
  single: boolean,
): Promise<{ readonly ready: readonly WireRow[]; readonly refused?: AppError }> {
  const { refusals, changed } = await reviewRefusals(tx, entity, action, rows, ctx.user.id);
  for (const row of rows) {
    const refusal = refusals.get(row.id);
    if (refusal === undefined) continue;
    const way = changed.has(row.id) ? await sendBack(tx, entity, row, ctx.user.id) : undefined;
    if (way !== undefined)
      await audit(tx, ctx, {
        action: way.action,
        entity: entity.name,
        entityId: row.id,
        path: `${entity.base}/${action.path}`,
        before: { [way.field]: row[way.field] },
        after: { [way.field]: way.to, '@reason': refusal.textIn('zh') },
      });
    if (way !== undefined && single) return { ready: [], refused: refusal };
    skipped.push(skip(ctx, row.id, refusal, single));
  }
  return { ready: rows.filter(({ id }) => !refusals.has(id)) };
}
