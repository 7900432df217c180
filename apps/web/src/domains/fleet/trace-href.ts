import { formatDay } from '@wheelhouse/contract/time';
import { hrefOf } from '../../routing/page.ts';

const traceDays = 7;
const dayMs = 86_400_000;

/** The trips of a vehicle in the last week. */
export const traceHref = (vehicleId: string): string =>
  hrefOf('historytrace', {
    'vehicleId.eq': vehicleId,
    'startTime.ge': formatDay(new Date(Date.now() - (traceDays - 1) * dayMs)),
    'startTime.le': formatDay(new Date()),
  });
