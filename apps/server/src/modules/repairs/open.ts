import { codes } from '@wheelhouse/entities/codes';
import type { EntityName } from '@wheelhouse/entities/registry';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/pool.ts';
import { audit } from '../../entity/audit.ts';
import { holds } from '../../entity/read.ts';
import { unseal } from '../../entity/seal.ts';
import { wrongState } from '../../entity/state-text.ts';
import { auditAdded, insertChecked } from '../../entity/write.ts';
import type { CallContext, SessionUser } from '../../http/context.ts';
import { AppError } from '../../http/errors.ts';
import type { RepairOrders } from '../alarms/service.ts';
import { addLine, byUser, repairEntity, repairStatus } from './records.ts';

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

interface OpenOrder extends Made {
  readonly status: number;
  readonly createBy: string | null;
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
): Promise<OpenOrder | undefined> {
  const { rows } = await sql<OpenOrder>`
    select id::text as id, order_no, status, create_by::text as create_by from cs_repair_order
    where ${sql.raw(of === 'alarm' ? 'alarm_id' : 'feedback_id')} = ${id} and status < ${repairStatus.done} and not deleted limit 1`.execute(
    tx,
  );
  return rows[0];
}

/** Whoever made an order, or may cancel orders, takes it back, before anybody has dealt with it. */
const mayWithdraw = (user: SessionUser, { status, createBy }: OpenOrder): boolean =>
  status === repairStatus.unhandled &&
  holds(user, 'alarmManage.createRepair') &&
  (createBy === user.id || holds(user, 'repairListsManage.cancel'));

/** Cancels the order of an alarm that nobody has dealt with yet, on behalf of whoever made it. @throws AppError 1002, 1003, 1004 */
async function withdrawOrder(ctx: CallContext, tx: Tx, alarmId: string): Promise<Made> {
  const open = await openOrderOf(tx, 'alarm', alarmId);
  if (open === undefined) throw new AppError(1002);
  await sql`select 1 from cs_repair_order where id = ${open.id} for update`.execute(tx);
  const now = await openOrderOf(tx, 'alarm', alarmId);
  if (now?.status !== repairStatus.unhandled) throw wrongState('RepairStatus', now?.status ?? repairStatus.done, ctx);
  if (!mayWithdraw(ctx.user, now)) throw new AppError(1003);
  const [from, to] = [repairStatus.unhandled, repairStatus.cancelled];
  await sql`update cs_repair_order set status = ${to}, end_reason = ${withdrawn.zh}, finish_time = now(), due_time = null, rev = rev + 1,
    update_time = now(), update_by = ${ctx.user.id} where id = ${open.id}`.execute(tx);
  await addLine(tx, {
    ...byUser(ctx.user),
    orderId: open.id,
    action: 'cancel',
    from,
    to,
    content: withdrawn[ctx.lang],
  });
  await audit(tx, ctx, {
    action: 'cancel',
    entity: repairEntity.name,
    entityId: open.id,
    before: { status: from },
    after: { status: to, endReason: withdrawn.zh },
    functionCode: 'alarmManage.createRepair',
  });
  return open;
}

/** Categories of D:LargeProblemClassification by D:AlarmClass, of the classes that become repair orders. */
const categories = {
  [codes.AlarmClass.battery]: ['P01', 'P0101'],
  [codes.AlarmClass.fault]: ['P02', 'P0201'],
} as const;

const withdrawn = { zh: '报警转报修后撤回', en: 'Taken back after it was made from an alarm' } as const;

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
  withdraw: withdrawOrder,
  async openFor(ctx, tx, alarmId) {
    const open = await openOrderOf(tx, 'alarm', alarmId);
    return open && { id: open.id, orderNo: open.orderNo, mayWithdraw: mayWithdraw(ctx.user, open) ? 1 : 0 };
  },
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
