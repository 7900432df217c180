/** What other modules may use of feedback. */
export { forgetFeedbackContacts, noteFaq, openFeedbackOf } from './records.ts';
