export { serviceAccountOverride as default } from './service.tsx';
