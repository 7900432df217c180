import { machines } from '@wheelhouse/entities/machines';
import { codes } from '@wheelhouse/entities/codes';
import { sql } from 'kysely';
import type { Tx } from '../../db/pool.ts';
import { AppError } from '../../http/errors.ts';
import { notifyOwner } from '../messages/service.ts';
import { builtInText } from '../templates/service.ts';
import { refuseStolen } from '../fleet/shared/service.ts';
import { desireConfig, renewKey } from './device-config.ts';
import { logBinding, type BindingStep } from './log.ts';

const { bound, unbound } = machines['SM-Binding'].states;

/** Why and by whom a vehicle loses its owner. */
export interface Unbinding extends Pick<
  BindingStep,
  'vehicleId' | 'channel' | 'operatorId' | 'reason' | 'applicationNo'
> {
  readonly action: (typeof codes)['BindAction']['unbind' | 'forceUnbind' | 'transfer'];
}

interface OpenBinding {
  readonly id: string;
  readonly userId: string;
  readonly bindType: number;
}

/** The bindings in force of a vehicle, locked; the owner's first. */
export async function lockBindings(tx: Tx, vehicleId: string): Promise<readonly OpenBinding[]> {
  await sql`select 1 from veh_vehicle where id = ${vehicleId} for update`.execute(tx);
  const rows = await tx
    .selectFrom('veh_binding')
    .select(['id', 'userId', 'bindType'])
    .where('vehicleId', '=', vehicleId)
    .where('status', '=', bound)
    .where('deleted', '=', false)
    .orderBy('bindType')
    .forUpdate()
    .execute();
  return rows.map((row) => ({ ...row, bindType: Number(row.bindType) }));
}

async function serial(tx: Tx, vehicleId: string): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    select coalesce(vin, frame_no, '') as name from veh_vehicle where id = ${vehicleId}`.execute(tx);
  return rows[0]?.name ?? '';
}

async function notifyUser(tx: Tx, { userId, bindType }: OpenBinding, vehicleId: string, vin: string): Promise<void> {
  const owner = bindType === codes.BindType.owner;
  await notifyOwner(tx, {
    userId,
    kind: 'service',
    ...(await builtInText(tx, owner ? 'VEHICLE_UNBOUND' : 'SHARE_ENDED', { vin6: vin.slice(-6) })),
    route: '/vehicles',
    vehicleId,
  });
}

/**
 * Unbinds a vehicle from its owner, with all consequences, for every reason: the owner's
 * binding and all shares end, the control unit gets a new Bluetooth key, each step is logged, and all users are notified. Activation and the old
 * owner's trips stay.
 * @throws AppError 2303 stolen case open, 2302 not bound
 */
export async function unbindVehicle(tx: Tx, unbinding: Unbinding): Promise<void> {
  const { vehicleId, operatorId } = unbinding;
  const bindings = await lockBindings(tx, vehicleId);
  await refuseStolen(tx, vehicleId);
  if (bindings.length === 0) throw new AppError(2302);
  const done = { rev: sql<number>`rev + 1`, updateTime: new Date(), updateBy: operatorId };
  await tx
    .updateTable('veh_binding')
    .set({ ...done, status: unbound, unbindTime: new Date() })
    .where('vehicleId', '=', vehicleId)
    .where('status', '=', bound)
    .execute();
  await tx
    .updateTable('veh_vehicle')
    .set({ ...done, bindStatus: unbound, ownerUserId: null })
    .where('id', '=', vehicleId)
    .execute();
  await desireConfig(tx, vehicleId, { newKey: true });
  const vin = await serial(tx, vehicleId);
  for (const binding of bindings) {
    const { userId, bindType } = binding;
    const action = bindType === codes.BindType.owner ? unbinding.action : codes.BindAction.unshare;
    await logBinding(tx, { ...unbinding, userId, action });
    await notifyUser(tx, binding, vehicleId, vin);
  }
}

/** A share that is to end. */
export interface ShareEnd extends Pick<BindingStep, 'vehicleId' | 'userId' | 'channel' | 'operatorId' | 'reason'> {
  /** The user ended the share, or their account ends, and gets no notice. */
  readonly own?: boolean;
}

/** Ends one share; the owner's binding stays, and the others' phones get keys of the new version. @throws AppError 1002 no such share */
export async function endShare(tx: Tx, { own = false, ...share }: ShareEnd): Promise<void> {
  const { vehicleId, userId, operatorId } = share;
  await lockBindings(tx, vehicleId);
  const ended = await tx
    .updateTable('veh_binding')
    .set({ status: unbound, unbindTime: new Date(), rev: sql`rev + 1`, updateTime: new Date(), updateBy: operatorId })
    .where('vehicleId', '=', vehicleId)
    .where('userId', '=', userId)
    .where('bindType', '=', codes.BindType.share)
    .where('status', '=', bound)
    .where('deleted', '=', false)
    .executeTakeFirst();
  if (ended.numUpdatedRows === 0n) throw new AppError(1002);
  await renewKey(tx, vehicleId);
  await logBinding(tx, { ...share, action: codes.BindAction.unshare });
  if (own) return;
  const vin = await serial(tx, vehicleId);
  await notifyOwner(tx, {
    userId,
    kind: 'service',
    ...(await builtInText(tx, 'SHARE_REMOVED', { vin6: vin.slice(-6) })),
    route: '/vehicles',
    vehicleId,
  });
}

/** Ends what others share with a user whose account is erased. */
export async function endSharesWith(tx: Tx, userId: string): Promise<void> {
  const shares = await tx
    .selectFrom('veh_binding')
    .select('vehicleId')
    .where('userId', '=', userId)
    .where('bindType', '=', codes.BindType.share)
    .where('status', '=', bound)
    .where('deleted', '=', false)
    .orderBy('vehicleId')
    .execute();
  for (const { vehicleId } of shares)
    await endShare(tx, {
      vehicleId,
      userId,
      channel: codes.BindChannel.system,
      operatorId: null,
      reason: null,
      own: true,
    });
}
