/** What other parts may use of settings. */
export { refreshStatement } from './tags/refresh.ts';
