import type { Call, Flag } from '../kit.ts';

/** How often a row of the pool came up in a simulation. */
export interface SimulatedRow {
  /** Name of the level; empty: nothing. */
  readonly levelName: string;
  /** Odds in units of 1e-8. */
  readonly odds: number;
  readonly picked: number;
  readonly expected: number;
}

export interface Simulation {
  readonly times: number;
  readonly rows: readonly SimulatedRow[];
  readonly chiSquare: number;
  /** How likely a fair draw differs as much from its odds; null where too few rows can be compared. */
  readonly pValue: number | null;
}

/** What users did in one hour, `YYYY-MM-DD HH:00`. */
export interface RaffleHour {
  readonly hour: string;
  readonly users: number;
  readonly draws: number;
  readonly wins: number;
}

export interface RaffleData {
  readonly hours: readonly RaffleHour[];
  /** From scanning to claiming; scans are null where a draw needs none. */
  readonly funnel: {
    readonly scans: number | null;
    readonly tickets: number | null;
    readonly draws: number;
    readonly wins: number;
    readonly claims: number;
  };
  readonly prizes: readonly {
    readonly levelName: string;
    readonly name: string;
    readonly quantity: number;
    readonly won: number;
    /** Picked, but not given: none left, limits, budget. */
    readonly withheld: number;
  }[];
  /** The latest draws that were suspect, up to 50. `reasons`: device, speed, emulator. */
  readonly risks: readonly {
    readonly time: string;
    readonly userId: string;
    readonly nickname: string;
    readonly ip: string | null;
    readonly reasons: readonly ('device' | 'speed' | 'emulator')[];
  }[];
}

/** A change of a campaign that was approved. */
export interface RaffleChange {
  readonly time: string;
  readonly oddsVersion: number;
  readonly askedBy: string | null;
  readonly approvedBy: string | null;
  readonly reason: string | null;
  readonly lowers: Flag;
  readonly items: readonly {
    /** A field of the event, or a cell of its pool: `prizes[0].quantity`. */
    readonly field: string;
    readonly label: string;
    readonly labelEn: string;
    readonly before: unknown;
    readonly after: unknown;
  }[];
}

/** What proves the draws of a campaign (decision 0040). */
export interface RaffleProof {
  readonly commitment: string;
  readonly oddsVersion: number;
  /** In hex, once the campaign has ended. */
  readonly seed: string | null;
  /** Heads of its chains as they were noted, the newest day first. */
  readonly heads: readonly { readonly day: string; readonly head: string; readonly draws: number }[];
}

/** A campaign in the app. */
export interface ShownRaffle {
  readonly id: string;
  readonly name: string;
  /** D:RaffleType. */
  readonly type: number;
  readonly coverUrl: string;
  readonly startTime: string;
  readonly endTime: string;
  /** D:CampaignStatus: 1, 2 or 4. */
  readonly status: number;
}

export interface ShownRafflePrize {
  readonly levelName: string;
  readonly name: string;
  /** D:PrizeKind. */
  readonly prizeKind: number;
  readonly imageUrl: string | null;
  /** Percent with six decimals. */
  readonly probability: number;
  readonly quantity: number;
}

export interface RaffleDetail extends ShownRaffle {
  readonly bgImageUrl: string;
  readonly ruleContent: string;
  readonly dailyStart: string | null;
  readonly dailyEnd: string | null;
  readonly prizes: readonly ShownRafflePrize[];
  /** SHA-256 over the seed of its draws, published before the first of them (decision 0040). */
  readonly commitment: string;
  /** After the end. */
  readonly seed: string | null;
  readonly oddsVersion: number;
  readonly leftTimes: number;
  readonly eligible: Flag;
  /** Lower odds, and why. */
  readonly notices: readonly { readonly time: string; readonly text: string }[];
  readonly ar: {
    readonly mode: number;
    readonly targetUrls: readonly string[];
    readonly modelUrl: string | null;
    readonly animation: string | null;
    readonly soundUrl: string | null;
    readonly points: readonly {
      readonly name: string;
      readonly lng: number;
      readonly lat: number;
      readonly radiusM: number;
    }[];
  } | null;
  readonly share: { readonly title: string; readonly imageUrl: string; readonly url: string | null };
}

