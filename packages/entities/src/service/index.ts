import { serviceAccount } from './service-account.ts';
import { serviceAccountLog } from './service-account-log.ts';

/** Entities of the domain: accounts of the customer service and what they did. A new one is added here, one line. */
export const serviceEntities = {
  serviceAccount,
  serviceAccountLog,
} as const;
