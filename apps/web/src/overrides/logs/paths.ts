import type { ApiPath } from '../../api/client.ts';

/** Calls of the logs and sessions. */
export const logPaths = {
  userLogins: '/system/crm/sysUser/loginLogs',
  userOperations: '/system/crm/sysUser/operationLogs',
  userReveals: '/system/crm/sysUser/sensitiveLogs',
  sessions: '/system/crm/sysSession/list',
  sessionExport: '/system/crm/sysSession/export',
  sms: '/system/crm/smsOutbox/list',
} as const satisfies Record<string, ApiPath>;
