export { firmwareOverride as default, firmwareDetailOverride as detail } from './firmware.tsx';
