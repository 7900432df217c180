import { bluetoothSetup } from './bluetooth-setup.ts';
import { bluetoothSetupHistory } from './bluetooth-setup-history.ts';
import { feedback } from './feedback.ts';
import { feedbackNote } from './feedback-note.ts';
import { feedbackReply } from './feedback-reply.ts';
import { quickReply } from './quick-reply.ts';
import { userTag } from './user-tag.ts';
import { userTagCountDay } from './user-tag-count-day.ts';
import { userTagMember } from './user-tag-member.ts';

/** Entities of the domain: settings of vehicles and of the app, user tags, and feedback of app users. A new one is added here, one line. */
export const settings = {
  bluetoothSetup,
  bluetoothSetupHistory,
  feedback,
  feedbackNote,
  feedbackReply,
  quickReply,
  userTag,
  userTagMember,
  userTagCountDay,
} as const;
