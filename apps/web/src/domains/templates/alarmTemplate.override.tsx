export { alarmTemplateOverride as default } from './template.tsx';
