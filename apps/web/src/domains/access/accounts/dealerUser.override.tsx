export { dealerAccountOverride as default } from './overrides.ts';
