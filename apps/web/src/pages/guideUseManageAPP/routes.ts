import type { PageMap } from '../../routing/pages.ts';

/** Pages of what the owners' app shows to read. */
export const contentPages = {
  commonProblemAdd: () => import('./FaqAdd.tsx'),
} satisfies PageMap;
