/** What other modules may use of live states of vehicles. */
export { type StatusRow, readStatus, statusFor } from './status.ts';
