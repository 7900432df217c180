/** What other modules may use of vehicles. */
export { forcedUnbinding } from './unbinding.ts';
