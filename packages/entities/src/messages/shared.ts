import { listOf } from '@wheelhouse/contract/object';
import type { Issue } from '../define.ts';
import { f, type Row } from '../fields.ts';
import { appVersion } from '../patterns.ts';
import { reviewFields } from '../review.ts';
import { isAbove } from '../versions.ts';

/** Parts of the definitions of all messages to many. */

export function versionsInOrder({ minVersion, maxVersion }: Row): Issue | undefined {
  if (typeof minVersion !== 'string' || typeof maxVersion !== 'string' || !isAbove(minVersion, maxVersion))
    return undefined;
  return { field: 'maxVersion', text: { zh: '不能低于最低版本', en: 'Must not be below the min version' } };
}

/** The inbox keeps what a push only announces. */
export const includesInbox = ({ channels }: Row): Issue | undefined =>
  listOf(channels).includes('1')
    ? undefined
    : { field: 'channels', text: { zh: '须含站内信', en: 'Must include the inbox' } };

/** Options of a version of the app. */
export const version = { max: 11, pattern: appVersion } as const;
export const versionHelp = { zh: '如1.2.0', en: 'E.g. 1.2.0' } as const;
export const anyClient = { zh: '空为全部平台', en: 'Empty: all platforms' } as const;

/** When a message is sent, and until when it is shown. */
export const timeFields = () => ({
  sendTime: f.instant({
    ahead: 5,
    step: 5,
    index: true,
    help: { zh: '空为审核通过后立即发送', en: 'Empty: sent on approval' },
  }),
  endTime: f.instant({
    required: true,
    step: 5,
    suggested: { days: 7, after: 'sendTime' },
    label: { zh: '失效时间', en: 'Expires' },
  }),
});

/** Where a message stands: written by its machine, by sending and by reading. */
export const progressFields = () => ({
  status: f.dict('MessageStatus', { required: true, default: 0, readonly: true, index: true }),
  expired: f.computed(f.flag(), { label: { zh: '已失效', en: 'Expired' } }),
  targetCount: f.int({ required: true, default: 0, readonly: true, label: { zh: '目标人数', en: 'Targets' } }),
  readCount: f.int({ required: true, default: 0, readonly: true }),
  ...reviewFields(),
});
