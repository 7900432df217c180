interface Addressed {
  /** The sender's key of the message: a repeated key is shown once. */
  readonly key: string;
  readonly title: string;
  readonly body: string;
}

/** A notification on the user's phones. */
export interface PushMessage extends Addressed {
  /** The message, as the app names it when it was received or opened. */
  readonly pushId: string;
  /** The app user's row id; the adapter finds their phones. */
  readonly userId: string;
  /** Page of the app it opens. */
  readonly route?: string;
  /** D:PushSound; the phone's own unless given. */
  readonly sound?: string;
}

/** A voice call that reads the text aloud. */
export interface CallMessage extends Addressed {
  /** 11 digits, mainland China. */
  readonly mobile: string;
}

/** Outcome of a message that the service accepted. */
export interface Receipt {
  readonly providerId: string;
  readonly time: Date;
  /** Absent: delivered. */
  readonly failCode?: string;
}

interface RefusedOptions {
  /** What the service asks for; undefined where it does not say. */
  readonly retryAfterSec?: number | undefined;
  /** False: the service was not asked, so that it is no attempt. True unless given. */
  readonly tried?: boolean;
}

/** The service does not take a message: `permanent` says that trying again is of no use. It holds codes, never the message or its receiver. */
export class PushRefused extends Error {
  override readonly name = 'PushRefused';
  readonly failCode: string;
  readonly permanent: boolean;
  readonly retryAfterSec: number | undefined;
  readonly tried: boolean;
  constructor(failCode: string, permanent: boolean, { retryAfterSec, tried = true }: RefusedOptions = {}) {
    super(failCode);
    this.failCode = failCode;
    this.permanent = permanent;
    this.retryAfterSec = retryAfterSec;
    this.tried = tried;
  }
}

/** Sends messages to the phones of app users. Accepted is not delivered: query the receipts. */
export interface PushAdapter {
  /** @returns the id by which its receipt is asked @throws PushRefused */
  push(message: PushMessage): Promise<string>;
  /** @returns the id by which its receipt is asked @throws PushRefused */
  call(message: CallMessage): Promise<string>;
  /** Receipts that are available by now. */
  receipts(providerIds: readonly string[]): Promise<readonly Receipt[]>;
}
