import { sql } from 'kysely';
import type { Tx } from '../../db/pool.ts';
import type { seal } from '../../entity/seal.ts';
import { repairStatus } from './records.ts';

const { dispatched, toConfirm, done } = repairStatus;

/** How many orders a dealer has to work on. */
export async function openOrdersOfDealer(tx: Tx, dealerId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from cs_repair_order
    where dealer_id = ${dealerId} and status between ${dispatched} and ${toConfirm} and not deleted`.execute(tx);
  return rows[0]?.n ?? 0;
}

/** Whether an owner has an order that is neither done nor given up. */
export async function hasOpenOrder(tx: Tx, userId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from cs_repair_order where user_id = ${userId} and status < ${done} and not deleted limit 1`.execute(tx);
  return rows.length > 0;
}

/** Puts `nobody` in the place of the contact in the orders of an erased owner; the orders stay. */
export async function forgetContacts(tx: Tx, userId: string, nobody: ReturnType<typeof seal>): Promise<void> {
  const { enc, hash } = nobody;
  await sql`
    update cs_repair_order set contact_name_enc = ${enc}, contact_name_hash = ${hash}, contact_name_mask = '已注销',
      contact_mobile_enc = ${enc}, contact_mobile_hash = ${hash}, contact_mobile_mask = '已注销',
      address_enc = null, address_hash = null, address_mask = null, lng = null, lat = null,
      rev = rev + 1, update_time = now(), update_by = null
    where user_id = ${userId}`.execute(tx);
}
