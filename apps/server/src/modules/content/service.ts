/** What other modules may use of content: the features that vehicles of a model have, articles that the app shows. */
export { featuresOfModel } from './features/matrix.ts';
export { visible as shownArticles } from './articles/visible.ts';
