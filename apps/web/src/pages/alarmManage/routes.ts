import type { PageMap } from '../../routing/pages.ts';

/** Pages of alarms and faults. */
export const alarmPages = {
  alarmManage: () => import('./AlarmManage.tsx'),
  alarmDetail: () => import('./AlarmDetail.tsx'),
} satisfies PageMap;
