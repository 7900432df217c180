import type { PageMap } from '../../routing/pages.ts';

/** Pages of guides and support. */
export const guidePages = {
  availableModel: () => import('./AvailableModel.tsx'),
  repairDetail: () => import('./RepairDetail.tsx'),
} satisfies PageMap;
