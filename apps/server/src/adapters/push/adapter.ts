interface Addressed {
  /** The sender's key of the message: a repeated key is delivered once. */
  readonly key: string;
  /** The app user's row id; the service knows his phones. */
  readonly userId: string;
  readonly title: string;
  readonly body: string;
}

/** A notification on the user's phones. */
export interface PushMessage extends Addressed {
  /** Page of the app it opens. */
  readonly route?: string;
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

/** The service does not take a message: `permanent` says that trying again is of no use. */
export class PushRefused extends Error {
  override readonly name = 'PushRefused';
  readonly failCode: string;
  readonly permanent: boolean;
  constructor(failCode: string, permanent: boolean) {
    super(failCode);
    this.failCode = failCode;
    this.permanent = permanent;
  }
}

/** Sends messages to the phones of app users. Accepted is not delivered: query the receipts. */
export interface PushAdapter {
  /** @returns the service's id of the message @throws PushRefused */
  push(message: PushMessage): Promise<string>;
  /** @returns the service's id of the call @throws PushRefused */
  call(message: CallMessage): Promise<string>;
  /** Receipts that are available by now. */
  receipts(providerIds: readonly string[]): Promise<readonly Receipt[]>;
}
