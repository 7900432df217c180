/** What other modules may use of app users and their tags. */
export { mobileChanges } from './mobile-change.ts';
export { refreshStatement } from './tags/refresh.ts';
export { isTagged, tagIdsOf } from './tags/of-user.ts';
