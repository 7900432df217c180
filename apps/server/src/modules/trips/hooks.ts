import { sql } from 'kysely';
import { checkRange, checkRangeOf, rangeOf } from '../../http/day-range.ts';
import { AppError } from '../../http/errors.ts';
import { longestDays } from './replay.ts';
import type { HooksOf } from '../../entity/hooks.ts';

/** Longest stretch of a mileage list, days. */
export const mileageDays = 92;

/** Rules of the lists of trips and of mileage, whichever call asks. */
export const tripHooks: HooksOf<'trip'> = {
  // Dealers see no traces.
  visible: (user) => (user.userType === 2 ? sql`false` : undefined),
  // Nobody browses everyone's trips.
  checkQuery: (_user, { conditions }) => {
    const one = conditions.some(
      ({ field, op }) => (field === 'vehicleId' || field === 'vin' || field === 'id') && op === 'eq',
    );
    const { from, to } = rangeOf(conditions, 'startTime');
    if (!one || (!conditions.some(({ field }) => field === 'id') && (!from || !to))) throw new AppError(2421);
    if (from && to) checkRange({ from, to }, { days: longestDays });
  },
};

export const mileageHooks: HooksOf<'mileageDay'> = {
  checkQuery: (_user, { conditions }) => checkRangeOf(conditions, 'statDate', { days: mileageDays }),
};
