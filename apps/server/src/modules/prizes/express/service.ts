// What other modules may use of parcels.
export { followParcel } from './follow.ts';
export { forgetParcels } from './forget.ts';
export { checkedParcel, companyName, type NewParcel } from './number.ts';
