import type { CallContext } from '../../http/context.ts';
import type { Tx } from '../../db/pool.ts';
import type { Work } from './tables.ts';

/** Interface that the repair order domain provides to alarms. */
export interface RepairOrders {
  /** Makes an order for an alarm's vehicle, filled in from it. */
  create(
    ctx: CallContext,
    tx: Tx,
    alarm: { readonly id: string; readonly vehicleId: string },
  ): Promise<{ readonly id: string; readonly orderNo: string }>;
  /**
   * Takes back the order that was made for the alarm, as long as nobody has dealt with it.
   * @throws AppError 1002 there is none, 1003 another user made it, 1004 it is under way
   */
  withdraw(ctx: CallContext, tx: Tx, alarmId: string): Promise<{ readonly id: string; readonly orderNo: string }>;
  /** The order that was made for the alarm and is not finished. */
  openFor(
    ctx: CallContext,
    tx: Work,
    alarmId: string,
  ): Promise<{ readonly id: string; readonly orderNo: string; readonly mayWithdraw: 0 | 1 } | undefined>;
  /** Orders of these alarms, which are about to be deleted, stay without them. */
  forgetAlarms(tx: Tx, alarmIds: readonly string[]): Promise<void>;
  /** The vehicle is in the workshop. */
  inRepair(tx: Work, vehicleId: string): Promise<boolean>;
}

let registered: RepairOrders | undefined;

/** Called once by the domain of repair orders; until then alarms offer none. */
export function registerRepairOrders(orders: RepairOrders): void {
  registered = orders;
}

export const repairOrders = (): RepairOrders | undefined => registered;

export const inRepair = async (tx: Work, vehicleId: string): Promise<boolean> =>
  (await registered?.inRepair(tx, vehicleId)) ?? false;
