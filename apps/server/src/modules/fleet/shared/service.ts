/** Pieces that several modules of the vehicles need: vehicles by name, open cases of theft, files of app users. */
export { refuseForeignFiles } from './files.ts';
export { addMonths } from './months.ts';
export {
  type OpenCase,
  openCaseOfOwner,
  openCases,
  openStolenCase,
  refuseStolen,
  stolen,
  withOpenCase,
} from './open-case.ts';
export { refuseOldPlatform } from './old-platform.ts';
export { nextRecordNo } from './record-no.ts';
export { isAwaited, openUpdate, withUpdate } from './updates.ts';
export { withVehicleId } from './vehicle-id.ts';
export { type BoundVehicle, vehicleByName, vehicleTitle, vinInput } from './vehicle-name.ts';
