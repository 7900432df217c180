// What other modules may use of draws.
export { addOdds, openDraws, reserveFor } from './open.ts';
export { closeDraws, noteHead } from './close.ts';
export { proofOf, receiptsOf } from './file.ts';
export { forgetDraws } from './erase.ts';