/** Result of a draw, equal each time that its request number is sent. */
export interface DrawResult {
  readonly win: Flag;
  /** D:PrizeKind; none where nothing was won. */
  readonly prizeKind: number | null;
  readonly levelName: string | null;
  readonly name: string | null;
  readonly image: string | null;
  readonly recordNo: string | null;
  readonly leftTimes: number;
  /** With which the draw is found in the published file: lane, number in it, hash. */
  readonly receipt: { readonly lane: number; readonly n: number; readonly hash: string };
}

/** A campaign of blind boxes. Every box holds one of `prizes`, by their odds, which come to 100 %. */
export interface ShownBoxes extends Pick<
  RaffleDetail,
  | 'id'
  | 'name'
  | 'coverUrl'
  | 'bgImageUrl'
  | 'startTime'
  | 'endTime'
  | 'status'
  | 'ruleContent'
  | 'prizes'
  | 'commitment'
  | 'oddsVersion'
  | 'seed'
  | 'eligible'
  | 'notices'
> {
  /** Of one box. */
  readonly priceFen: number;
  /** After so many boxes without the rarest prize the next one is it, as long as one is left; 0: no such promise. */
  readonly guaranteeCount: number;
  /** The caller's box that holds it at the latest, counted from the next; null without a promise. */
  readonly guaranteedIn: number | null;
  readonly maxBoxesPerUser: number;
  /** Boxes that can still be ordered, and those of the caller among them. */
  readonly left: number;
  readonly mayBuy: number;
}

/** Campaigns with draws. */
export interface RaffleCalls {
  /** Draws in memory with the odds of the form as it was stored; writes nothing. */
  'POST /act/crm/raffleActivity/simulate': Call<{ readonly id: string; readonly times?: number }, Simulation>;
  /** `from` and `to` are days, 31 at most. */
  'POST /act/crm/raffleActivity/data': Call<
    { readonly id: string; readonly from: string; readonly to: string },
    RaffleData
  >;
  /** How well a picture is recognised, 0 to 5 in halves. */
  'POST /act/crm/raffleActivity/checkTarget': Call<
    { readonly fileId: string },
    { readonly score: number; readonly features: number; readonly width: number; readonly height: number }
  >;
  'POST /act/crm/raffleActivity/changes': Call<{ readonly id: string }, readonly RaffleChange[]>;
  /** The file of receipts: one JSON object a line (decision 0040). */
  'POST /act/crm/raffleActivity/receipts': Call<{ readonly id: string }, never>;
  'POST /act/crm/raffleActivity/proof': Call<{ readonly id: string }, RaffleProof>;
  'GET /app/v1/raffle/list': Call<{ readonly type?: string; readonly cityId?: string }, readonly ShownRaffle[]>;
  'GET /app/v1/raffle/detail': Call<{ readonly id: string }, RaffleDetail>;
  /** A mark that the phone has recognised, or where it is. The ticket is good for one draw, ten minutes. */
  'POST /app/v1/raffle/scan': Call<
    {
      readonly activityId: string;
      readonly targetIndex?: number;
      readonly lng?: number;
      readonly lat?: number;
    },
    { readonly ticket: string }
  >;
  /** `ticket` where the campaign asks for a scan; `nonce`: what the phone adds to the draw; `deviceId`: of the phone. */
  'POST /app/v1/raffle/draw': Call<
    {
      readonly activityId: string;
      readonly requestId: string;
      readonly ticket?: string;
      readonly nonce?: string;
      readonly deviceId?: string;
      readonly emulator?: Flag;
    },
    DrawResult
  >;
}
