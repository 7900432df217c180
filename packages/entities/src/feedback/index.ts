import { appLogRecord } from './app-log-record.ts';
import { feedback } from './feedback.ts';
import { feedbackNote } from './feedback-note.ts';
import { feedbackReply } from './feedback-reply.ts';
import { quickReply } from './quick-reply.ts';

/** Entities of the domain: what app users report, the answers, and logs of the app. A new one is added here, one line. */
export const feedbackEntities = {
  feedback,
  appLogRecord,
  feedbackNote,
  feedbackReply,
  quickReply,
} as const;
