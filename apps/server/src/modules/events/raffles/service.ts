/** What other modules may use of campaigns: changes of them that a second person approves. */
export { raffleChanges } from './live-change.ts';
