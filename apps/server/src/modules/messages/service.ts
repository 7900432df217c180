/** What other modules may use of the messages: word to owners and to the console's own users. */

export type { Text as Texts } from '@wheelhouse/contract/lang';
export { notifyOwner, pushLog, type OwnerMessage, type PushLogRow } from './owners.ts';
export { notifyStaff, type StaffNotice } from './staff.ts';
