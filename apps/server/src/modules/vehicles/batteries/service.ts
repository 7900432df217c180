/** What other modules may use of batteries: which are free, installing them in a vehicle, and changing one for another. */
export { freeBatteryStates, installBattery, removeBattery, setBatteries, swapBattery } from './batteries.ts';
