import type { Call } from '../../http/call.ts';
import { accountCalls } from './account.ts';
import { errorLogCalls } from './error-log.ts';
import { approvalCalls } from './approvals.ts';
import { logCalls } from './logs.ts';
import { loginCalls } from './login.ts';
import { menuCalls } from './menu.ts';
import { personalDataCalls } from './personal-data.ts';
import { portalCalls } from './portal.ts';
import { privacyCalls } from './privacy.ts';
import { roleCalls } from './roles.ts';
import { sessionCalls } from './session-calls.ts';
import { smsOutboxCalls } from './sms-outbox.ts';
import { smsCalls } from './sms.ts';
import { totpCalls } from './totp-calls.ts';
import { treeCalls } from './tree.ts';
import { workCalls } from './work.ts';

/** Calls of the access module. */
export const accessCalls: readonly Call[] = [
  ...loginCalls,
  ...portalCalls,
  ...accountCalls,
  ...personalDataCalls,
  ...smsCalls,
  ...smsOutboxCalls,
  ...treeCalls,
  ...roleCalls,
  ...menuCalls,
  ...sessionCalls,
  ...totpCalls,
  ...privacyCalls,
  ...logCalls,
  ...approvalCalls,
  ...errorLogCalls,
  ...workCalls,
];
