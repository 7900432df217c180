export { serviceAccountLogOverride as default } from './service.tsx';
