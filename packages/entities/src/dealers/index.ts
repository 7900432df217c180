import { dealer } from './dealer.ts';
import { dealerStaff } from './dealer-staff.ts';

/** Entities of the domain: dealers and their staff. A new one is added here, one line. */
export const dealersEntities = {
  dealer,
  dealerStaff,
} as const;
