import { sql } from 'kysely';
import type { Pool } from 'pg';
import type { PayBook, SandboxRefund, SandboxTrade } from './book.ts';
import { faultsOf } from './faults.ts';

// Call-backs of a sandbox: delivered until they are taken, at the channel's own times.

/** Something that a channel tells. */
export interface SandboxNotice {
  /** The same at every attempt. */
  readonly id: string;
  readonly createTime: Date;
  readonly trade: SandboxTrade;
  /** Null: it is about the trade itself. */
  readonly refund: SandboxRefund | null;
}

/** How a channel calls back: the book knows none. */
export interface NoticeWire {
  /** Seconds from each attempt that was not taken to the next. */
  readonly retrySeconds: readonly number[];
  /** `isForged`: signed with a key that is not the channel's. */
  readonly tell: (notice: SandboxNotice, isForged: boolean) => Promise<NoticeCall>;
  /** Whether it was understood. */
  readonly isTaken: (answer: Told) => boolean;
}

export interface NoticeCall {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** What a call-back was answered. */
export interface Told {
  readonly status: number;
  readonly body: string;
}

export interface Lie {
  readonly isForged: boolean;
  readonly amountFen: number | undefined;
}

interface Row {
  readonly id: string;
  readonly tradeNo: string;
  readonly refundNo: string | null;
  readonly url: string;
  readonly createTime: Date;
  readonly attempts: number;
}

const columns = sql`id, trade_no, refund_no, url, create_time, attempts`;
const timeoutMs = 5_000;
const everyMs = 1_000;
const mostAtOnce = 50;
const wrongByFen = 1;

export class Notices {
  readonly #book: PayBook;
  readonly #wire: NoticeWire;

  constructor(book: PayBook, wire: NoticeWire) {
    this.#book = book;
    this.#wire = wire;
  }

  /** The newest call-back about a trade, or about a refund of it. */
  async find(tradeNo: string, refundNo: string | null): Promise<Row | undefined> {
    const { db, channel } = this.#book;
    const { rows } = await sql<Row>`
      select ${columns} from sbx_pay_notice
      where channel = ${channel} and trade_no = ${tradeNo} and refund_no is not distinct from ${refundNo}
      order by id desc limit 1`.execute(db);
    return rows[0];
  }

  /** Tells it once. @throws Error where nobody answers */
  async tell({ id, tradeNo, refundNo, url, createTime }: Row, { isForged, amountFen }: Lie): Promise<Told> {
    const trade = await this.#book.find(tradeNo);
    const refund = refundNo === null ? null : await this.#book.findRefund(refundNo);
    if (trade === undefined || refund === undefined) throw new Error('about nothing');
    const lie = amountFen === undefined ? {} : { amountFen };
    const notice: SandboxNotice =
      refund === null
        ? { id, createTime, trade: { ...trade, ...lie }, refund }
        : { id, createTime, trade, refund: { ...refund, ...lie } };
    const { headers, body } = await this.#wire.tell(notice, isForged);
    const response = await fetch(url, { method: 'POST', signal: AbortSignal.timeout(timeoutMs), headers, body });
    return { status: response.status, body: await response.text() };
  }

  /** Delivers what is due, once each. Processes share the work. @returns how many there were */
  async deliver(): Promise<number> {
    const { db, channel } = this.#book;
    const { rows } = await sql<Row>`
      update sbx_pay_notice set due_time = now() + interval '1 minute', attempts = attempts + 1 where id in (
        select id from sbx_pay_notice where channel = ${channel} and due_time <= now()
        order by due_time limit ${mostAtOnce} for update skip locked) returning ${columns}`.execute(db);
    await Promise.all(rows.map((row) => this.#attempt(row)));
    return rows.length;
  }

  async #amountOf({ tradeNo, refundNo }: Row): Promise<number> {
    const about = refundNo === null ? await this.#book.find(tradeNo) : await this.#book.findRefund(refundNo);
    return about?.amountFen ?? 0;
  }

  async #attempt(row: Row): Promise<void> {
    const { db, channel } = this.#book;
    const { told } = await faultsOf(db, channel, row.tradeNo);
    const amountFen = told === 'amount' ? (await this.#amountOf(row)) + wrongByFen : undefined;
    const once = () => this.tell(row, { isForged: told === 'forged', amountFen }).catch(() => undefined);
    const answers = await Promise.all(told === 'never' ? [] : told === 'twice' ? [once(), once()] : [once()]);
    const isDone = told === 'never' || answers.some((answer) => answer !== undefined && this.#wire.isTaken(answer));
    const next = isDone ? undefined : this.#wire.retrySeconds[row.attempts - 1];
    await sql`
      update sbx_pay_notice set due_time = now() + make_interval(secs => ${next ?? null}::float8)
      where id = ${row.id}`.execute(db);
  }
}

/** Moves the book and delivers its call-backs every second. Several processes may; it ends with the pool. */
export function startPayClock(pool: Pool, book: PayBook, notices: Notices): void {
  let isBusy = false;
  const tick = async (): Promise<void> => {
    if (isBusy) return;
    isBusy = true;
    try {
      while ((await book.move()) + (await notices.deliver()) > 0);
    } finally {
      isBusy = false;
    }
  };
  const clock = setInterval(() => {
    tick().catch(() => {
      if (pool.ended) clearInterval(clock);
    });
  }, everyMs);
  clock.unref();
}
