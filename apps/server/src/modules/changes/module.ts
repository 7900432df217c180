import { approve } from '../../entity/held.ts';
import { type HooksOf, only } from '../../entity/hooks.ts';
import { each } from '../../entity/refusals.ts';
import { holds } from '../../entity/read.ts';
import { AppError } from '../../http/errors.ts';
import type { ServerModule } from '../module.ts';
import { changeCalls } from './calls.ts';
import { doLater, type KindOfChange, kindOf } from './service.ts';

function carrierOf({ kind }: { readonly kind: unknown }): KindOfChange {
  const found = kindOf(Number(kind));
  if (found === undefined) throw new Error(`nobody carries out changes of the kind ${String(kind)}`);
  return found;
}

const requestHooks: HooksOf<'changeRequest'> = {
  committed: doLater,
  actions: {
    /** Who asked is refused by the engine: the step is another's. */
    async approve(action) {
      const { ctx, tx } = action;
      const request = only(action);
      approve(tx);
      await carrierOf(request).carryOut(ctx, tx, request);
    },
  },
  refuses: {
    approve: each((request, { ctx }) => (holds(ctx.user, carrierOf(request).right) ? undefined : new AppError(1146))),
  },
};

/** Changes that one person asks for and another one approves. */
export const changeModule: ServerModule = { calls: changeCalls, hooks: { changeRequest: requestHooks } };
