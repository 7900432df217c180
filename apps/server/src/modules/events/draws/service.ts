// What other modules may use of draws.
export { addOdds, openDraws, reserveFor } from './open.ts';
export { boxCampaign, drawBoxes, holdBoxes, releaseBoxes, returnBoxes, type HeldBoxes } from './boxes.ts';
export { shownBoxes } from './shown-boxes.ts';
export { closeDraws, noteHead } from './close.ts';
export { proofOf, receiptsOf } from './file.ts';
export { forgetDraws } from './erase.ts';
