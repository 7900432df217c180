/** What other parts may use: addresses of firmware for vehicles, the signatures and old tasks of the demo, and where the app is offered. */
export { packageUrl } from './firmware/links.ts';
export { releaseKeys, signDemo } from './firmware/keys.ts';
export { oldStrategy } from './tasks/old/strategy.ts';
export { storePages } from './stores.ts';
