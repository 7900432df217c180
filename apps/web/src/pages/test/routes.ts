import type { PageMap } from '../registry.ts';

/** Pages for developers. */
export const testPages = { testIndex: () => import('./Gallery.tsx') } satisfies PageMap;
