/** What other modules may use of remote control. */
export { isRiding, isUpgrading } from './facts.ts';
export { newCommandId } from './id.ts';
export { requestOfApp } from './input.ts';
export { sendCommand } from './send-command.ts';
