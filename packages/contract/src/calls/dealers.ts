import type { Call, Flag } from './kit.ts';

export interface DealerOption {
  readonly id: string;
  readonly dealerCode: string;
  readonly name: string;
}

/** What a dealer did in a month. */
export interface DealerMonth {
  /** `YYYY-MM`, in Asia/Shanghai. */
  readonly month: string;
  /** Repair orders that came to it and are still its own. */
  readonly orders: number;
  /** Orders that ended as done. */
  readonly finished: number;
  /** Mean hours from the acceptance of an order to its completion, of those that ended as done; null: none did. */
  readonly repairHours: number | null;
  /** Mean of the ratings given in the month, 1 to 5; null: none was. */
  readonly rating: number | null;
  readonly ratingCount: number;
  /** Vehicles that were activated. */
  readonly sold: number;
}

/** A contract of a dealer as it was entered. */
export interface DealerContract {
  readonly id: string;
  /** Days `YYYY-MM-DD`. */
  readonly contractStart: string;
  readonly contractEnd: string;
  /** When it was entered. */
  readonly time: string;
  /** Null: the platform itself. Dealers know their own people by name, others as the platform. */
  readonly operatorName: string | null;
}

/** A dealer as the app shows it. */
export interface AppDealer {
  readonly id: string;
  readonly name: string;
  readonly shortName: string | null;
  /** D:DealerType. */
  readonly dealerType: number;
  /** D:DealerLevel. */
  readonly level: string;
  readonly cityName: string | null;
  readonly districtName: string | null;
  readonly address: string;
  readonly lng: number;
  readonly lat: number;
  /** From the place that was asked about; null of a single dealer. */
  readonly distanceKm: number | null;
  readonly servicePhone: string;
  /** Days 1 (Monday) to 7, times in Asia/Shanghai. */
  readonly businessHours: readonly {
    readonly days: readonly number[];
    readonly from: string;
    readonly to: string;
  }[];
  readonly openNow: Flag;
  /** D:DealerService. */
  readonly serviceItems: readonly string[];
  /** D:VehicleBrand. */
  readonly brands: readonly string[] | null;
  readonly photoUrls: readonly string[];
  /** Of all rated repairs, 1 to 5. */
  readonly rating: number | null;
  readonly ratingCount: number;
}

/** Dealers as the console and the app show them. */
export interface DealersCalls {
  /** The last 12 months, the present one included, the oldest first. Refused with 1002 and 1011 like the dealer. */
  'POST /data/crm/dealer/performance': Call<{ readonly id: string }, { readonly months: readonly DealerMonth[] }>;
  /** The newest first, at most 200. Refused with 1002 and 1011 like the dealer. */
  'POST /data/crm/dealer/contracts': Call<{ readonly id: string }, readonly DealerContract[]>;
  'POST /data/crm/dealer/options': Call<
    { readonly keyword?: string; readonly limit?: number },
    readonly DealerOption[]
  >;
  /**
   * Dealers in use that the app shows, the nearest first, at most 50. `type` 1 those who sell, 2 those who repair, 3 those who do both; `radiusKm`
   * up to 50, 20 unless given.
   */
  'GET /app/v1/dealer/nearby': Call<
    { readonly lng: string; readonly lat: string; readonly type?: '1' | '2' | '3'; readonly radiusKm?: string },
    readonly AppDealer[]
  >;
  /** Refused with 1002 where the app does not show it. */
  'GET /app/v1/dealer/detail': Call<{ readonly id: string }, AppDealer>;
}
