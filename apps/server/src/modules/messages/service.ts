/** What other modules may use of the messages: notices to owners and to users of the console. */

export type { Text as Texts } from '@wheelhouse/contract/lang';
export { notifyOwner, pushLog, type OwnerMessage, type PushLogRow } from './owners.ts';
export { notifyStaff, type StaffNotice } from './staff.ts';
