import { type RawBuilder, sql } from 'kysely';
import { startOfDay } from '../../../db/wall-clock.ts';
import { type Db, type Tx, withTransaction } from '../../../db/pool.ts';
import { faultsOf } from './faults.ts';

// The book that a stand-in for a payment channel keeps: trades and refunds, whatever its wire is.

export interface SandboxTrade {
  readonly tradeNo: string;
  readonly amountFen: number;
  readonly subject: string;
  readonly notifyUrl: string;
  /** `closed` also when its time is over. */
  readonly state: 'unpaid' | 'paid' | 'closed';
  readonly channelTradeNo: string | null;
  readonly payerId: string | null;
  /** Given back, or on its way back. */
  readonly refundedFen: number;
  readonly createTime: Date;
  readonly expireTime: Date;
  readonly paidTime: Date | null;
}

export interface SandboxRefund {
  readonly refundNo: string;
  readonly tradeNo: string;
  readonly channelRefundNo: string;
  readonly amountFen: number;
  readonly reason: string;
  readonly state: 'processing' | 'done' | 'refused';
  /** When it was accepted. */
  readonly createTime: Date;
  readonly doneTime: Date | null;
}

export interface TradeWish {
  readonly tradeNo: string;
  readonly amountFen: number;
  readonly subject: string;
  /** Where it tells what becomes of it; empty: nobody is told. */
  readonly notifyUrl: string;
  readonly expireTime: Date;
}

export interface RefundWish {
  readonly tradeNo: string;
  readonly refundNo: string;
  readonly amountFen: number;
  readonly reason: string;
  readonly notifyUrl: string;
}

/** How a channel numbers what it has: a prefix and digits, `length` together. */
export interface Numbers {
  readonly trade: string;
  readonly refund: string;
  readonly length: number;
}

interface Options {
  /** D:PayChannel. */
  readonly channel: number;
  readonly numbers: Numbers;
  /** Trades are paid and refunds done by the clock, after 2 and 3 seconds; else as they are told to. */
  readonly moves: boolean;
}

const payAfterSec = 2;
const refundAfterSec = 3;
const mostAtOnce = 50;

/** As the catalogue says: who pays such an amount is refused. */
const isRefusedAmount = (amountFen: number): boolean => amountFen % 100 === 13;

const tradeColumns = sql`trade_no, amount_fen, subject, notify_url,
  case when state = 'unpaid' and expire_time <= now() then 'closed' else state end as state,
  channel_trade_no, payer_id, refunded_fen, create_time, expire_time, paid_time`;
const refundColumns = sql`refund_no, trade_no, channel_refund_no, amount_fen, reason, state, create_time, done_time`;

const after = (seconds: number): RawBuilder<Date> => sql`(now() + make_interval(secs => ${seconds}))`;
const never: RawBuilder<null> = sql`null`;

export class PayBook {
  readonly db: Db;
  readonly channel: number;
  readonly #numbers: Numbers;
  readonly #moves: boolean;

  constructor(db: Db, { channel, numbers, moves }: Options) {
    this.db = db;
    this.channel = channel;
    this.#numbers = numbers;
    this.#moves = moves;
  }

  /** The same number again is the same trade. @returns `differs` where it has another amount or subject */
  async create({ tradeNo, amountFen, subject, notifyUrl, expireTime }: TradeWish): Promise<SandboxTrade | 'differs'> {
    const due = this.#moves ? after(payAfterSec) : never;
    const { rows } = await sql<SandboxTrade>`
      insert into sbx_pay_trade as t (channel, trade_no, amount_fen, subject, notify_url, expire_time, due_time)
      values (${this.channel}, ${tradeNo}, ${amountFen}, ${subject}, ${notifyUrl}, ${expireTime}, ${due})
      on conflict (channel, trade_no) do update set subject = t.subject returning ${tradeColumns}`.execute(this.db);
    const [trade] = rows;
    return trade?.amountFen === amountFen && trade.subject === subject ? trade : 'differs';
  }

  async find(tradeNo: string): Promise<SandboxTrade | undefined> {
    const { rows } = await sql<SandboxTrade>`
      select ${tradeColumns} from sbx_pay_trade where channel = ${this.channel} and trade_no = ${tradeNo}`.execute(
      this.db,
    );
    return rows[0];
  }

  async findByChannelNo(channelTradeNo: string): Promise<SandboxTrade | undefined> {
    const { rows } = await sql<SandboxTrade>`
      select ${tradeColumns} from sbx_pay_trade
      where channel = ${this.channel} and channel_trade_no = ${channelTradeNo}`.execute(this.db);
    return rows[0];
  }

