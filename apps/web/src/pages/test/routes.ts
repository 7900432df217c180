import type { PageMap } from '../../routing/pages.ts';

/** Pages for developers. */
export const testPages = { testIndex: () => import('./Gallery.tsx') } satisfies PageMap;
