import { repairableClasses } from '@wheelhouse/entities/alarms/types';
import { callRefusal, criticalLevel } from '@wheelhouse/entities/templates/alarm-texts';
import { codes } from '@wheelhouse/entities/codes';
import { entityNamed } from '@wheelhouse/entities/registry';
import { parseInstant } from '@wheelhouse/contract/time';
import { sql } from 'kysely';
import { withTransaction } from '../../db/pool.ts';
import { wrongState } from '../../entity/state-text.ts';
import { audit } from '../../entity/audit.ts';
import { lockInScope } from '../../entity/read.ts';
import { rawFields } from '../../entity/write-fields.ts';
import type { CallContext } from '../../http/context.ts';
import { AppError } from '../../http/errors.ts';
import { vehicleFacts } from './facts.ts';
import { ownerText, pushByHand, templateValues, typeName } from './notify.ts';
import { storedTemplate } from '../templates/service.ts';
import { repairOrders } from './repair.ts';
import { logAlarms } from './tables.ts';
import { refuseField } from '../../http/field-texts.ts';
import { startOfDay, today } from '../../db/wall-clock.ts';

const alarm = entityNamed('alarm');
/** Messages a day that people may send about one alarm. */
const perDay = 3;

/** Writes to the owner about an alarm. @throws AppError 1001, 3005 no owner, 3008 three today already */
export async function push(
  ctx: CallContext,
  input: { readonly id: string; readonly templateId: string; readonly channels: readonly string[] },
): Promise<{ pushId: string }> {
  return withTransaction(ctx.app.db, async (tx) => {
    const template = input.templateId.startsWith('ALM_') ? await storedTemplate(tx, input.templateId) : undefined;
    if (!template) throw refuseField(ctx, 'templateId', 'invalid');
    const row = await lockInScope(ctx, tx, alarm, input.id, rawFields(alarm));
    if (input.channels.includes(String(codes.PushChannel.call)) && Number(row.level) < criticalLevel)
      throw refuseField(ctx, 'channels', callRefusal);
    const facts = await vehicleFacts(tx, String(row.vehicleId));
    if (!facts?.ownerUserId) throw new AppError(3005);
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from alm_alarm_log where alarm_id = ${row.id} and action = 'push' and operator_id is not null
        and time >= ${startOfDay(today)}`.execute(tx);
    if ((rows[0]?.n ?? 0) >= perDay) throw new AppError(3008);
    const values = templateValues(await typeName(tx, String(row.alarmType)), facts, {
      time: parseInstant(String(row.firstTime)) ?? new Date(),
      address: row.address === null ? null : String(row.address),
    });
    const pushId = await pushByHand(
      tx,
      { id: row.id, userId: facts.ownerUserId, vehicleId: facts.id },
      ownerText(template, values),
      input.channels,
    );
    await logAlarms(tx, [{ alarmId: row.id, action: 'push', operatorId: ctx.user.id, remark: template.name }]);
    await audit(tx, ctx, {
      action: 'push',
      entity: alarm.name,
      entityId: row.id,
      after: { templateId: input.templateId, channels: input.channels },
      functionCode: 'alarmManage.push',
    });
    return { pushId };
  });
}

/** Batteries and faults can become repair orders, one open at a time (3004). */
export async function createRepair(ctx: CallContext, id: string): Promise<{ repairOrderId: string }> {
  return withTransaction(ctx.app.db, async (tx) => {
    const row = await lockInScope(ctx, tx, alarm, id, rawFields(alarm));
    const orders = repairOrders();
    if (!orders) throw new AppError(1013);
    if (!repairableClasses.includes(Number(row.alarmClass))) throw wrongState('AlarmClass', row.alarmClass, ctx);
    const open = await orders.openFor(ctx, tx, row.id);
    if (open) throw new AppError(3004, { no: open.orderNo });
    const order = await orders.create(ctx, tx, { id: row.id, vehicleId: String(row.vehicleId) });
    await sql`update alm_alarm set repair_order_id = ${order.id}, rev = rev + 1, update_time = now(), update_by = ${ctx.user.id} where id = ${row.id}`.execute(
      tx,
    );
    await logAlarms(tx, [{ alarmId: row.id, action: 'createRepair', operatorId: ctx.user.id, remark: order.orderNo }]);
    await audit(tx, ctx, {
      action: 'createRepair',
      entity: alarm.name,
      entityId: row.id,
      after: { repairOrderId: order.id },
      functionCode: 'alarmManage.createRepair',
    });
    return { repairOrderId: order.id };
  });
}

/** The order that was just made for an alarm is taken back: by whoever made it, before anybody has dealt with it. @throws AppError 1002, 1003, 1004 */
export async function withdrawRepair(ctx: CallContext, id: string): Promise<{ repairOrderId: string }> {
  return withTransaction(ctx.app.db, async (tx) => {
    const row = await lockInScope(ctx, tx, alarm, id, rawFields(alarm));
    const orders = repairOrders();
    if (!orders) throw new AppError(1013);
    const order = await orders.withdraw(ctx, tx, row.id);
    await sql`update alm_alarm set repair_order_id = null, rev = rev + 1, update_time = now(), update_by = ${ctx.user.id} where id = ${row.id}`.execute(
      tx,
    );
    await logAlarms(tx, [
      { alarmId: row.id, action: 'withdrawRepair', operatorId: ctx.user.id, remark: order.orderNo },
    ]);
    await audit(tx, ctx, {
      action: 'withdrawRepair',
      entity: alarm.name,
      entityId: row.id,
      before: { repairOrderId: order.id },
      after: { repairOrderId: null },
      functionCode: 'alarmManage.createRepair',
    });
    return { repairOrderId: order.id };
  });
}
