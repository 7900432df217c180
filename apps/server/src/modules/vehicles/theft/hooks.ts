import { registerHooks } from '../../../entity/hooks.ts';
import { setStolenCases } from '../control/service.ts';
import { caseRules } from './case-rules.ts';
import { openStolenCase, stolen } from '../shared/service.ts';
import { stolenHandlers } from './transitions.ts';
import './live.ts';

/** Server behaviour of theft monitoring; called once at start. */
export function registerTheftHooks(): void {
  registerHooks('stolenCase', { ...caseRules, actions: stolenHandlers });
  setStolenCases(async (tx, vehicleId) => {
    const open = await openStolenCase(tx, vehicleId);
    if (!open || open.status === stolen.reported) return undefined;
    // Once the search is over, power may only come back.
    return open.status === stolen.monitoring ? open : { ...open, policeReportNo: null };
  });
}
