import type { ActionAnswer, Call, Nothing } from './kit.ts';

/** D:ServiceOnline: 0 offline, 1 online, 2 busy. */
type OnlineStatus = 0 | 1 | 2;

/** An enabled account of the caller. */
export interface OwnServiceAccount {
  readonly id: string;
  readonly accountNo: string;
  readonly nickname: string;
  /** D:ServiceAccountType. */
  readonly accountType: number;
  readonly onlineStatus: number;
}

/** Figures of one account, or of all in the caller's scope. */
export interface ServiceSummary {
  /** Busy counts as online; to one decimal. */
  readonly onlineHours: number;
  /** Sessions that began. */
  readonly sessions: number;
  /** Seconds to the first answer, on average; null where there was none. */
  readonly firstResponseSec: number | null;
  /** 1 to 5, to one decimal; null without ratings. */
  readonly rating: number | null;
}

/** Accounts of the customer service, their states and figures. */
export interface ServiceCalls {
  /**
   * Own account: any state, busy only from online (1004), none while it is disabled (1004). An account of somebody else: offline only, with
   * `customerServiceAccount.forceOffline` (1003).
   */
  'POST /cs/crm/serviceAccount/online': Call<
    { readonly id: string; readonly onlineStatus: OnlineStatus },
    ActionAnswer | null
  >;
  'POST /cs/crm/serviceAccount/mine': Call<Nothing, readonly OwnServiceAccount[]>;
  /** Days or instants, 31 days at most (1012). */
  'POST /cs/crm/serviceAccount/logSummary': Call<
    { readonly accountId?: string | null; readonly from: string; readonly to: string },
    ServiceSummary
  >;
}
