/** What other modules may use of Bluetooth: the setup of a vehicle, and what is known of a user's phones. */
export { forgetAttempts } from './state.ts';
export { chooseSetup, setupOf } from './setup-models.ts';
