import type { PageMap } from '../../routing/pages.ts';

/** Pages of SIM cards that are not of a kind. */
export const simPages = {
  simFlow: () => import('./SimFlow.tsx'),
} satisfies PageMap;
