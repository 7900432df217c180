export { firmwareOldOverride as default, firmwareOldDetailOverride as detail } from './firmware.tsx';
