import type { Page } from '../envelope.ts';
import type { Call, Flag, MadeFile, Paging, PartnerSource } from './kit.ts';

/** D:SimOpType. */
type OpType = 1 | 2 | 3 | 4;

/** Cards by number or by vehicle: together 5,000 at most. */
interface SimTargets {
  readonly iccids?: readonly string[];
  readonly vins?: readonly string[];
  readonly opType: OpType;
}

/** What an operation would do to one card. */
export interface SimPreviewRow {
  readonly iccid: string;
  readonly vin: string | null;
  /** D:SimStatus; null: there is no such card. */
  readonly status: number | null;
  /** D:SimStatus after it; null: refused. */
  readonly result: number | null;
  /** Why it is refused, in the caller's language. */
  readonly reason: string | null;
}

/** A card that was left out. */
export interface SimSkipped {
  readonly iccid: string;
  readonly code: number;
  readonly message: string;
}

/** A card at its carrier, now. */
export interface SimRealtime {
  readonly source: PartnerSource;
  readonly simStatus: number;
  readonly netStatus: Flag;
  readonly ip: string | null;
  readonly rat: string | null;
  readonly cellId: string | null;
  readonly apn: string | null;
  readonly imeiSeen: string | null;
  readonly imeiLock: Flag;
  readonly sessionStart: string | null;
}

/** A stay of a card in a vehicle. */
export interface SimInstall {
  readonly vin: string | null;
  readonly imei: string | null;
  readonly fromTime: string;
  /** null: it is there now. */
  readonly toTime: string | null;
  readonly operatorName: string | null;
}

/** Usage of a card on a day; 1 MB = 1024 KB. */
export interface SimDay {
  /** `YYYY-MM-DD`. */
  readonly statDate: string;
  /** null: the card is not there any more. */
  readonly simId: string | null;
  readonly iccid: string;
  readonly vin: string | null;
  readonly vehicleTypeName: string | null;
  readonly usedKb: number;
  readonly upKb: number;
  readonly downKb: number;
  /** null: its carrier does not count them. */
  readonly sessionCount: number | null;
  readonly onlineMin: number | null;
  /** What the device in its vehicle counted; null: it told nothing. */
  readonly deviceKb: number | null;
  /** 1: that is more than a fifth away from the carrier's figure. */
  readonly deviceDiffers: 0 | 1 | null;
}

/** Which cards' usage. */
export interface SimUsageQuery {
  readonly iccid?: string;
  readonly vin?: string;
  /** D:Carrier. */
  readonly carrier?: number | string;
  readonly poolId?: string;
  readonly vehicleTypeId?: string;
  readonly 'usedMb.ge'?: number;
  readonly 'usedMb.le'?: number;
}

export interface SimDayQuery extends SimUsageQuery {
  readonly 'statDate.ge': string;
  readonly 'statDate.le': string;
}

/** A bar or point of a chart of usage. */
export interface SimUsage {
  /** The day, or the name of card, vehicle, model or pool. */
  readonly key: string;
  readonly usedKb: number;
  readonly upKb: number;
  readonly downKb: number;
}

/** Usage of a card in a month. */
export interface SimMonth {
  /** `YYYY-MM`. */
  readonly month: string;
  readonly simId: string | null;
  readonly iccid: string;
  readonly vin: string | null;
  readonly usedKb: number;
  readonly upKb: number;
  readonly downKb: number;
  readonly packageMb: number;
  /** Percent of the package. */
  readonly usageRate: number;
  readonly overKb: number;
  /** The month's share of its renewals; null: none with a fee. */
  readonly feeFen: number | null;
}

/** A pool in this month: its volume is the month's share of its active cards. */
export interface SimPool {
  readonly poolId: string;
  readonly cards: number;
  readonly activeCards: number;
  readonly totalMb: number;
  readonly usedMb: number;
  /** At the end of the month, if it goes on like this. */
  readonly predictedMb: number;
  /** Percent. */
  readonly rate: number;
}

/** A day of usage that something is wrong with. */
export interface SimAbnormal extends Pick<
  SimDay,
  'statDate' | 'simId' | 'iccid' | 'vin' | 'vehicleTypeName' | 'usedKb'
> {
  /** Of the model on that day; null: the card was in no vehicle. */
  readonly medianKb: number | null;
  /** 1 more than ten times the median of its model, 2 more than 50 MB while the vehicle is silent, 3 by a card in no vehicle. */
  readonly rule: 1 | 2 | 3;
}

