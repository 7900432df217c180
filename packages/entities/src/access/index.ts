import { changeRequest } from './change-request.ts';
import { consoleQa } from './console-qa.ts';
import { dashboardLayout } from './dashboard-layout.ts';
import { dealerUser } from './dealer-user.ts';
import { itemCode } from './item-code.ts';
import { loginLog, operationLog, sensitiveAccessLog } from './logs.ts';
import { organization } from './organization.ts';
import { area, fileObject, frontErrorLog, sysFunction } from './registers.ts';
import { savedView } from './saved-view.ts';
import { sysRole } from './sys-role.ts';
import { sysUser } from './sys-user.ts';

/** Entities of the domain: accounts, roles, logs and the registers behind them. A new one is added here, one line. */
export const access = {
  organization,
  sysUser,
  dealerUser,
  sysRole,
  changeRequest,
  consoleQa,
  itemCode,
  savedView,
  dashboardLayout,
  loginLog,
  operationLog,
  sensitiveAccessLog,
  sysFunction,
  area,
  fileObject,
  frontErrorLog,
} as const;
