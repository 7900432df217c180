/** What other modules may use of batteries: installing them in a vehicle, and what a mismatch raises. */
export { setBatteries } from './batteries.ts';
