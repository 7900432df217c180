import type { HooksOf } from '../../../entity/hooks.ts';
import { unbindHandlers } from './actions.ts';
import { unbindRules } from './rules.ts';
import { tellStrangers } from './notices.ts';

export const applicationHooks: HooksOf<'unbindApplication'> = {
  ...unbindRules,
  actions: unbindHandlers,
  committed(ctx, ids) {
    tellStrangers(ctx.app, ids).catch((error: unknown) =>
      ctx.log.warn({ err: error }, 'applicant could not be told by SMS'),
    );
  },
};
