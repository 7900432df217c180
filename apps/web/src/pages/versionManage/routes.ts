import type { PageMap } from '../../routing/pages.ts';

/** Pages of OTA tasks: one form over steps, and the monitor. */
export const versionPages = {
  otaTaskAdd: () => import('./OtaTaskForm.tsx'),
  taskUpdate: () => import('./OtaTaskForm.tsx'),
  otaTaskQuery: () => import('./OtaTaskMonitor.tsx'),
} satisfies PageMap;
