import type { HooksOf } from '../../../entity/hooks.ts';
import { checkRangeOf } from '../../../http/day-range.ts';
import { objectName } from './objects.ts';

/** Longest range of the statistics, days. */
export const shareDays = 92;

export const shareHooks: HooksOf<'shareRecord'> = {
  computed: { objectName },
  checkQuery: (_user, { conditions }) => checkRangeOf(conditions, 'time', { days: shareDays }),
};
