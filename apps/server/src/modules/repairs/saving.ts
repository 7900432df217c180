import { codes } from '@wheelhouse/entities/codes';
import { parseInstant } from '@wheelhouse/contract/time';
import { sql } from 'kysely';
import type { Tx } from '../../db/pool.ts';
import type { HooksOf, SavingOf } from '../../entity/hooks.ts';
import type { CallContext } from '../../http/context.ts';
import { refuseField } from '../../http/field-texts.ts';
import { notifyStaff } from '../messages/service.ts';
import { acceptBy, isOpenAt } from './clock.ts';
import { repairDealer, type RepairDealer } from './dealers.ts';
import { addLine, byUser, nextOrderNo, repairPath, repairStatus } from './records.ts';

const { rescue } = codes.RepairServiceType;
/** D:Priority. */
const high = 3;

interface Vehicle {
  readonly ownerUserId: string | null;
  readonly cityId: string | null;
  readonly odometerKm: number | null;
}

async function vehicleOf(tx: Tx, vehicleId: string): Promise<Vehicle | undefined> {
  const { rows } = await sql<Vehicle>`
    select v.owner_user_id::text as owner_user_id, d.city_id, s.odometer_km::float8 as odometer_km
    from veh_vehicle v left join dlr_dealer d on d.id = v.dealer_id left join veh_vehicle_status s on s.vehicle_id = v.id
    where v.id = ${vehicleId} and not v.deleted`.execute(tx);
  return rows[0];
}

type Values = SavingOf<'repairOrder'>['values'];

/** @throws AppError 1001 an appointment while the dealer is closed */
export function refuseClosed(ctx: Pick<CallContext, 'lang'>, dealer: RepairDealer | undefined, at: unknown): void {
  const time = typeof at === 'string' ? parseInstant(at) : undefined;
  if (dealer === undefined || time === undefined || isOpenAt(dealer.businessHours, time)) return;
  throw refuseField(ctx, 'appointmentTime', {
    zh: '不在网点营业时间内',
    en: 'The dealer is closed at this time',
  });
}

/** What every new order has beside its form: number, owner, city, odometer, and the time in which it has to be accepted. @returns its number */
export async function fillNew(
  tx: Tx,
  ctx: Pick<CallContext, 'lang'>,
  values: Values,
  source: (typeof codes.RepairSource)[keyof typeof codes.RepairSource],
): Promise<string> {
  const vehicle = await vehicleOf(tx, String(values.vehicleId));
  const dealerId = typeof values.dealerId === 'string' ? values.dealerId : undefined;
  const dealer = dealerId === undefined ? undefined : await repairDealer(tx, ctx, dealerId);
  refuseClosed(ctx, dealer, values.appointmentTime);
  const isRescue = Number(values.serviceType) === rescue;
  const orderNo = await nextOrderNo(tx);
  Object.assign(values, {
    orderNo,
    source,
    userId: vehicle?.ownerUserId ?? null,
    cityId: values.cityId ?? dealer?.cityId ?? vehicle?.cityId ?? null,
    odometerKm: vehicle?.odometerKm ?? null,
    status: repairStatus.unhandled,
    escalated: 0,
    auditRequested: 0,
    dueTime: acceptBy(new Date()),
    // A rescue is urgent whatever the form says.
    priority: isRescue ? Math.max(high, Number(values.priority ?? high)) : (values.priority ?? 2),
  });
  return orderNo;
}

/** Notifies customer service of an order that waits for it. */
export async function announce(tx: Tx, id: string, orderNo: string, isEscalated = false): Promise<void> {
  await notifyStaff(tx, {
    functionCode: 'repairListsManage.dispatch',
    level: isEscalated ? 4 : 2,
    title: isEscalated
      ? { zh: '报修单无人接单', en: 'Repair order not accepted' }
      : { zh: '新的报修单', en: 'New repair order' },
    body: { zh: `报修单${orderNo}待受理。`, en: `Repair order ${orderNo} waits to be dispatched.` },
    path: repairPath(id),
  });
}

const sourceOf = ({ user }: CallContext): 2 | 3 =>
  user.userType === 2 ? codes.RepairSource.dealer : codes.RepairSource.phone;

export const repairRules: Pick<HooksOf<'repairOrder'>, 'beforeSave' | 'afterSave'> = {
  async beforeSave({ ctx, tx, old, values }) {
    if (old !== undefined) {
      // A form without an address leaves the city, by which regions see the order.
      if (values.cityId === null) delete values.cityId;
      if (typeof old.dealerId === 'string' && values.appointmentTime !== undefined)
        refuseClosed(ctx, await repairDealer(tx, ctx, old.dealerId), values.appointmentTime);
      return;
    }
    // An order of a dealer is their own; those of alarms and feedback say their source.
    if (ctx.user.userType === 2 && ctx.user.dealerId !== null) values.dealerId = ctx.user.dealerId;
    const source = values.alarmId
      ? codes.RepairSource.alarm
      : values.feedbackId
        ? codes.RepairSource.feedback
        : sourceOf(ctx);
    await fillNew(tx, ctx, values, source);
  },
  async afterSave({ ctx, tx, id, old, values }) {
    if (old !== undefined) return;
    await addLine(tx, { ...byUser(ctx.user), orderId: id, action: 'add', to: repairStatus.unhandled, shown: true });
    await announce(tx, id, String(values.orderNo));
  },
};
