import type { PageLoader } from '../../routing/pages.ts';

/** Loaders of pages that are given by their entity alone: `batteryHistory: listPage`. */
export const listPage: PageLoader = () => import('./List.tsx');
export const formPage: PageLoader = () => import('./FormOfRoute.tsx');
