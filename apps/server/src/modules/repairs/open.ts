import type { EntityName } from '@wheelhouse/entities/registry';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/pool.ts';
import { unseal } from '../../entity/seal.ts';
import { auditAdded, insertChecked } from '../../entity/write.ts';
import type { CallContext } from '../../http/context.ts';
import { AppError } from '../../http/errors.ts';
import type { RepairOrders } from '../alarms/service.ts';
import { repairEntity, repairStatus } from './records.ts';

interface Contact {
  readonly contactName: string;
  readonly contactMobile: string;
}
interface Sealed {
  readonly nickname: string | null;
  readonly realNameEnc: Buffer | null;
  readonly userMobileEnc: Buffer | null;
  readonly dealerNameEnc: Buffer | null;
  readonly dealerMobileEnc: Buffer | null;
}

/** Whom to call about a vehicle: its owner; of one that is not bound, its dealer. @throws AppError 3005 it has neither */
export async function contactOf(tx: Tx, { app }: Pick<CallContext, 'app'>, vehicleId: string): Promise<Contact> {
  const { rows } = await sql<Sealed>`
    select u.nickname, u.real_name_enc, u.mobile_enc as user_mobile_enc, d.contact_name_enc as dealer_name_enc, d.contact_mobile_enc as dealer_mobile_enc
    from veh_vehicle v left join usr_app_user u on u.id = v.owner_user_id left join dlr_dealer d on d.id = v.dealer_id
    where v.id = ${vehicleId}`.execute(tx);
  const [row] = rows;
  const { secrets } = app;
  if (row?.userMobileEnc)
    return {
      contactName: row.realNameEnc ? unseal(secrets, row.realNameEnc) : (row.nickname ?? ''),
      contactMobile: unseal(secrets, row.userMobileEnc),
    };
  if (row?.dealerNameEnc && row.dealerMobileEnc)
    return { contactName: unseal(secrets, row.dealerNameEnc), contactMobile: unseal(secrets, row.dealerMobileEnc) };
  throw new AppError(3005);
}

interface Origin {
  readonly vehicleId: string;
  readonly alarmId?: string;
  readonly feedbackId?: string;
  readonly faultCategory: string;
  readonly faultSub: string;
  readonly faultDesc: string;
  readonly priority: number;
}

interface Made {
  readonly id: string;
  readonly orderNo: string;
}

/** Makes an order from another record of the platform, in its transaction; its appointment is made when it is dispatched. */
export async function openOrder(ctx: CallContext, tx: Tx, origin: Origin): Promise<Made> {
  const values: Record<string, unknown> = {
    ...origin,
    ...(await contactOf(tx, ctx, origin.vehicleId)),
    serviceType: 1,
  };
  const { id } = await insertChecked(ctx, tx, repairEntity, values, false);
  await auditAdded(ctx, tx, repairEntity, [id], false);
  const { orderNo } = values;
  return { id, orderNo: String(orderNo) };
}

/** The order that was made for a record and is not finished. */
export async function openOrderOf(
  tx: Db | Tx,
  of: Extract<EntityName, 'alarm' | 'feedback'>,
  id: string,
): Promise<Made | undefined> {
  const { rows } = await sql<Made>`
    select id::text as id, order_no from cs_repair_order
    where ${sql.raw(of === 'alarm' ? 'alarm_id' : 'feedback_id')} = ${id} and status < ${repairStatus.done} and not deleted limit 1`.execute(
    tx,
  );
  return rows[0];
}

/** D:AlarmClass 2 is the battery, 3 a fault; their categories of D:LargeProblemClassification. */
const categories = { 2: ['P01', 'P0101'], 3: ['P02', 'P0201'] } as const;

/** What alarms know of repair orders. */
export const ordersOfAlarms: RepairOrders = {
  async create(ctx, tx, { id, vehicleId }) {
    const { rows } = await sql<{ alarmClass: 2 | 3; level: number; name: string; alarmNo: string }>`
      select a.alarm_class, a.level, a.alarm_no, coalesce(c.name, a.alarm_type) as name from alm_alarm a
      left join sys_item_code c on c.category = 'AlarmType' and c.code = a.alarm_type and not c.deleted where a.id = ${id}`.execute(
      tx,
    );
    const [alarm] = rows;
    if (alarm === undefined) throw new AppError(1002);
    const [faultCategory, faultSub] = categories[alarm.alarmClass] ?? categories[3];
    return openOrder(ctx, tx, {
      vehicleId,
      alarmId: id,
      faultCategory,
      faultSub,
      faultDesc: `报警${alarm.alarmNo}：${alarm.name}`,
      priority: alarm.level === 4 ? 4 : alarm.level === 3 ? 3 : 2,
    });
  },
  openFor: (tx, alarmId) => openOrderOf(tx, 'alarm', alarmId),
  async forgetAlarms(tx, alarmIds) {
    await sql`update cs_repair_order set alarm_id = null where alarm_id = any(${[...alarmIds]}::bigint[])`.execute(tx);
  },
  async inRepair(tx, vehicleId) {
    const { rows } = await sql`
      select 1 from cs_repair_order where vehicle_id = ${vehicleId} and status = ${repairStatus.inRepair} and not deleted limit 1`.execute(
      tx,
    );
    return rows.length > 0;
  },
};
