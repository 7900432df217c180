import type { PageMap } from '../../routing/pages.ts';

/** Pages of virtual vehicles. */
export const virtualPages = {
  virtualVehicle: () => import('./VirtualVehicle.tsx'),
} satisfies PageMap;
