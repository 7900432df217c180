import type { Call, PartnerSource } from '../kit.ts';

/** A piece of news about a parcel. */
export interface ExpressStep {
  readonly time: string;
  /** In the words of the company. */
  readonly text: string;
  /** D:ExpressState. */
  readonly state: number | null;
}

/**
 * How a parcel is followed: it waits for the service, is followed, is tried again as the service could not be reached, the service refuses it, its company
 * knows no such number, nothing more follows, or it has taken too long.
 */
export type ExpressFollowing = 'waiting' | 'followed' | 'retried' | 'refused' | 'noRecord' | 'done' | 'over';

export interface ExpressParcel {
  /** D:ExpressCompany. */
  readonly company: string;
  readonly number: string;
  /** The record says that it came by this one; others came back. */
  readonly isCurrent: boolean;
  /** D:ExpressState; null: nothing is known yet. */
  readonly state: number | null;
  /** The newest first. */
  readonly steps: readonly ExpressStep[];
  /** When the service last had something new. */
  readonly newsTime: string | null;
  readonly following: ExpressFollowing;
  /** When it may be asked about again; null: now. */
  readonly askAfter: string | null;
}

export interface ExpressTrack {
  readonly source: PartnerSource;
  /** The current one first; none: nothing was sent. */
  readonly parcels: readonly ExpressParcel[];
}

type OfRecord = Call<{ readonly id: string }, ExpressTrack>;

/** Parcels of what was won and bought. `askTrack` asks the service now: refused with 6033 within half an hour. */
export interface ExpressCalls {
  'POST /act/crm/winningRecord/track': OfRecord;
  'POST /act/crm/winningRecord/askTrack': OfRecord;
  'POST /order/crm/goodsOrder/track': OfRecord;
  'POST /order/crm/goodsOrder/askTrack': OfRecord;
  /** Kuaidi100's own protocol: a form, and an answer without the envelope. */
  'POST /act/v1/express/:company/:number/:secret': Call<{ readonly param: string; readonly sign: string }, null>;
}
