import {
  Environment,
  SignedDataVerifier,
  VerificationException,
  VerificationStatus,
} from '@apple/app-store-server-library';
import { z } from 'zod';
import type { AppleAccount, AppleEnvironment } from '../../../config-pay-apple.ts';
import { NoticeRefused } from '../adapter.ts';
import { tradeNoOf } from './token.ts';

// What the App Store signs: transactions and notifications, as JWS with a chain of three certificates.

/** The two environments of the library that skip every check cannot be named here. */
const environments: Readonly<Record<AppleEnvironment, Environment>> = {
  Production: Environment.PRODUCTION,
  Sandbox: Environment.SANDBOX,
};

/** A purchase, as it was when it was signed. */
export interface ApplePayment {
  readonly transactionId: string;
  /** Null: it was bought for no order of ours. */
  readonly tradeNo: string | null;
  readonly amountFen: number;
  readonly paidTime: Date;
  /** Apple's number of the account in this app. */
  readonly payerId: string | null;
  /** What Apple has given back. */
  readonly refund: { readonly amountFen: number; readonly time: Date } | null;
}

export interface AppleNotice {
  /** The same at every attempt. */
  readonly id: string;
  readonly type: string;
  readonly time: Date;
  readonly payment: ApplePayment | undefined;
}

const instant = z
  .int()
  .positive()
  .transform((ms) => new Date(ms));

const transactionShape = z.object({
  transactionId: z.string().regex(/^\d{1,32}$/),
  appAccountToken: z.string().optional(),
  appTransactionId: z.string().max(64).optional(),
  purchaseDate: instant,
  signedDate: instant,
  quantity: z.int().default(1),
  inAppOwnershipType: z.string().default('PURCHASED'),
  /** Thousandths of the currency. */
  price: z.int().min(0),
  currency: z.string(),
  revocationDate: instant.optional(),
  revocationType: z.string().default('REFUND_FULL'),
  /** Thousandths of a percent. */
  revocationPercentage: z.int().min(0).max(100_000).optional(),
});
type Transaction = z.output<typeof transactionShape>;

const noticeShape = z.object({
  notificationUUID: z.uuid(),
  notificationType: z.string(),
  signedDate: instant,
  data: z.object({ signedTransactionInfo: z.string().optional() }).optional(),
});

const wholeFen = (amount: number, what: string): number => {
  if (!Number.isSafeInteger(amount)) throw new NoticeRefused('unreadable', `${what} has fractions of a fen`);
  return amount;
};

/** Where members of a family lose what one of them bought, no money goes back. */
function refundOf(amountFen: number, transaction: Transaction): ApplePayment['refund'] {
  const { revocationDate: time, revocationType, revocationPercentage } = transaction;
  if (time === undefined || revocationType === 'FAMILY_REVOKE') return null;
  if (revocationType === 'REFUND_FULL') return { amountFen, time };
  if (revocationPercentage === undefined)
    throw new NoticeRefused('unreadable', 'a refund of a part does not say which');
  return { amountFen: wholeFen((amountFen * revocationPercentage) / 100_000, 'a refund'), time };
}

function paymentOf(transaction: Transaction): ApplePayment {
  const { currency, price, quantity, inAppOwnershipType, appAccountToken } = transaction;
  if (currency !== 'CNY') throw new NoticeRefused('unreadable', `a price in ${currency.slice(0, 3)}`);
  if (quantity !== 1) throw new NoticeRefused('unreadable', 'several pieces at once');
  if (inAppOwnershipType !== 'PURCHASED') throw new NoticeRefused('foreign', 'shared with a family, not bought');
  const amountFen = wholeFen(price / 10, 'a price');
  return {
    transactionId: transaction.transactionId,
    tradeNo: appAccountToken === undefined ? null : tradeNoOf(appAccountToken),
    amountFen,
    paidTime: transaction.purchaseDate,
    payerId: transaction.appTransactionId ?? null,
    refund: refundOf(amountFen, transaction),
  };
}

/** Fields that are missing or wrong, without what they hold. */
function read<T>(shape: z.ZodType<T>, value: unknown): T {
  const { data, error } = shape.safeParse(value);
  if (error !== undefined)
    throw new NoticeRefused('unreadable', `cannot be read: ${error.issues[0]?.path.join('.') ?? ''}`);
  return data;
}

/** @throws NoticeRefused */
async function verified<T>(verify: () => Promise<T>): Promise<T> {
  try {
    return await verify();
  } catch (error) {
    const why = error instanceof VerificationException ? VerificationStatus[error.status] : 'VERIFICATION_FAILURE';
    throw new NoticeRefused('signature', `not signed by Apple for this app: ${why}`, { cause: error });
  }
}

/** Reads what Apple has signed for an app. Nothing is asked of the internet: revoked certificates are not looked up. */
export class AppleSigned {
  readonly #verifier: SignedDataVerifier;

  constructor({ roots, environment, bundleId, appId }: AppleAccount) {
    this.#verifier = new SignedDataVerifier([...roots], false, environments[environment], bundleId, appId);
  }

  /** @throws NoticeRefused it is not Apple's, of another app or environment, or not of whole fen */
  async payment(signedTransaction: string): Promise<ApplePayment> {
    const decoded = await verified(() => this.#verifier.verifyAndDecodeTransaction(signedTransaction));
    return paymentOf(read(transactionShape, decoded));
  }

  /** A notification; its transaction is read where its type is one of `about`. @throws NoticeRefused */
  async notice(signedPayload: string, about: ReadonlySet<string>): Promise<AppleNotice> {
    const decoded = await verified(() => this.#verifier.verifyAndDecodeNotification(signedPayload));
    const { notificationUUID, notificationType, signedDate, data } = read(noticeShape, decoded);
    const signed = about.has(notificationType) ? data?.signedTransactionInfo : undefined;
    return {
      id: notificationUUID,
      type: notificationType,
      time: signedDate,
      payment: signed === undefined ? undefined : await this.payment(signed),
    };
  }
}
