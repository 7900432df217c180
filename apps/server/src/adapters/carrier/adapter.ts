import type { PartnerSource } from '@wheelhouse/contract/calls/kit';

// What the platform asks a carrier of SIM cards. Answers are in the platform's own terms, whichever carrier gave them.

/** A card as its carrier knows it. */
export interface CarrierCard {
  /** D:SimStatus. */
  readonly state: number;
  /** Why the carrier itself has stopped it (D:SimStopReason), where it says so. */
  readonly stopReason: string | null;
  /** Of the device that the card was last seen in; null: the carrier does not know. */
  readonly imei: string | null;
  readonly imeiLock: boolean;
  readonly activated: Date | null;
  /** Code of its package (D:SimPackage); null: the carrier does not say. */
  readonly packageCode: string | null;
}

/** A card as a question about many answers it. */
export interface CarrierSeen extends CarrierCard {
  /** Whether it has a session; null: not among what is answered. */
  readonly online: boolean | null;
}

/** The card's data session. */
export interface CarrierSession {
  readonly online: boolean;
  readonly started: Date | null;
  readonly ip: string | null;
  /** Radio technology: `4G`, `NB-IoT`. */
  readonly rat: string | null;
  readonly cellId: string | null;
  readonly apn: string | null;
  readonly imei: string | null;
}

/** Volume of a card on one day by the carrier's clock. A day that the carrier has not counted yet is absent. */
export interface CarrierDay {
  /** `YYYY-MM-DD`. */
  readonly day: string;
  readonly usedKb: number;
  readonly upKb: number;
  readonly downKb: number;
  /** null: the carrier does not count them. */
  readonly sessionCount: number | null;
  readonly onlineMin: number | null;
}

export type CarrierChange = 'suspend' | 'resume' | 'activate' | 'cancel';

/** A change of a card's state, or of its package. Sent again under the same key, it is the same order. */
export type CarrierOrder = { readonly key: string; readonly iccid: string } & (
  | { readonly change: CarrierChange }
  | { readonly change: 'package'; readonly packageCode: string }
);

/** What became of an order. `unknown`: the carrier has never got it. Whether the card has changed is said by the card alone. */
export type CarrierOutcome =
  | { readonly state: 'pending' | 'done' | 'unknown' }
  | { readonly state: 'refused'; readonly code: string; readonly message: string };

/** What was answered about each of many cards; one that is absent is unknown to the carrier. */
export type CarrierAnswers<Answer> = ReadonlyMap<string, Answer | CarrierRefused>;

/** Questions about many cards that take one request. */
export type CarrierMany =
  | {
      readonly by: 'numbers';
      /** Cards of one request. */
      readonly most: number;
      cards(iccids: readonly string[]): Promise<CarrierAnswers<CarrierSeen>>;
      usage(iccids: readonly string[], from: string, to: string): Promise<CarrierAnswers<readonly CarrierDay[]>>;
    }
  | {
      readonly by: 'pages';
      /** Cards of a page, from 1 on, by every number that the carrier has for them; `last`: no page follows. */
      page(page: number): Promise<{ readonly cards: ReadonlyMap<string, CarrierSeen>; readonly last: boolean }>;
    };

/** A carrier's interface. Every method @throws CarrierRefused */
export interface CarrierAdapter {
  readonly source: PartnerSource;
  /** Absent: cards are read one by one. */
  readonly many?: CarrierMany;
  /** @returns undefined when the carrier has no such card */
  card(iccid: string): Promise<CarrierCard | undefined>;
  session(iccid: string): Promise<CarrierSession>;
  /** Days from `from` to `to` (`YYYY-MM-DD`), both included. */
  usage(iccid: string, from: string, to: string): Promise<readonly CarrierDay[]>;
  /** Hands an order over. That it was taken does not say that the card has changed. */
  order(order: CarrierOrder): Promise<void>;
  outcome(order: CarrierOrder): Promise<CarrierOutcome>;
  /** Ties the card to the device with `imei`, or unties it. */
  setImeiLock(iccid: string, imei: string, lock: boolean): Promise<void>;
}

/** The carrier did not do what it was asked. */
export class CarrierRefused extends Error {
  override readonly name = 'CarrierRefused';
  /** The carrier's own code, or `unavailable`, `busy`, `rate`, `denied`, `unknownAnswer`. */
  readonly code: string;
  /** It will not do it later either. */
  readonly permanent: boolean;
  readonly retryAfterSec: number | undefined;
  /** Whether the carrier was asked at all: waiting for a turn is no attempt. */
  readonly tried: boolean;

  constructor(
    code: string,
    message: string,
    {
      permanent = false,
      retryAfterSec,
      tried = true,
    }: { readonly permanent?: boolean; readonly retryAfterSec?: number | undefined; readonly tried?: boolean } = {},
  ) {
    super(message);
    this.code = code;
    this.permanent = permanent;
    this.retryAfterSec = retryAfterSec;
    this.tried = tried;
  }
}
