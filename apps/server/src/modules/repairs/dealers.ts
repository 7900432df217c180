import { machines } from '@wheelhouse/entities/machines';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/pool.ts';
import { fieldRefusal } from '../../entity/check.ts';
import type { CallContext } from '../../http/context.ts';
import { refuseField } from '../../http/field-texts.ts';

const { active } = machines['SM-Dealer'].states;
type Speaking = Pick<CallContext, 'lang'>;

export interface RepairDealer {
  readonly id: string;
  readonly name: string;
  readonly cityId: string;
  readonly dealerType: number;
  readonly status: number;
  readonly businessHours: readonly { readonly days: readonly number[]; readonly from: string; readonly to: string }[];
}

const salesOnly = 1;

/** The dealer an order goes to. @throws AppError 5152 it is suspended; 1001 it does not repair */
export async function repairDealer(tx: Db | Tx, ctx: CallContext | Speaking, id: string): Promise<RepairDealer> {
  const { rows } = await sql<RepairDealer>`
    select id::text as id, name, city_id, dealer_type, status, business_hours from dlr_dealer where id = ${id} and not deleted`.execute(
    tx,
  );
  const [found] = rows;
  if (found === undefined) throw refuseField(ctx, 'dealerId', 'invalid');
  if (found.status !== active) throw fieldRefusal(ctx, 'dealerId', 5152);
  if (found.dealerType === salesOnly)
    throw refuseField(ctx, 'dealerId', { zh: '该网点不提供维修', en: 'This dealer does not repair' });
  return found;
}

/** @throws AppError 1001 unless the technician works there */
export async function refuseForeignTechnician(
  tx: Tx,
  ctx: Speaking,
  technicianId: string | null | undefined,
  dealerId: string | null,
): Promise<void> {
  if (technicianId === null || technicianId === undefined) return;
  const { rows } = await sql`
    select 1 from dlr_staff where id = ${technicianId} and dealer_id = ${dealerId} and enabled = 1 and not deleted`.execute(
    tx,
  );
  if (rows.length > 0) return;
  throw refuseField(ctx, 'technicianId', { zh: '该技师不属于此网点', en: 'Not a technician at this dealer' });
}
