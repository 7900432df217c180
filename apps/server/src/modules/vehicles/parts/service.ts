/** What other modules may use of the parts of vehicles: changing one for another, with the record of it. */
export { changePart } from './record.ts';
