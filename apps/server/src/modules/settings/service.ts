/** What other parts may use of settings. */
export { refreshStatement } from './tags/refresh.ts';
export { forgetFeedbackContacts, noteFaq, openFeedbackOf } from './feedback/records.ts';
export { tagUsers } from './tags/by-hand.ts';
export { isTagged, tagIdsOf } from './tags/of-user.ts';
export { chooseSetup, setupOf } from './bluetooth-models.ts';
