import type { HooksOf } from '../../../entity/hooks.ts';
import { checkRangeOf } from '../../../http/day-range.ts';
import { mostDays } from './period.ts';

export const revenueHooks: HooksOf<'themeRevenue'> = {
  checkQuery(_user, { conditions }) {
    checkRangeOf(conditions, 'occurTime', { days: mostDays });
  },
};
