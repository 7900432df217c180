import type { Text } from '../lang.ts';
import type { Call, Flag, Form, Nothing } from './kit.ts';

/** A live notice to the signed-in user of the console. */
export interface ConsoleNotice {
  readonly id: string;
  readonly msgNo: string;
  readonly title: Text;
  /** Formatted text, clean, with addresses that a browser can load. */
  readonly content: Text;
  /** D:NoticeType. */
  readonly noticeType: string;
  readonly pinned: Flag;
  readonly popup: Flag;
  readonly maintenanceStart: string | null;
  readonly maintenanceEnd: string | null;
  readonly sendTime: string;
  readonly attachmentUrls: readonly string[];
}

/** How many people an audience is now. */
export interface AudienceCount {
  readonly count: number;
  /** By D:NoticeReceiver; those without anyone are left out. */
  readonly byReceiver: Readonly<Record<string, number>>;
  /** Users of the app by D:ClientOs; an empty key for those whose phone is not known. */
  readonly byOs: Readonly<Record<string, number>>;
}

/** What became of a message on one channel, in numbers of records by D:PushStatus. */
export interface ChannelCounts {
  /** D:NoticeReceiver. */
  readonly receiver: number;
  /** D:PushChannel. */
  readonly channel: number;
  readonly total: number;
  readonly waiting: number;
  /** Taken by the service, delivered or not. */
  readonly sent: number;
  readonly delivered: number;
  /** Read in the inbox, or opened from the push. */
  readonly opened: number;
  readonly failed: number;
  readonly blocked: number;
}

/** What became of a message: from its records, as they are now. */
export interface MessageStatistics {
  readonly target: number;
  /** People whose inbox has not got it yet. */
  readonly remaining: number;
  readonly channels: readonly ChannelCounts[];
  /** Why records failed or were blocked. */
  readonly causes: readonly { readonly code: string; readonly n: number }[];
}

/** One that is stored, or the fields of a form. */
export interface EstimateInput {
  readonly id?: string;
  readonly audience?: Form;
}

/** Kinds of messages to users of the app. */
export type MessageKind = 'activity' | 'system' | 'service' | 'alarm';

/** A message in the inbox of the app. */
interface InboxMessage {
  readonly id: string;
  readonly kind: MessageKind;
  readonly refType: string | null;
  readonly refId: string | null;
  readonly title: string;
  readonly body: string;
  readonly jumpPage: string | null;
  readonly pinned: Flag;
  readonly read: Flag;
  readonly sendTime: string;
  /** Null where the message is no notice. */
  readonly popup: Flag | null;
  readonly content: string | null;
  readonly attachmentUrls: readonly string[];
}

interface InboxPage {
  readonly list: readonly InboxMessage[];
  readonly total: number;
  readonly page: number;
  readonly pageSize: number;
}

/** Messages to many, and the inbox of the app. */
export interface MessageCalls {
  'POST /msg/crm/systemMessage/estimate': Call<EstimateInput, AudienceCount>;
  'POST /msg/crm/systemMessage/statistics': Call<{ readonly id: string }, MessageStatistics>;
  'POST /msg/crm/systemMessage/consoleActive': Call<Nothing, readonly ConsoleNotice[]>;
  'POST /msg/crm/systemMessage/read': Call<{ readonly id: string }, { readonly read: number }>;
  'GET /app/v1/message/list': Call<
    { readonly kind?: MessageKind; readonly page?: number; readonly pageSize?: number },
    InboxPage
  >;
  'GET /app/v1/message/unreadCount': Call<Nothing, Readonly<Record<MessageKind, number>>>;
  'POST /app/v1/message/read': Call<
    { readonly ids: readonly string[] } | { readonly all: true; readonly kind?: MessageKind },
    { readonly read: number }
  >;
  'POST /app/v1/message/click': Call<{ readonly pushId: string }, null>;
  'POST /app/v1/push/register': Call<
    {
      readonly clientOs: 1 | 2 | 3;
      readonly vendor: string;
      readonly deviceToken: string;
      readonly appVersion: string;
      readonly lang: 'zh' | 'en';
    },
    null
  >;
  'POST /app/v1/message/setting': Call<
    {
      readonly kind: MessageKind;
      readonly push: Flag;
      readonly sms: Flag;
      /** `HH:mm`. */
      readonly quietStart?: string | null;
      readonly quietEnd?: string | null;
    },
    null
  >;
}
