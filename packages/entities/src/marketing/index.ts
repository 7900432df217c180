import { advertisement } from './advertisement.ts';
import { promotion } from './promotion.ts';

/** Entities of the domain: advertisements and promotions. A new one is added here, one line. */
export const marketingEntities = {
  promotion,
  advertisement,
} as const;
