/** What other modules may use of promotions. */
export { attributeOwner } from './attribution.ts';
export type { Caller } from './device.ts';