  async findRefund(refundNo: string): Promise<SandboxRefund | undefined> {
    const { rows } = await sql<SandboxRefund>`
      select ${refundColumns} from sbx_pay_refund where channel = ${this.channel} and refund_no = ${refundNo}`.execute(
      this.db,
    );
    return rows[0];
  }

  /** The payer pays, unless the channel refuses it, which leaves the trade open. @returns the trade as it is then */
  async pay(tradeNo: string): Promise<SandboxTrade | undefined> {
    return withTransaction(this.db, async (tx) => {
      const trade = await this.#lock(tx, tradeNo);
      if (trade === undefined) return undefined;
      const { refuse } = await faultsOf(tx, this.channel, tradeNo);
      if (trade.state !== 'unpaid' || refuse === 'pay' || isRefusedAmount(trade.amountFen)) {
        await sql`
          update sbx_pay_trade set due_time = null where channel = ${this.channel} and trade_no = ${tradeNo}`.execute(
          tx,
        );
        return trade;
      }
      const { trade: prefix, length } = this.#numbers;
      const { rows } = await sql<SandboxTrade>`
        update sbx_pay_trade set state = 'paid', paid_time = now(), due_time = null, payer_id = 'payer-' || id,
          channel_trade_no = ${prefix}::text || lpad(id::text, ${length - prefix.length}, '0')
        where channel = ${this.channel} and trade_no = ${tradeNo} returning ${tradeColumns}`.execute(tx);
      await this.note(tx, { tradeNo, refundNo: null, url: trade.notifyUrl });
      return rows[0];
    });
  }

  /** @returns `paid` where it stays as it is */
  async close(tradeNo: string): Promise<'closed' | 'paid' | 'unknown'> {
    return withTransaction(this.db, async (tx) => {
      const trade = await this.#lock(tx, tradeNo);
      if (trade === undefined) return 'unknown';
      if (trade.state === 'paid') return 'paid';
      await sql`
        update sbx_pay_trade set state = 'closed', due_time = null
        where channel = ${this.channel} and trade_no = ${tradeNo}`.execute(tx);
      return 'closed';
    });
  }

  /** Accepts a refund. The same number again is the same refund. */
  async refund(wish: RefundWish): Promise<SandboxRefund | 'unknown' | 'unpaid' | 'differs' | 'tooMuch'> {
    const { tradeNo, refundNo, amountFen, reason, notifyUrl } = wish;
    return withTransaction(this.db, async (tx) => {
      const trade = await this.#lock(tx, tradeNo);
      if (trade === undefined) return 'unknown';
      if (trade.state !== 'paid') return 'unpaid';
      const known = await sql<SandboxRefund>`
        select ${refundColumns} from sbx_pay_refund where channel = ${this.channel} and refund_no = ${refundNo}`.execute(
        tx,
      );
      const [same] = known.rows;
      if (same !== undefined) return same.tradeNo === tradeNo && same.amountFen === amountFen ? same : 'differs';
      if (trade.refundedFen + amountFen > trade.amountFen) return 'tooMuch';
      await this.#giveBack(tx, tradeNo, amountFen);
      const { refund: prefix, length } = this.#numbers;
      const due = this.#moves ? after(refundAfterSec) : never;
      const { rows } = await sql<SandboxRefund>`
        with numbered as (select nextval(pg_get_serial_sequence('sbx_pay_refund', 'id')) as id)
        insert into sbx_pay_refund (channel, refund_no, id, trade_no, channel_refund_no, amount_fen, reason, notify_url, due_time)
        overriding system value
        select ${this.channel}::smallint, ${refundNo}, id, ${tradeNo}, ${prefix}::text || lpad(id::text, ${length - prefix.length}, '0'),
          ${amountFen}::integer, ${reason}, ${notifyUrl}, ${due}::timestamptz
        from numbered returning ${refundColumns}`.execute(tx);
      return rows[0] ?? 'unknown';
    });
  }

