/** What other modules may use of batteries: installing them in a vehicle, and changing one for another. */
export { installBattery, removeBattery, setBatteries, swapBattery } from './batteries.ts';