/** An answer of a carrier as it came; of an answer about many cards, what it says about this one. */
export interface SimAnswer {
  readonly time: string;
  /** What was asked for: `card`, `session`, `usage`, `order`. */
  readonly api: string;
  /** `0`, or how it failed. */
  readonly resultCode: string;
  readonly costMs: number;
  readonly request: unknown;
  readonly response: unknown;
}

/** A renewal of a card. */
export interface SimRenewal {
  readonly packageCode: string;
  /** `YYYY-MM-DD`. */
  readonly fromDate: string;
  readonly toDate: string;
  /** Integer fen; null: nobody has said. */
  readonly feeFen: number | null;
  readonly operatorName: string | null;
  readonly time: string;
}

/** Calls about SIM cards. 4090: the carrier cannot be asked; 4013: it refuses. */
export interface SimCalls {
  'POST /veh/crm/simCard/realtime': Call<{ readonly iccid: string }, SimRealtime>;
  /** `confirmed` 0: the carrier took the request, and the card does not show it yet. */
  'POST /veh/crm/simCard/imeiLock': Call<
    { readonly iccid: string; readonly imei: string; readonly lock: Flag },
    { readonly imeiLock: Flag; readonly confirmed: Flag }
  >;
  /** The newest first, 100 at most. */
  'POST /veh/crm/simCard/installs': Call<{ readonly id: string }, readonly SimInstall[]>;
  /** The newest first, 100 at most. */
  'POST /veh/crm/simCard/renewals': Call<{ readonly id: string }, readonly SimRenewal[]>;
  /** The newest first, 20 at most. */
  'POST /veh/crm/simCard/answers': Call<{ readonly id: string }, readonly SimAnswer[]>;
  'POST /veh/crm/simOperation/preview': Call<
    SimTargets,
    { readonly rows: readonly SimPreviewRow[]; readonly accepted: number; readonly approval: Flag }
  >;
  /** One operation a card that may have it; the first refusal when none may. Beyond 100 cards another person approves it. */
  'POST /veh/crm/simOperation/submit': Call<
    SimTargets & {
      /** D:SimStopReason. */
      readonly reasonCode: string;
      readonly remark: string;
      readonly planTime?: string | null;
    },
    { readonly batchNo: string; readonly submitted: number; readonly skipped: readonly SimSkipped[] }
  >;
  /** 92 days at most. */
  'POST /veh/crm/simFlow/day': Call<
    Paging & { readonly query: SimDayQuery },
    Pick<Page<SimDay>, 'list' | 'total' | 'more'>
  >;
  /** Months `YYYY-MM`, 24 at most. */
  'POST /veh/crm/simFlow/month': Call<
    Paging & { readonly query: SimDayQuery },
    Pick<Page<SimMonth>, 'list' | 'total' | 'more'>
  >;
  'POST /veh/crm/simFlow/pool': Call<{ readonly query: Pick<SimDayQuery, 'carrier' | 'poolId'> }, readonly SimPool[]>;
  /** 31 days at most. */
  'POST /veh/crm/simFlow/abnormal': Call<
    Paging & { readonly query: SimDayQuery & { readonly rule?: number } },
    Pick<Page<SimAbnormal>, 'list' | 'total' | 'more'>
  >;
  /** A tab with its query; 1007 above 100,000 rows. */
  'POST /veh/crm/simFlow/export': Call<
    { readonly tab: 'day' | 'month' | 'pool' | 'abnormal'; readonly query: Readonly<Record<string, unknown>> },
    MadeFile
  >;
  /** From a carrier, signed. `taken` 0: the event is known, or no such card. */
  'POST /carrier/v1/callback/:carrier': Call<
    { readonly eventId: string; readonly iccid: string },
    { readonly taken: Flag }
  >;
  /** By day in the order of days, by others the largest `topN` (20). */
  'POST /veh/crm/simFlow/chart': Call<
    {
      readonly dimension: 'day' | 'card' | 'vehicle' | 'model' | 'pool';
      readonly from: string;
      readonly to: string;
      readonly topN?: number;
    } & SimUsageQuery,
    readonly SimUsage[]
  >;
  /** 20 cards and 31 days at most. */
  'POST /veh/crm/simFlow/sync': Call<
    { readonly iccids: readonly string[]; readonly from: string; readonly to: string },
    { readonly cards: number; readonly days: number }
  >;
}
