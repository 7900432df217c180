import type { Text } from '../lang.ts';
import type { Call, Flag, Form } from './kit.ts';

/** What an owner reports in the app; the definition of `repairOrder` checks it. */
interface RepairInput extends Form {
  readonly vin: string;
  readonly contactName: string;
  readonly contactMobile: string;
  readonly faultCategory: string;
  readonly faultSub: string;
  readonly faultDesc: string;
  /** Files that the user has uploaded, at most nine. */
  readonly images?: readonly string[];
  /** D:RepairServiceType. */
  readonly serviceType: number;
  /** Not of a road rescue. */
  readonly appointmentTime?: string;
  readonly dealerId?: string | null;
}

/** A repair order as its owner sees it. */
export interface OwnRepair {
  readonly orderNo: string;
  readonly vin: string | null;
  /** D:RepairStatus. */
  readonly status: number;
  readonly faultCategory: string;
  readonly faultSub: string;
  readonly faultDesc: string;
  readonly imageUrls: readonly string[];
  readonly serviceType: number;
  readonly appointmentTime: string | null;
  readonly dealerName: string | null;
  readonly dealerPhone: string | null;
  readonly totalFen: number | null;
  readonly rating: number | null;
  readonly createTime: string;
  /** What its log shows to owners, the oldest line first. */
  readonly log: readonly {
    readonly action: string;
    readonly content: string | null;
    readonly imageUrls: readonly string[];
    readonly time: string;
  }[];
}

/** A dealer who can repair a vehicle, as dispatch chooses among them. */
export interface RepairDealerOption {
  readonly id: string;
  readonly name: string;
  readonly servicePhone: string;
  readonly lng: number;
  readonly lat: number;
  readonly cityName: string | null;
  readonly cityNameEn: string | null;
  /** From the vehicle or the address of the order; null: neither is known to the caller. */
  readonly distanceKm: number | null;
  /** More than 50 km away; where no place is known, in another city. */
  readonly far: boolean;
  /** Orders that are not done. */
  readonly openOrders: number;
  /** Of the last 90 days, 1 to 5. */
  readonly rating: number | null;
  /** Open at the time of the appointment, without one now (`openAt`). */
  readonly open: boolean;
  /** The vehicle was sold or is kept there. */
  readonly own: boolean;
}

/** Dealers for a repair, at most 10, with what they were chosen by. */
export interface RepairDealers {
  /** Where ways begin: the place of the repair, the vehicle, the middle of `city`, or nowhere that is known to the caller. */
  readonly from: 'place' | 'vehicle' | 'city' | 'nowhere';
  readonly city: Text | null;
  readonly openAt: 'appointment' | 'now';
  readonly dealers: readonly RepairDealerOption[];
}

/** Repair orders of the console and of the app, and replaced parts. */
export interface RepairsCalls {
  /** Serial numbers of the parts of a type (D:DeviceType) that a vehicle has on record: several batteries, else one; none where it is not known. */
  'POST /veh/crm/replacementRecord/parts': Call<
    { readonly vehicleId: string; readonly deviceType: number },
    { readonly serials: readonly string[] }
  >;
  /** Refused with 1011 for a vehicle that is not the caller's, with 5152 for a dealer that is suspended. */
  'POST /app/v1/repair/submit': Call<RepairInput, { readonly orderNo: string }>;
  'GET /app/v1/repair/list': Call<
    { readonly status?: number; readonly page?: number; readonly pageSize?: number },
    {
      readonly list: readonly OwnRepair[];
      readonly total: number;
      readonly page: number;
      readonly pageSize: number;
    }
  >;
  /** Refused with 5151 once the repair has started. */
  'POST /app/v1/repair/cancel': Call<{ readonly orderNo: string; readonly reason: string }, null>;
  /** `ok` 0 sends the order back into repair. */
  'POST /app/v1/repair/confirm': Call<
    { readonly orderNo: string; readonly ok: Flag; readonly text?: string | null },
    null
  >;
  /** Once, within 15 days after the end. */
  'POST /app/v1/repair/rate': Call<
    {
      readonly orderNo: string;
      readonly score: number;
      readonly tags?: readonly string[];
      readonly text?: string | null;
    },
    null
  >;
  /**
   * The contact in full, for accounts of the dealer whom the order was dispatched to, until the owner has confirmed; refused with 1003 otherwise.
   * `address` where the repair comes to the vehicle.
   */
  'POST /cs/crm/repairOrder/contact': Call<
    { readonly id: string },
    { readonly contactName: string; readonly contactMobile: string; readonly address: string | null }
  >;
  /** Dealers in use who repair, the best for the order first: its own dealer, then by distance and load. */
  'POST /cs/crm/repairOrder/dealers': Call<{ readonly id: string }, RepairDealers>;
  /**
   * The same for an order that is being added: from `place`, else from the vehicle, for callers who may see where it is. `serviceType`: a visit to
   * the store unless given. Refused with 1002 and 1011 like the vehicle.
   */
  'POST /cs/crm/repairOrder/suggestDealers': Call<
    {
      readonly vehicleId: string;
      readonly serviceType?: number;
      readonly place?: { readonly lng: number; readonly lat: number };
      readonly appointmentTime?: string;
    },
    RepairDealers
  >;
}