  /** A refund that was accepted is done, or will never be: then its money is with the trade again. @returns the refund as it is then */
  async settle(refundNo: string, wanted?: 'done' | 'refused'): Promise<SandboxRefund | undefined> {
    const found = await this.findRefund(refundNo);
    if (found === undefined) return undefined;
    const { tradeNo, amountFen } = found;
    return withTransaction(this.db, async (tx) => {
      const trade = await this.#lock(tx, tradeNo);
      const faults = await faultsOf(tx, this.channel, tradeNo);
      const state = wanted ?? (faults.refuse === 'refund' ? 'refused' : 'done');
      const { rows } = await sql<SandboxRefund & { notifyUrl: string }>`
        update sbx_pay_refund set state = ${state}, due_time = null, done_time = case when ${state}::text = 'done' then now() end
        where channel = ${this.channel} and refund_no = ${refundNo} and state = 'processing'
        returning ${refundColumns}, notify_url`.execute(tx);
      const [settled] = rows;
      if (trade === undefined || settled === undefined) return found;
      if (state === 'refused') await this.#giveBack(tx, tradeNo, -amountFen);
      const { notifyUrl: url, ...refund } = settled;
      await this.note(tx, { tradeNo, refundNo, url });
      return refund;
    });
  }

  /** What the bill of a day (YYYY-MM-DD, Asia/Shanghai) holds: payments by their time, refunds by when they were accepted. */
  async day(day: string): Promise<{
    readonly trades: readonly SandboxTrade[];
    readonly refunds: readonly { readonly refund: SandboxRefund; readonly trade: SandboxTrade }[];
  }> {
    const [from, to] = [startOfDay(sql`${day}::date`), startOfDay(sql`(${day}::date + 1)`)];
    const trades = await sql<SandboxTrade>`
      select ${tradeColumns} from sbx_pay_trade
      where channel = ${this.channel} and paid_time >= ${from} and paid_time < ${to} order by paid_time, id`.execute(
      this.db,
    );
    const refunds = await sql<SandboxRefund>`
      select ${refundColumns} from sbx_pay_refund
      where channel = ${this.channel} and create_time >= ${from} and create_time < ${to} order by create_time, id`.execute(
      this.db,
    );
    const numbers = refunds.rows.map(({ tradeNo }) => tradeNo);
    const { rows: paid } = await sql<SandboxTrade>`
      select ${tradeColumns} from sbx_pay_trade where channel = ${this.channel} and trade_no = any(${numbers})`.execute(
      this.db,
    );
    const byNo = new Map(paid.map((trade) => [trade.tradeNo, trade]));
    return {
      trades: trades.rows,
      refunds: refunds.rows.flatMap((refund) => {
        const trade = byNo.get(refund.tradeNo);
        return trade === undefined ? [] : [{ refund, trade }];
      }),
    };
  }

  /** Pays and settles what is due by the clock. Processes share the work. @returns how much there was */
  async move(): Promise<number> {
    const lease = sql`set due_time = now() + interval '1 minute'`;
    const trades = await sql<{ no: string }>`
      update sbx_pay_trade ${lease} where channel = ${this.channel} and trade_no in (
        select trade_no from sbx_pay_trade where channel = ${this.channel} and due_time <= now()
        order by due_time limit ${mostAtOnce} for update skip locked) returning trade_no as no`.execute(this.db);
    for (const { no } of trades.rows) await this.pay(no);
    const refunds = await sql<{ no: string }>`
      update sbx_pay_refund ${lease} where channel = ${this.channel} and refund_no in (
        select refund_no from sbx_pay_refund where channel = ${this.channel} and due_time <= now()
        order by due_time limit ${mostAtOnce} for update skip locked) returning refund_no as no`.execute(this.db);
    for (const { no } of refunds.rows) await this.settle(no);
    return trades.rows.length + refunds.rows.length;
  }

  async #lock(tx: Tx, tradeNo: string): Promise<SandboxTrade | undefined> {
    const { rows } = await sql<SandboxTrade>`
      select ${tradeColumns} from sbx_pay_trade
      where channel = ${this.channel} and trade_no = ${tradeNo} for update`.execute(tx);
    return rows[0];
  }

  async #giveBack(tx: Tx, tradeNo: string, fen: number): Promise<void> {
    await sql`
      update sbx_pay_trade set refunded_fen = refunded_fen + ${fen}
      where channel = ${this.channel} and trade_no = ${tradeNo}`.execute(tx);
  }

  /** A call-back that is to be delivered (`notices.ts`). */
  async note(tx: Db, about: { readonly tradeNo: string; readonly refundNo: string | null; readonly url: string }) {
    const { tradeNo, refundNo, url } = about;
    if (url === '') return;
    const { told, lateSec = 0 } = await faultsOf(tx, this.channel, tradeNo);
    const due = told === 'never' ? never : after(lateSec);
    await sql`
      insert into sbx_pay_notice (channel, trade_no, refund_no, url, due_time)
      values (${this.channel}, ${tradeNo}, ${refundNo}, ${url}, ${due})`.execute(tx);
  }
}
