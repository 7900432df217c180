import { codes } from '@wheelhouse/entities/codes';
import { entityNamed, labelOf } from '@wheelhouse/entities/registry';
import { type ActionOf, only } from '../../../entity/hooks.ts';
import { AppError } from '../../../http/errors.ts';
import { type KindOfChange, requestChange } from '../../changes/service.ts';
import { unbindVehicle } from '../../binding/service.ts';

const entity = entityNamed('vehicle');

/** Unbinding from the console, whatever the owner says: a reason proves nothing, so that somebody else decides. */
export async function requestUnbinding(action: ActionOf<'vehicle', 'unbind'>): Promise<{ readonly waiting: string }> {
  const { ctx, tx, input } = action;
  const row = only(action);
  const owner = row.ownerUserId;
  if (owner === null) throw new AppError(2302);
  const label = labelOf(entity, 'ownerUserId');
  // Who decides reads whom the vehicle is taken from: the number as lists show it.
  const { mobileMask } = await tx
    .selectFrom('usr_app_user')
    .select('mobileMask')
    .where('id', '=', owner)
    .executeTakeFirstOrThrow();
  const waiting = await requestChange(ctx, tx, {
    kind: codes.ChangeKind.unbind,
    action: codes.ChangeAction.unbind,
    subject: row.vin ?? row.frameNo ?? row.id,
    content: {
      target: { id: row.id, rev: row.rev },
      fields: [{ field: 'ownerUserId', label: label.zh, labelEn: label.en, before: mobileMask, after: null }],
    },
    userId: owner,
    vehicleId: row.id,
    reason: input.reason,
  });
  return { waiting };
}

/** A vehicle loses the owner of whom the request speaks. */
export const forcedUnbinding: KindOfChange = {
  right: 'vehicleManage.unbind',
  async carryOut(ctx, tx, request) {
    const { vehicleId, userId, reason } = request;
    if (vehicleId === null || userId === null) throw new AppError(1002);
    const vehicle = await tx
      .selectFrom('veh_vehicle')
      .select('ownerUserId')
      .where('id', '=', vehicleId)
      .forUpdate()
      .executeTakeFirst();
    if (vehicle?.ownerUserId !== userId) throw new AppError(1145);
    await unbindVehicle(tx, {
      vehicleId,
      action: codes.BindAction.forceUnbind,
      channel: codes.BindChannel.console,
      operatorId: ctx.user.id,
      reason: reason ?? '',
    });
  },
};
