import type { HooksOf } from '../../../entity/hooks.ts';
import { unbindHandlers, unbindRefusals } from './actions.ts';
import { unbindRules } from './rules.ts';
import { notifyByMobile } from './notices.ts';

export const applicationHooks: HooksOf<'unbindApplication'> = {
  ...unbindRules,
  actions: unbindHandlers,
  refuses: unbindRefusals,
  committed(ctx, ids) {
    notifyByMobile(ctx.app, ids).catch((error: unknown) =>
      ctx.log.warn({ err: error }, 'applicant could not be notified by SMS'),
    );
  },
};
