/** What other modules may use of shares. */
export { attributeShare } from './attribution.ts';
