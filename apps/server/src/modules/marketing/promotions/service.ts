/** What other modules may use of promotions. */
export { attributeOwner, attributeRegistration } from './attribution.ts';
export type { Caller } from './device.ts';
