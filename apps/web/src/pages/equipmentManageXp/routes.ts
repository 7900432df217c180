import type { PageMap } from '../../routing/pages.ts';

/** Pages of the XP line. */
export const xpPages = {
  vehicleManageXp: () => import('./VehicleManageXp.tsx'),
} satisfies PageMap;
