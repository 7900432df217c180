/** What other modules may use of Bluetooth setups. */
export { chooseSetup, setupOf } from './setup-models.ts';
