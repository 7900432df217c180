export { featuresOfModel } from './features/matrix.ts';
