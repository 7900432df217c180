import type { Text } from '@wheelhouse/contract/lang';
import { machines } from '@wheelhouse/entities/machines';
import { entityNamed } from '@wheelhouse/entities/registry';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/pool.ts';
import { todayDigits } from '../../db/wall-clock.ts';
import type { SessionUser } from '../../http/context.ts';
import { notifyOwner } from '../messages/service.ts';
import { builtInText } from '../templates/service.ts';

export const repairStatus = machines['SM-Repair'].states;
export const repairEntity = entityNamed('repairOrder');

/** `RP`, the day, running number. */
export async function nextOrderNo(tx: Tx): Promise<string> {
  const { rows } = await sql<{ no: string }>`
    select 'RP' || ${todayDigits} || lpad(nextval('seq_repair_order')::text, 6, '0') as no`.execute(tx);
  return rows[0]?.no ?? '';
}

/** Page of the console about one order. */
export const repairPath = (id: string): string => `/guideUseManage/repairDetail?id=${id}`;

/** Who did what the log says. */
export interface Actor {
  readonly operatorType: 'staff' | 'dealer' | 'app' | 'system';
  readonly operatorId: string | null;
}

export const byUser = ({ id, userType }: Pick<SessionUser, 'id' | 'userType'>): Actor => ({
  operatorType: userType === 2 ? 'dealer' : 'staff',
  operatorId: id,
});
export const byApp: Actor = { operatorType: 'app', operatorId: null };
export const bySystem: Actor = { operatorType: 'system', operatorId: null };

interface Line extends Actor {
  readonly orderId: string;
  readonly action: string;
  readonly from?: number;
  readonly to?: number;
  readonly content?: string | null | undefined;
  readonly images?: readonly string[] | null | undefined;
  /** Whether the owner reads the line in the app. */
  readonly shown?: boolean;
}

/** Adds a line to the log of an order. */
export async function addLine(tx: Db | Tx, line: Line): Promise<void> {
  const { orderId, action, from = null, to = null, content = null, shown = false, operatorType, operatorId } = line;
  const files = line.images && line.images.length > 0 ? [...line.images] : null;
  await sql`
    insert into cs_repair_log (order_id, action, from_status, to_status, operator_type, operator_id, content, images, visible_to_owner, create_by)
    values (${orderId}, ${action}, ${from}, ${to}, ${operatorType}, ${operatorId}, ${content}, ${files}::text[], ${shown ? 1 : 0}, ${operatorId})`.execute(
    tx,
  );
}

interface OwnedOrder {
  readonly id: string;
  readonly orderNo: string;
  readonly userId: string | null;
  readonly vehicleId: string;
}

/** Notifies the owner of the progress of an order; a vehicle without an owner has nobody to notify. */
export async function notifyOfProgress(tx: Tx, order: OwnedOrder, progress: Text): Promise<void> {
  const { id, orderNo, userId, vehicleId } = order;
  if (userId === null) return;
  await notifyOwner(tx, {
    userId,
    kind: 'service',
    ...(await builtInText(tx, 'REPAIR_PROGRESS', { orderNo, progress })),
    route: `/repair/${orderNo}`,
    vehicleId,
    ref: { type: 'repairOrder', id },
  });
}

/** Accounts of a dealer that are in use. */
export async function accountsOf(tx: Tx, dealerId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id::text as id from sys_user where dealer_id = ${dealerId} and enabled = 1 and not deleted`.execute(tx);
  return rows.map(({ id }) => id);
}
