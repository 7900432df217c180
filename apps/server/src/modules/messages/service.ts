/** What other modules may use of the messages: notices to owners and to users of the console. */

import type { Text } from '@wheelhouse/contract/lang';

export type Texts = Text;
export { tagAuthors, tagInput } from './reviewed-tags.ts';
export { forgetPhones } from './phones.ts';
export { alarmTexts } from './places.ts';
export { notifyOwner, pushLog, type OwnerMessage, type PushLogRow } from './owners.ts';
export { draftNotice } from './system/draft.ts';
export { allowCampaignSms, forgetMessages, messageKind, readMessages } from './user-page.ts';
export { notifyProgress, progressTopic } from './progress.ts';
export { notifyStaff, type StaffNotice } from './staff.ts';
