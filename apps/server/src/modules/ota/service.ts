/** What other parts may use: addresses of firmware for vehicles, the signatures of the demo, and where the app is offered. */
export { packageUrl } from './firmware/links.ts';
export { releaseKeys, signDemo } from './firmware/keys.ts';
export { storePages } from './stores.ts';
