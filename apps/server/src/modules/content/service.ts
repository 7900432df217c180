/** What other modules may use of content: the features that vehicles of a model have. */
export { featuresOfModel } from './features/matrix.ts';
