/** What other modules may use of live states of vehicles. */
export { readStatus, statusFor } from './status.ts';
