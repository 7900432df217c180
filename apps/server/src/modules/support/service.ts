export { featuresOfModel } from './features/matrix.ts';
export { mobileChanges } from './mobile-change.ts';
