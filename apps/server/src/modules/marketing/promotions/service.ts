/** What other modules may use of promotions. */
export { attributeOwner, attributeRegistration } from './attribution.ts';
export { closedPage } from './closed.ts';
export { deviceHash, isRobot, type Caller } from './device.ts';
export { downloadPage, landingPage } from './landing.ts';
export { isFlood } from './visits.ts';
