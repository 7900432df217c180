export { default } from './OtaTaskForm.tsx';
