import type { PageMap } from '../registry.ts';

/** Pages of virtual vehicles. */
export const virtualPages = {
  virtualVehicle: () => import('./VirtualVehicle.tsx'),
} satisfies PageMap;
