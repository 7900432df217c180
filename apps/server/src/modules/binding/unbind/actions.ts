import { codes } from '@wheelhouse/entities/codes';
import { type ActionHandlers, type ActionOf, type Judged, only, type RefusesOf } from '../../../entity/hooks.ts';
import { each } from '../../../entity/refusals.ts';
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
function refuseOwnShop(row: Application, { ctx }: Judged): void {
  if (ctx.user.userType === 2 && row.submitDealerId === ctx.user.dealerId) throw new AppError(2305);
}

/** Whoever submitted an application for somebody does not decide on it. @throws AppError 5002 */
function refuseOwn(row: Application, judged: Judged): void {
  refuseOwnShop(row, judged);
  if (row.createBy === judged.ctx.user.id) throw new AppError(5002);
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
async function refuseUnbound(row: Application, { tx }: Judged): Promise<void> {
  const vehicle = await tx
    .selectFrom('veh_vehicle')
    .select('ownerUserId')
    .where('id', '=', row.vehicleId)
    .forUpdate()
    .executeTakeFirst();
  if (!vehicle?.ownerUserId || vehicle.ownerUserId !== row.currentOwnerId) throw new AppError(2302);
}

async function unbind(action: Action, row: Application): Promise<void> {
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
    const noticeEndTime = new Date(Date.now() + noticeHours * 3_600_000);
    action.store({ ...review(action), noticeEndTime });
    await announce(action.tx, facts(row));
  },
  async approveNow(action) {
    const row = only(action);
    await unbind(action, row);
    action.store({ ...review(action), unbindTime: new Date() });
    await notifyApplicant(action.tx, facts(row), 'unbound', null);
  },
  async reject(action) {
    const row = only(action);
    action.store({
      ...review(action),
      rejectReasonCode: action.input.rejectReasonCode,
    });
    await notifyApplicant(action.tx, facts(row), 'rejected', remark(action));
  },
  async uphold(action) {
    const row = only(action);
    action.store({ ...secondReview(action) });
    await notifyApplicant(action.tx, facts(row), 'rejected', remark(action));
  },
  async overrule(action) {
    const row = only(action);
    await unbind(action, row);
    action.store({ ...secondReview(action), unbindTime: new Date() });
    await notifyApplicant(action.tx, facts(row), 'unbound', null);
  },
};

/** An objection must be decided by another user than the reviewer. @throws AppError 2304, 2305 */
function refuseFirstReviewer(row: Application, judged: Judged): void {
  refuseOwnShop(row, judged);
  if (row.reviewerId === judged.ctx.user.id) throw new AppError(2304);
  refuseOwn(row, judged);
}

/** What each decision refuses. */
export const unbindRefusals: RefusesOf<'unbindApplication'> = {
  approve: each(async (row, judged) => {
    refuseOwn(row, judged);
    await refuseStolen(judged.tx, row.vehicleId);
    await refuseUnbound(row, judged);
  }),
  approveNow: each(async (row, judged) => {
    refuseOwn(row, judged);
    await refuseUnbound(row, judged);
  }),
  reject: each(refuseOwnShop),
  uphold: each(refuseFirstReviewer),
  overrule: each(async (row, judged) => {
    refuseFirstReviewer(row, judged);
    await refuseUnbound(row, judged);
  }),
};
