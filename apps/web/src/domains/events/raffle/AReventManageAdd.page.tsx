export { default } from './RaffleForm.tsx';
