export { operatorOverride as default, operatorDetailOverride as detail } from './overrides.ts';
