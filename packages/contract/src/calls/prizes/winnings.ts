import type { Call } from '../kit.ts';

/** What a user has won. */
export interface MyPrize {
  /** `WN` and 14 digits. */
  readonly recordNo: string;
  /** D:WinningStatus. */
  readonly status: number;
  /** D:PrizeKind. */
  readonly prizeKind: number;
  readonly name: string;
  readonly levelName: string | null;
  readonly imageUrl: string | null;
  readonly winTime: string;
  readonly claimDeadline: string | null;
  /** D:DeliveryMode of a physical prize. */
  readonly deliveryMode: number | null;
  /** Whether the claim needs the number of an identity card. */
  readonly needsIdNumber: boolean;
  /** What the user shows at the dealer, and where, while it waits there. */
  readonly pickCode: string | null;
  readonly dealerName: string | null;
  /** D:ExpressCompany. */
  readonly expressCompany: string | null;
  readonly expressNo: string | null;
}

/** Where a prize is sent. */
export interface PrizeAddress {
  /** 2 to 20 characters. */
  readonly receiver: string;
  readonly mobile: string;
  /** Areas of GB/T 2260. */
  readonly provinceId: string;
  readonly cityId: string;
  readonly districtId: string;
  /** 5 to 100 characters. */
  readonly address: string;
}

/** Prizes of the app's users. */
export interface WinningCalls {
  'GET /app/v1/prize/mine': Call<{ readonly status?: string }, readonly MyPrize[]>;
  /** Says where to, by `address` or by the dealer at which it is picked up; again, until it is shipped, to change it. 6031 too late. */
  'POST /app/v1/prize/claim': Call<
    {
      readonly recordNo: string;
      readonly address?: PrizeAddress;
      readonly dealerId?: string;
      /** Where the prize needs it for income tax. */
      readonly idNumber?: string;
    },
    { readonly status: number; readonly pickCode: string | null }
  >;
}
