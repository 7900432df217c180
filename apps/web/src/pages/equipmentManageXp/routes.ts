import type { PageMap } from '../registry.ts';

/** Pages of the XP line. */
export const xpPages = {
  vehicleManageXp: () => import('./VehicleManageXp.tsx'),
} satisfies PageMap;
