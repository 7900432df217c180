import type { ServerModule } from '../module.ts';
import { dealerAccountHooks, operatorHooks } from './account-hooks.ts';
import { accessCalls } from './calls.ts';
import { qaHooks } from './hooks.ts';
import { accessJobs } from './jobs.ts';
import { loginLogHooks, operationLogHooks, sensitiveLogHooks } from './log-hooks.ts';
import { layoutHooks, savedViewHooks } from './personal.ts';
import { roleHooks } from './role-hooks.ts';
import { accessProofs } from './proofs.ts';

export const accessModule: ServerModule = {
  calls: accessCalls,
  hooks: {
    sysUser: operatorHooks,
    dealerUser: dealerAccountHooks,
    sysRole: roleHooks,
    consoleQa: qaHooks,
    savedView: savedViewHooks,
    dashboardLayout: layoutHooks,
    operationLog: operationLogHooks,
    sensitiveAccessLog: sensitiveLogHooks,
    loginLog: loginLogHooks,
  },
  jobs: accessJobs,
  proofs: accessProofs,
};
