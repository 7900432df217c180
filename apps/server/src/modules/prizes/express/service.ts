// What other modules may use of parcels.
export { trackCalls } from './calls.ts';
export { type Cargo, comesBack, parcelState, registerCargo } from './cargo.ts';
export { followParcel } from './follow.ts';
export { forgetParcels } from './forget.ts';
export { checkedParcel, companyName, type NewParcel } from './number.ts';
