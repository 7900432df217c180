/** What other modules may use of virtual vehicles. */
export { virtualVinOf } from './vin.ts';
