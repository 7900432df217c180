export interface SmsMessage {
  /** 11 digits, mainland China. */
  readonly mobile: string;
  readonly text: string;
}

/** Sends short messages. */
export interface SmsAdapter {
  /**
   * Hands a message over; it is not delivered yet when this returns.
   * @throws AppError 1020 when the provider does not take it
   */
  send(message: SmsMessage): Promise<void>;
}
