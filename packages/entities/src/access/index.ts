import { consoleQa } from './console-qa.ts';
import { dashboardLayout } from './dashboard-layout.ts';
import { dealerUser } from './dealer-user.ts';
import { frontErrorLog } from './front-error-log.ts';
import { loginLog } from './login-log.ts';
import { operationLog } from './operation-log.ts';
import { organization } from './organization.ts';
import { savedView } from './saved-view.ts';
import { sensitiveAccessLog } from './sensitive-access-log.ts';
import { sysFunction } from './sys-function.ts';
import { sysRole } from './sys-role.ts';
import { sysUser } from './sys-user.ts';

/** Entities of the domain: accounts, roles, rights, logs and what people of the company keep for themselves. A new one is added here, one line. */
export const accessEntities = {
  organization,
  sysUser,
  dealerUser,
  sysRole,
  consoleQa,
  savedView,
  dashboardLayout,
  loginLog,
  operationLog,
  sensitiveAccessLog,
  sysFunction,
  frontErrorLog,
} as const;
