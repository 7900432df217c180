export { serviceTemplateOverride as default } from './template.tsx';
