import { approve } from '../../entity/held.ts';
import { only, type HooksOf } from '../../entity/hooks.ts';
import { holds } from '../../entity/read.ts';
import { AppError } from '../../http/errors.ts';
import type { ServerModule } from '../module.ts';
import { changeCalls } from './calls.ts';
import { doLater, kindOf } from './service.ts';

const requestHooks: HooksOf<'changeRequest'> = {
  committed: doLater,
  actions: {
    /** Who asked is refused by the engine: the step is another's. */
    async approve(action) {
      const { ctx, tx } = action;
      const request = only(action);
      const kind = kindOf(Number(request.kind));
      if (kind === undefined) throw new Error(`nobody carries out changes of the kind ${String(request.kind)}`);
      if (!holds(ctx.user, kind.right)) throw new AppError(1146);
      approve(tx);
      await kind.carryOut(ctx, tx, request);
    },
  },
};

/** Changes that one person asks for and another one approves. */
export const changeModule: ServerModule = { calls: changeCalls, hooks: { changeRequest: requestHooks } };
