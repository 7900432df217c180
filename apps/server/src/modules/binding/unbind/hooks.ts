import type { HooksOf } from '../../../entity/hooks.ts';
import { unbindHandlers } from './actions.ts';
import { unbindRules } from './rules.ts';
import { notifyByMobile } from './notices.ts';

export const applicationHooks: HooksOf<'unbindApplication'> = {
  ...unbindRules,
  actions: unbindHandlers,
  committed(ctx, ids) {
    notifyByMobile(ctx.app, ids).catch((error: unknown) =>
      ctx.log.warn({ err: error }, 'applicant could not be notified by SMS'),
    );
  },
};
