import { registerHooks } from '../../../entity/hooks.ts';
import { unbindHandlers } from './actions.ts';
import { unbindRules } from './rules.ts';
import { tellStrangers } from './words.ts';

/** Server behaviour of unbind applications; called once at start. */
export function registerUnbindHooks(): void {
  registerHooks('unbindApplication', {
    ...unbindRules,
    actions: unbindHandlers,
    committed(ctx, ids) {
      tellStrangers(ctx.app, ids).catch((error: unknown) =>
        ctx.log.warn({ err: error }, 'applicant could not be told by SMS'),
      );
    },
  });
}
