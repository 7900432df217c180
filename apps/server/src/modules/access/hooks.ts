import { sql } from 'kysely';
import type { HooksOf } from '../../entity/hooks.ts';
import { holds } from '../../entity/read.ts';
import { column } from '../../entity/scope.ts';

/** Those who keep the questions and answers see all of them; everybody else the enabled ones. */
export const qaHooks: HooksOf<'consoleQa'> = {
  visible: (user, alias) =>
    holds(user, 'qa.edit') || holds(user, 'qa.enable') ? undefined : sql`${column(alias, 'enabled')} = 1`,
};
