import { sql } from 'kysely';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { Db } from '../../../db/pool.ts';

/** What goes wrong at a sandbox, for one trade or all of a channel. */
export const payFaults = z
  .object({
    /** Every call about it is answered as by a broken server. */
    down: z.boolean(),
    /** Every call about it is answered later. */
    delayMs: z.int().min(0).max(60_000),
    /** What the channel refuses. A refund is accepted first. */
    refuse: z.enum(['create', 'pay', 'refund']),
    /** How call-backs go wrong: none, two copies at the same moment, a wrong amount, or a signature of somebody else's. */
    told: z.enum(['never', 'twice', 'amount', 'forged']),
    /** Call-backs wait so long before their first delivery: planted before a payment and lifted before its refund, they come out of order. */
    lateSec: z.int().min(0).max(86_400),
    /** Of a whole channel: how its bills go wrong. */
    bill: z.enum(['truncated', 'column', 'sum', 'hash']),
  })
  .partial();
export type PayFaults = z.output<typeof payFaults>;

/** Of a trade, over those of its whole channel. */
export async function faultsOf(db: Db, channel: number, tradeNo: string): Promise<PayFaults> {
  const { rows } = await sql<{ faults: unknown }>`
    select faults from sbx_pay_fault where channel = ${channel} and trade_no in ('', ${tradeNo}) order by trade_no`.execute(
    db,
  );
  return Object.assign({}, ...rows.map(({ faults }) => payFaults.parse(faults)));
}

/** Takes the place of what was planted before; nothing lifts it. An empty number means the whole channel. */
export async function plantFaults(db: Db, channel: number, tradeNo: string, faults: PayFaults): Promise<void> {
  await sql`
    insert into sbx_pay_fault (channel, trade_no, faults) values (${channel}, ${tradeNo}, ${JSON.stringify(faults)}::jsonb)
    on conflict (channel, trade_no) do update set faults = excluded.faults`.execute(db);
}

/** The same at the beginning of a call about it, which waits as long as they say. */
export async function meetFaults(db: Db, channel: number, tradeNo: string): Promise<PayFaults> {
  const faults = await faultsOf(db, channel, tradeNo);
  if (faults.delayMs !== undefined) await sleep(faults.delayMs, undefined, { ref: false });
  return faults;
}
