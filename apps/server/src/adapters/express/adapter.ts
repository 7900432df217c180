import type { PartnerSource } from '@wheelhouse/contract/calls/kit';
import type { Code } from '@wheelhouse/entities/codes';

// What the platform asks of a service that follows parcels. Answers are in the platform's own terms.

/** A parcel as its record names it. */
export interface Parcel {
  /** D:ExpressCompany. */
  readonly company: string;
  readonly number: string;
}

/** A parcel to ask about. */
export interface AskedParcel extends Parcel {
  /** Last four digits of the receiver's number, which some companies want to see. */
  readonly phoneEnd: string | null;
}

/** One piece of news about a parcel. */
export interface TrackStep {
  /** `YYYY-MM-DD HH:mm:ss` in Asia/Shanghai. */
  readonly time: string;
  /** In the words of the company; it may name couriers, and is not logged. */
  readonly text: string;
  readonly state: Code<'ExpressState'> | null;
}

/** All that is known of a parcel. */
export interface Track {
  /** null: a state that the platform does not know. */
  readonly state: Code<'ExpressState'> | null;
  /** The newest first. */
  readonly steps: readonly TrackStep[];
}

/** What the service says by itself. */
export interface ExpressPush {
  readonly number: string;
  readonly track: Track;
  /** It has given up: the company knows no such number, or nothing has happened for long. */
  readonly isAborted: boolean;
}

/** A push as it arrives, a form. */
export interface PushForm {
  readonly param: string;
  readonly sign: string;
}

/** A service that follows parcels. */
export interface ExpressAdapter {
  readonly source: PartnerSource;
  /** Asks to be told at `callback` what becomes of a parcel. Once more, it is the same. @throws ExpressRefused */
  subscribe(parcel: AskedParcel, callback: string): Promise<void>;
  /** @returns undefined where nothing is known yet @throws ExpressRefused */
  query(parcel: AskedParcel): Promise<Track | undefined>;
  /** Whether it is the service that speaks. */
  isSigned(form: PushForm): boolean;
  /** @returns undefined where it says nothing that can be read */
  readPush(param: string): ExpressPush | undefined;
}

/** The service did not do what it was asked. */
export class ExpressRefused extends Error {
  override readonly name = 'ExpressRefused';
  /** Its own code, or `unavailable`, `rate`, `unknownAnswer`. */
  readonly code: string;
  /** It will not follow this parcel later either. */
  readonly isPermanent: boolean;
  readonly retryAfterSec: number;
  /** Whether it was asked at all: waiting for a turn is no attempt. */
  readonly wasTried: boolean;

  constructor(code: string, { isPermanent = false, retryAfterSec = 0, wasTried = true } = {}) {
    super(`express service: ${code}`);
    this.code = code;
    this.isPermanent = isPermanent;
    this.retryAfterSec = retryAfterSec;
    this.wasTried = wasTried;
  }
}
