import type { Call, Query } from '../kit.ts';

/** What came of shares. New users count for the share whose link their phone has opened last in the 7 days before they registered. */
export interface ShareCounts {
  readonly shares: number;
  /** Times its link was opened: once an hour and visitor. */
  readonly visits: number;
  readonly newUsers: number;
}

export interface ShareSummary extends ShareCounts {
  /** Users who have shared. */
  readonly sharers: number;
  /** Every day of the range, `YYYY-MM-DD`: what was shared on it, and what came of that. */
  readonly days: readonly (ShareCounts & { readonly day: string })[];
  /** By D:ShareChannel, those that were used. */
  readonly channels: readonly (ShareCounts & { readonly channel: number })[];
}

export interface SharedObject extends ShareCounts {
  /** D:ShareObject. */
  readonly shareObject: number;
  readonly objectId: string | null;
  readonly objectName: string | null;
}

export interface Sharer extends ShareCounts {
  readonly userId: string;
  readonly nickname: string;
  /** Masked. */
  readonly mobile: string | null;
}

/** Shares of the app's users. */
export interface ShareCalls {
  /** `object`: D:ShareObject. `objectId`: of an article or theme; the VIN of an own vehicle; none of the app. `channel`: D:ShareChannel. */
  'POST /app/v1/share/report': Call<
    { readonly object: number; readonly objectId?: string | null; readonly channel: number },
    { readonly shareCode: string }
  >;
  /** Counts a visit and redirects (302). A page that offers the app where there is no such share (200; 410 where the app is offered nowhere). */
  'GET /s/:shareCode': Call<Readonly<Record<never, never>>, never>;
  /** The conditions of the list, with both ends of `time`, 92 days at most. */
  'POST /act/crm/share/summary': Call<{ readonly query: Query }, ShareSummary>;
  /** The objects and users whose links were opened most: 20 objects and 100 users at most. */
  'POST /act/crm/share/rank': Call<
    { readonly query: Query; readonly topN?: number },
    { readonly objects: readonly SharedObject[]; readonly sharers: readonly Sharer[] }
  >;
}
