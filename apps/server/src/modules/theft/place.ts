import type { SessionUser } from '../../http/context.ts';
import { holds } from '../../entity/read.ts';
import { stolen } from '../fleet/shared/service.ts';

/** Rights of users who work on cases; read-only users have none of them. */
const working = ['stolenMonitorManage.verify', 'stolenMonitorManage.lock', 'stolenMonitorManage.recover'];

/**
 * Whether a user sees where a stolen vehicle is: with `privacy.viewLocation` always, and while it is looked for, whoever works on the case.
 * Others see the centre of its city.
 */
export function mayLocate(user: SessionUser, caseStatus: number): boolean {
  if (holds(user, 'privacy.viewLocation')) return true;
  return caseStatus === stolen.monitoring && working.some((code) => holds(user, code));
}

/** The user with the right that masking of live states checks, when the case allows the position. */
export function locating(user: SessionUser): SessionUser {
  return { ...user, functions: new Set([...user.functions, 'privacy.viewLocation']) };
}
