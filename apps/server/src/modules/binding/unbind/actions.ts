import { codes } from '@wheelhouse/entities/codes';
import { only, type ActionHandlers, type ActionOf } from '../../../entity/hooks.ts';
import { AppError } from '../../../http/errors.ts';
import { unbindVehicle } from '../service.ts';
import { refuseStolen } from '../../fleet/shared/service.ts';
import { announce, noticeHours, notifyApplicant, type NoticeFacts } from './notices.ts';

type Action = ActionOf<'unbindApplication'>;
type Application = Action['rows'][number];

const facts = ({ id, applicationNo, vehicleId, currentOwnerId, applicantUserId }: Application): NoticeFacts => ({
  id,
  applicationNo,
  vehicleId,
  currentOwnerId,
  applicantUserId,
});
const remark = ({ input }: Action): string | null => input.remark ?? null;

/** A dealer's account does not decide on what its own shop submitted. @throws AppError 2305 */
function refuseOwnShop({ ctx }: Action, row: Application): void {
  if (ctx.user.userType === 2 && row.submitDealerId === ctx.user.dealerId) throw new AppError(2305);
}

/** Whoever submitted an application for somebody does not decide on it. @throws AppError 5002 */
function refuseOwn({ ctx }: Action, row: Application): void {
  if (row.createBy === ctx.user.id) throw new AppError(5002);
}

const review = (action: Action) => ({
  reviewerId: action.ctx.user.id,
  reviewTime: new Date(),
  reviewRemark: remark(action),
});
const secondReview = (action: Action) => ({
  secondReviewerId: action.ctx.user.id,
  secondReviewTime: new Date(),
  secondRemark: remark(action),
});

/** @throws AppError 2302 the owner in question is no longer bound */
async function refuseUnbound({ tx }: Action, row: Application): Promise<void> {
  const vehicle = await tx
    .selectFrom('veh_vehicle')
    .select('ownerUserId')
    .where('id', '=', row.vehicleId)
    .forUpdate()
    .executeTakeFirst();
  if (!vehicle?.ownerUserId || vehicle.ownerUserId !== row.currentOwnerId) throw new AppError(2302);
}

async function unbind(action: Action, row: Application): Promise<void> {
  await refuseUnbound(action, row);
  await unbindVehicle(action.tx, {
    vehicleId: row.vehicleId,
    action: codes.BindAction.unbind,
    channel: codes.BindChannel.console,
    operatorId: action.ctx.user.id,
    reason: remark(action) ?? row.reason,
    applicationNo: row.applicationNo,
  });
}

/** Handlers of the actions of `entities/vehicles/unbind-actions.ts`. */
export const unbindHandlers: ActionHandlers<'unbindApplication'> = {
  async approve(action) {
    const row = only(action);
    refuseOwnShop(action, row);
    refuseOwn(action, row);
    await refuseStolen(action.tx, row.vehicleId);
    await refuseUnbound(action, row);
    const noticeEndTime = new Date(Date.now() + noticeHours * 3_600_000);
    action.store({ ...review(action), noticeEndTime });
    await announce(action.tx, facts(row));
  },
  async approveNow(action) {
    const row = only(action);
    refuseOwnShop(action, row);
    refuseOwn(action, row);
    await unbind(action, row);
    action.store({ ...review(action), unbindTime: new Date() });
    await notifyApplicant(action.tx, facts(row), 'unbound', null);
  },
  async reject(action) {
    const row = only(action);
    refuseOwnShop(action, row);
    action.store({
      ...review(action),
      rejectReasonCode: action.input.rejectReasonCode,
    });
    await notifyApplicant(action.tx, facts(row), 'rejected', remark(action));
  },
  async uphold(action) {
    const row = only(action);
    refuseFirstReviewer(action, row);
    action.store({ ...secondReview(action) });
    await notifyApplicant(action.tx, facts(row), 'rejected', remark(action));
  },
  async overrule(action) {
    const row = only(action);
    refuseFirstReviewer(action, row);
    await unbind(action, row);
    action.store({ ...secondReview(action), unbindTime: new Date() });
    await notifyApplicant(action.tx, facts(row), 'unbound', null);
  },
};

/** An objection must be decided by another user than the reviewer. @throws AppError 2304, 2305 */
function refuseFirstReviewer(action: Action, row: Application): void {
  refuseOwnShop(action, row);
  if (row.reviewerId === action.ctx.user.id) throw new AppError(2304);
  refuseOwn(action, row);
}
