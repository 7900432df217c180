import type { Receipt } from '../push/adapter.ts';

/** A text message to one number. */
export interface SmsMessage {
  /** 11 digits, mainland China. */
  readonly mobile: string;
  /** The whole text, without the signature, which the provider puts in front of it. */
  readonly text: string;
  /** The provider's approved template that makes this text, where there is one: its id, and values by variable. */
  readonly template?: SmsTemplate;
  /** The sender's key of the message, where it has one. */
  readonly key?: string;
}

export interface SmsTemplate {
  /** `SMS_` and 6 to 12 digits. */
  readonly id: string;
  readonly values: Readonly<Record<string, string>>;
}

/** Sends text messages. Accepted is not delivered: query the receipts. */
export interface SmsAdapter {
  /** @returns the id by which its receipt is asked @throws PushRefused */
  send(message: SmsMessage): Promise<string>;
  /** Receipts that are available by now. The provider needs the number as well. */
  receipts(sent: readonly { readonly providerId: string; readonly mobile: string }[]): Promise<readonly Receipt[]>;
}
