/** What other parts may use of firmware: addresses for vehicles, and the signatures of the demo. */
export { packageUrl } from './firmware/links.ts';
export { releaseKeys, signDemo } from './firmware/keys.ts';
