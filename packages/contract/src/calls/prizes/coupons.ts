import type { ActionAnswer, Call, Flag } from '../kit.ts';

/** Why somebody gets no coupon: none is left, they have as many as they may, it is not being issued, or not at this time. */
export type NotIssued = 'soldOut' | 'limit' | 'notIssuing' | 'outsidePeriod';

/** Why a row of a grant was left out: no number and no id, twice, nobody whom the caller may see, or no coupon for them. */
export type GrantSkip = 'format' | 'duplicate' | 'unknown' | NotIssued;

/** Users by number or id, those of an uploaded file, or those of a tag: one of them. */
interface Granted {
  readonly id: string;
  readonly mobiles?: readonly string[];
  readonly fileId?: string;
  readonly tagId?: string;
}

export interface GrantReport {
  /** Rows that named somebody or should have. */
  readonly total: number;
  /** In a preview: how many would get one. */
  readonly granted: number;
  /** The first 1,000, by their row from 1. Of a list of 100 mobile numbers or more, what would tell whose number is known has no rows. */
  readonly skipped: readonly {
    readonly row: number;
    /** Masked. */
    readonly mobile: string | null;
    readonly reason: GrantSkip;
  }[];
  /** How many were left out, by reason: all of them. */
  readonly counts: Readonly<Partial<Record<GrantSkip, number>>>;
}

/** Why a line of a file of codes is refused: not 6 to 32 letters and digits, twice in the file, or imported before. */
export interface CodeFault {
  readonly row: number;
  readonly reason: 'format' | 'double' | 'taken';
  /** Of a double: the row with the same code. */
  readonly first: number | null;
}

export interface CodeImport {
  readonly total: number;
  /** 0 when any line is refused: nothing was stored. */
  readonly imported: number;
  readonly failed: number;
  /** The first 500. */
  readonly errors: readonly CodeFault[];
  /** How many codes the coupon has now. */
  readonly codeCount: number;
}

/** A coupon as its owner sees it. */
export interface OwnCoupon {
  readonly id: string;
  readonly couponNo: string;
  readonly name: string;
  /** D:CouponType. */
  readonly couponType: number;
  readonly amountFen: number | null;
  /** 8.5: 85 % is paid. */
  readonly discount: number | null;
  readonly maxOffFen: number | null;
  /** 0: none. */
  readonly thresholdFen: number;
  /** D:CouponScope. */
  readonly scope: number;
  /** Themes it is for; empty: all. */
  readonly themeIds: readonly string[];
  readonly dealerIds: readonly string[];
  readonly stackable: Flag;
  readonly description: string;
  /** D:UserCouponStatus; an unused one whose time is over is answered as expired. */
  readonly status: number;
  readonly receiveTime: string;
  readonly startTime: string;
  readonly expireTime: string;
  readonly useTime: string | null;
  /** Of an external code that may be used: the code. */
  readonly code: string | null;
}

/** What was received, used and expired on a day. */
export interface CouponDay {
  /** `YYYY-MM-DD`. */
  readonly day: string;
  readonly received: number;
  readonly used: number;
  readonly expired: number;
}

/** Coupons: what is granted, imported, voided and received. */
export interface CouponCalls {
  /** Gives a coupon to many, all in one transaction; 50,000 at most. */
  'POST /act/crm/coupon/grant': Call<Granted & { readonly reason: string }, GrantReport>;
  /** What a grant would do now. Nothing is stored; its numbers are looked up and counted as those of a grant. */
  'POST /act/crm/coupon/grantPreview': Call<Granted, GrantReport>;
  /** `userCouponIds`, also as `ids`. */
  'POST /act/crm/coupon/void': Call<
    { readonly userCouponIds?: readonly string[]; readonly ids?: readonly string[]; readonly reason?: string },
    ActionAnswer
  >;
  /** The file comes as multipart. `replace` 1 takes a draft's codes away first. */
  'POST /act/crm/coupon/importCodes': Call<{ readonly id: string; readonly replace?: '0' | '1' }, CodeImport>;
  /** What became of a coupon by day, `from` and `to` included. */
  'POST /act/crm/coupon/statistics': Call<
    { readonly id: string; readonly from: string; readonly to: string },
    {
      readonly days: readonly CouponDay[];
      /** All of it, as it is now. */
      readonly now: {
        readonly total: number;
        readonly issued: number;
        readonly used: number;
        readonly expired: number;
        readonly voided: number;
      };
    }
  >;
  /** `status`: one of D:UserCouponStatus. The newest first, 200 at most. */
  'GET /app/v1/coupon/mine': Call<{ readonly status?: string }, readonly OwnCoupon[]>;
  /** Refused with 6022 (none left), 6023 (as many as one may have), 6024 (not issued now). */
  'POST /app/v1/coupon/receive': Call<{ readonly couponNo: string }, OwnCoupon>;
}
