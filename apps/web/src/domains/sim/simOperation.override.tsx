export { simOperationOverride as default } from './sim.tsx';
