import { randomBytes, randomUUID } from 'node:crypto';
import { sql, type RawBuilder } from 'kysely';
import type { AppleAccount } from '../../../config-pay-apple.ts';
import { type Db, withTransaction } from '../../../db/pool.ts';
import { appleChain, type AppleChain } from './sandbox-chain.ts';

// What the stand-in for the App Store has sold and told.

export interface Purchase {
  readonly productId: string;
  readonly appAccountToken: string | null;
  /** Thousandths of the currency. */
  readonly price: number;
  readonly currency: string;
}

/** When something happens, and how it is told. */
export interface Telling {
  readonly time: Date;
  /** Seconds from now; null: never. */
  readonly lateSec: number | null;
  /** Not Apple's: signed by somebody else, and no part of its history. */
  readonly isForged: boolean;
}

interface Sold extends Omit<Purchase, 'price'> {
  readonly transactionId: string;
  readonly price: string;
  readonly purchaseTime: Date;
  readonly revocationTime: Date | null;
  readonly revocationPercentage: number | null;
}

export interface KeptNotice {
  readonly noticeId: string;
  readonly signedPayload: string;
}

const columns = sql`transaction_id, product_id, app_account_token, price, currency, purchase_time, revocation_time, revocation_percentage`;
const pageSize = 20;

/** How long it waits between attempts, in hours, as Apple does. */
const retryHours = [1, 12, 24, 48, 72] as const;

const after = (seconds: number | null): RawBuilder<Date | null> =>
  sql`now() + make_interval(secs => ${seconds}::float8)`;

export class AppleStore {
  readonly #db: Db;
  readonly #account: Omit<AppleAccount, 'url'>;
  readonly #chain: AppleChain;

  constructor(db: Db, account: Omit<AppleAccount, 'url'>, chain: AppleChain) {
    this.#db = db;
    this.#account = account;
    this.#chain = chain;
  }

  /** Sells a product. @returns the transaction, signed */
  async sell({ productId, appAccountToken, price, currency }: Purchase, telling: Telling) {
    return withTransaction(this.#db, async (tx) => {
      const { rows } = await sql<Sold>`
        insert into sbx_apple_transaction (product_id, app_account_token, price, currency, purchase_time)
        values (${productId}, ${appAccountToken}, ${price}, ${currency}, ${telling.time}) returning ${columns}`.execute(
        tx,
      );
      return this.#tell(tx, 'ONE_TIME_CHARGE', rows, telling);
    });
  }

  /** Gives a purchase back, once. @returns undefined where there is none */
  async giveBack(transactionId: string, percentage: number | null, telling: Telling) {
    return withTransaction(this.#db, async (tx) => {
      const { rows } = await sql<Sold>`
        update sbx_apple_transaction set revocation_time = ${telling.time}, revocation_percentage = ${percentage}
        where transaction_id = ${transactionId} and revocation_time is null returning ${columns}`.execute(tx);
      return this.#tell(tx, 'REFUND', rows, telling);
    });
  }

  /** Tells something else of a purchase. @returns undefined where there is none */
  async say(type: string, transactionId: string, telling: Telling) {
    const { rows } = await this.#sold(transactionId);
    return this.#tell(this.#db, type, rows, telling);
  }

  /** As it is now, signed. */
  async transaction(transactionId: string): Promise<string | undefined> {
    const { rows } = await this.#sold(transactionId);
    return rows[0] === undefined ? undefined : this.#sign(rows[0], this.#chain);
  }

  /** A page of notifications of a time, oldest first. `after`: the last one of the page before. */
  async history(wish: { type: string; from: Date; until: Date; after: string | null }) {
    const { type, from, until, after: last } = wish;
    const { rows } = await sql<KeptNotice>`
      select notice_id, signed_payload from sbx_apple_notice
      where type = ${type} and not is_forged and create_time between ${from} and ${until}
        and (${last}::uuid is null or (create_time, notice_id) >
          (select n.create_time, n.notice_id from sbx_apple_notice n where n.notice_id = ${last}))
      order by create_time, notice_id limit ${pageSize + 1}`.execute(this.#db);
    return { notices: rows.slice(0, pageSize), hasMore: rows.length > pageSize };
  }

  /** What is due, with the time of the next attempt noted; the last one stands at null. */
  async due(): Promise<readonly KeptNotice[]> {
    const { rows } = await sql<KeptNotice>`
      update sbx_apple_notice set attempts = attempts + 1,
        due_time = now() + make_interval(hours => (${sql.lit(`{${retryHours.join(',')}}`)}::integer[])[attempts + 1])
      where notice_id in (select notice_id from sbx_apple_notice where due_time <= now() order by due_time limit 20 for update skip locked)
      returning notice_id, signed_payload`.execute(this.#db);
    return rows;
  }

  async taken(noticeId: string): Promise<void> {
    await sql`update sbx_apple_notice set due_time = null where notice_id = ${noticeId}`.execute(this.#db);
  }

  #sold(transactionId: string) {
    return sql<Sold>`select ${columns} from sbx_apple_transaction where transaction_id = ${transactionId}`.execute(
      this.#db,
    );
  }

  async #tell(db: Db, type: string, [sold]: readonly Sold[], { time, lateSec, isForged }: Telling) {
    if (sold === undefined) return undefined;
    const chain = isForged ? appleChain(randomBytes(32)) : this.#chain;
    const { environment, bundleId, appId } = this.#account;
    const signedTransaction = this.#sign(sold, chain);
    const noticeId = randomUUID();
    const signedPayload = chain.sign({
      notificationType: type,
      notificationUUID: noticeId,
      version: '2.0',
      signedDate: time.getTime(),
      data: { environment, bundleId, appAppleId: appId, signedTransactionInfo: signedTransaction },
    });
    await sql`
      insert into sbx_apple_notice (notice_id, type, signed_payload, create_time, due_time, is_forged)
      values (${noticeId}, ${type}, ${signedPayload}, ${time}, ${after(lateSec)}, ${isForged})`.execute(db);
    return { transactionId: sold.transactionId, signedTransaction, noticeId, signedPayload };
  }

  #sign(
    { transactionId, purchaseTime, revocationTime, revocationPercentage, ...sold }: Sold,
    chain: AppleChain,
  ): string {
    const { environment, bundleId } = this.#account;
    return chain.sign({
      transactionId,
      originalTransactionId: transactionId,
      bundleId,
      productId: sold.productId,
      purchaseDate: purchaseTime.getTime(),
      originalPurchaseDate: purchaseTime.getTime(),
      quantity: 1,
      type: 'Consumable',
      ...(sold.appAccountToken !== null && { appAccountToken: sold.appAccountToken }),
      inAppOwnershipType: 'PURCHASED',
      signedDate: Date.now(),
      environment,
      transactionReason: 'PURCHASE',
      storefront: 'CHN',
      storefrontId: '143465',
      price: Number(sold.price),
      currency: sold.currency,
      appTransactionId: `7000${transactionId}`,
      ...(revocationTime !== null && {
        revocationDate: revocationTime.getTime(),
        revocationReason: 0,
        revocationType: revocationPercentage === null ? 'REFUND_FULL' : 'REFUND_PRORATED',
        ...(revocationPercentage !== null && { revocationPercentage }),
      }),
    });
  }
}
