/** What other modules may use of the parts of vehicles: which are in place, and changing one for another, with the record of it. */
export { lockVehicle, piecesOnRecord } from './pieces.ts';
export { changePart, dealerOf, refuseLowerOdometer, withPartLog } from './record.ts';
export { isInPlace, replacePart, type RecordedChange, restorePart } from './replace.ts';
