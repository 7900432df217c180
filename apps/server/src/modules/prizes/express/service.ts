// What other modules may use of parcels.
export { followParcel } from './follow.ts';
export { forgetParcels } from './forget.ts';
