import type { ActionAnswer } from '@wheelhouse/contract/calls/kit';
import { isRecord, recordOf } from '@wheelhouse/contract/object';
import type { EntityDef } from '@wheelhouse/entities/define';
import type { CallContext } from '../http/context.ts';
import type { ActionBody } from '../http/kit.ts';
import { runAction } from './actions.ts';

/**
 * Runs an action of several records, whatever name their ids came by: how many it changed, and why others were left out.
 * @for an action whose ids come by a name of their own: `otaExecution`, `userCoupon`
 */
export async function runOnMany(
  ctx: CallContext,
  entity: EntityDef,
  path: string,
  body: ActionBody,
): Promise<ActionAnswer> {
  const { changed, skipped } = recordOf(await runAction(ctx, entity, path, body));
  const leftOut = Array.isArray(skipped) ? skipped.filter(isRecord) : [];
  return {
    changed: Number(changed ?? 0),
    skipped: leftOut.map(({ id, code, message }) => ({ id: String(id), code: Number(code), message: String(message) })),
  };
}
