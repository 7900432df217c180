import type { EntityPath } from '../../../api/paths.ts';

/** Calls of the logs and sessions. */
export const logPaths = {
  userLogins: '/system/crm/sysUser/loginLogs',
  userOperations: '/system/crm/sysUser/operationLogs',
  userReveals: '/system/crm/sysUser/sensitiveLogs',
  changes: '/system/crm/operationLog/changes',
  sessions: '/system/crm/sysSession/list',
  sessionExport: '/system/crm/sysSession/export',
  sms: '/system/crm/smsOutbox/list',
  workRows: '/system/crm/work/rows',
  proofRuns: '/system/crm/proof/list',
} as const;

/** A log of the tables of calls, or of an entity. */
export type LogPath =
  | Exclude<(typeof logPaths)[keyof typeof logPaths], typeof logPaths.sessionExport>
  | EntityPath<'list'>;
