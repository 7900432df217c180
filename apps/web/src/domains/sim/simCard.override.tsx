export { simCardOverride as default, simCardDetailOverride as detail } from './sim.tsx';
