import type { Page } from '../../envelope.ts';
import type { Text } from '../../lang.ts';
import type { NoticePage } from '../../notice.ts';
import type { Call, Flag, Form, MadeFile, Nothing, Paging, PartnerSource } from '../kit.ts';

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
  /** 1 until it has popped up for this user. */
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

/** What happened to records in the hour that begins then. */
export interface HourCounts {
  readonly hour: string;
  readonly sent: number;
  readonly delivered: number;
  readonly opened: number;
}

/** Records of users of the app by D:ClientOs; an empty text for those whose phone is not known. */
export interface OsCounts {
  readonly os: string;
  readonly total: number;
  readonly delivered: number;
  readonly opened: number;
  readonly failed: number;
}

/** What became of a message: from its records, as they are now. */
export interface MessageStatistics {
  readonly target: number;
  /** People whose inbox has not got it yet. */
  readonly remaining: number;
  readonly channels: readonly ChannelCounts[];
  /** Why records failed or were blocked. */
  readonly causes: readonly { readonly code: string; readonly n: number }[];
  /** Hours in which anything happened, in order. */
  readonly hours: readonly HourCounts[];
  readonly byOs: readonly OsCounts[];
}

/** One channel of one recipient of a message. */
export interface Recipient {
  readonly pushId: string;
  readonly userId: string;
  readonly nickname: string | null;
  /** Masked. */
  readonly mobile: string | null;
  /** D:PushChannel. */
  readonly channel: number;
  /** D:PushStatus. */
  readonly status: number;
  readonly failCode: string | null;
  readonly sendTime: string | null;
  readonly deliverTime: string | null;
  readonly clickTime: string | null;
}

/** Conditions on recipients. */
export interface RecipientQuery {
  readonly channel?: number | undefined;
  readonly status?: number | undefined;
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
  /** 1 until it has popped up or was read; null where the message is no notice. */
  readonly popup: Flag | null;
  readonly content: string | null;
  readonly attachmentUrls: readonly string[];
  /** Picture of a campaign. */
  readonly coverUrl: string | null;
  /** Where a campaign leads that is a link. */
  readonly linkUrl: string | null;
  /** AR event that a campaign is about. */
  readonly activityId: string | null;
  /** Vehicle it is about; its frame number where it has no VIN. */
  readonly vin: string | null;
}

interface InboxPage {
  readonly list: readonly InboxMessage[];
  readonly total: number;
  readonly page: number;
  readonly pageSize: number;
}

/** One channel of a message about an alarm. */
export interface AlarmMessageRow {
  readonly pushId: string;
  readonly alarmId: string;
  readonly alarmNo: string;
  /** D:AlarmType. */
  readonly alarmType: string;
  readonly vin: string | null;
  readonly nickname: string | null;
  /** Masked. */
  readonly mobile: string | null;
  readonly title: Text;
  readonly body: Text;
  /** D:PushChannel. */
  readonly channel: number;
  /** D:PushStatus. */
  readonly status: number;
  readonly failCode: string | null;
  readonly createTime: string;
  readonly sentTime: string | null;
  readonly deliveredTime: string | null;
}

/** The services that deliver messages, or their sandboxes. */
export interface MessageSources {
  readonly push: PartnerSource;
  readonly sms: PartnerSource;
  readonly call: PartnerSource;
}

/** A message in the inbox of an app user, as the console shows it. */
export interface SentMessage {
  readonly id: string;
  readonly kind: MessageKind;
  /** Title and body are null where they may say where a vehicle is, which the reader may not see. */
  readonly title: string | null;
  readonly body: string | null;
  readonly sendTime: string;
  readonly readTime: string | null;
  readonly withdrawn: Flag;
  /** What became of it beside the inbox: D:PushChannel, D:PushStatus, and why it failed. */
  readonly channels: readonly (readonly [channel: number, status: number, failCode: string | null])[];
}

/** Messages to many, and the inbox of the app. */
export interface MessagesCalls {
  'POST /msg/crm/notice/list': Call<Paging & { readonly unread?: boolean }, NoticePage>;
  'POST /msg/crm/notice/read': Call<
    { readonly all: true } | { readonly ids: readonly string[] },
    { readonly read: number }
  >;
  'POST /msg/crm/systemMessage/estimate': Call<EstimateInput, AudienceCount>;
  'POST /msg/crm/systemMessage/statistics': Call<{ readonly id: string }, MessageStatistics>;
  'POST /msg/crm/activityMessage/estimate': Call<EstimateInput, AudienceCount>;
  'POST /msg/crm/activityMessage/statistics': Call<{ readonly id: string }, MessageStatistics>;
  'POST /msg/crm/activityMessage/recipients': Call<
    { readonly id: string; readonly query?: RecipientQuery } & Paging,
    Page<Recipient>
  >;
  /** Unmasked; the reason is logged. */
  'POST /msg/crm/activityMessage/exportRecipients': Call<
    { readonly id: string; readonly query?: RecipientQuery; readonly reason: string },
    MadeFile
  >;
  /** Refused, and sent to nobody, when a number is not of an account of the console and of a user of the app. */
  'POST /msg/crm/activityMessage/test': Call<
    { readonly id: string; readonly mobiles: readonly string[] },
    { readonly sent: number }
  >;
  'POST /msg/crm/systemMessage/consoleActive': Call<Nothing, readonly ConsoleNotice[]>;
  'POST /msg/crm/systemMessage/read': Call<{ readonly id: string }, { readonly read: number }>;
  /** It has popped up for the user, who may not have read it. */
  'POST /msg/crm/systemMessage/popupShown': Call<{ readonly id: string }, { readonly shown: number }>;
  'POST /msg/crm/alarmMessage/list': Call<
    { readonly page?: number; readonly pageSize?: number; readonly query?: Form },
    Page<AlarmMessageRow>
  >;
  'POST /msg/crm/messageProvider/source': Call<Nothing, MessageSources>;
  'GET /app/v1/message/list': Call<
    { readonly kind?: MessageKind; readonly page?: number; readonly pageSize?: number },
    InboxPage
  >;
  'GET /app/v1/message/unreadCount': Call<Nothing, Readonly<Record<MessageKind, number>>>;
  'POST /app/v1/message/read': Call<
    { readonly ids: readonly string[] } | { readonly all: true; readonly kind?: MessageKind },
    { readonly read: number }
  >;
  /** Notices that popped up on the phone: they do so once. */
  'POST /app/v1/message/popupShown': Call<{ readonly ids: readonly string[] }, { readonly shown: number }>;
  'POST /app/v1/message/click': Call<{ readonly pushId: string }, null>;
  /** A phone has the push: reported by the app when it arrives, since push services give no receipts. 1002: not a push to this user. */
  'POST /app/v1/push/received': Call<{ readonly pushId: string }, null>;
  'POST /app/v1/push/register': Call<
    {
      readonly clientOs: 1 | 2 | 3;
      /** Who gave the token: `fcm`, on iOS as well; other services are not connected. */
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
