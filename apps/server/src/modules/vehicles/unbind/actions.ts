import { touched, type ActionContext, type ActionHandler } from '../../../entity/hooks.ts';
import { AppError } from '../../../http/errors.ts';
import { bindActions, bindChannels, unbindVehicle } from '../binding/service.ts';
import { refuseStolen } from '../shared/service.ts';
import { unbindStatus } from './rules.ts';
import { announce, noticeHours, tellApplicant, type Told } from './words.ts';

type Row = ActionContext['rows'][number];

function only({ rows }: ActionContext): Row {
  const [row] = rows;
  if (!row) throw new AppError(1002);
  return row;
}

const idOr = (value: unknown): string | null => (typeof value === 'string' ? value : null);
const told = (row: Row): Told => ({
  id: row.id,
  applicationNo: String(row['applicationNo']),
  currentOwnerId: idOr(row['currentOwnerId']),
  applicantUserId: idOr(row['applicantUserId']),
});
const remark = ({ input }: ActionContext): string | null => idOr(input['remark']);

async function set({ tx, ctx }: ActionContext, id: string, values: object): Promise<void> {
  await tx
    .updateTable('veh_unbind_application')
    .set({ ...touched(ctx), ...values })
    .where('id', '=', id)
    .execute();
}

/** A dealer's account does not decide on what its own shop submitted. @throws AppError 2305 */
function refuseOwnShop({ ctx }: ActionContext, row: Row): void {
  if (ctx.user.userType === 2 && row['submitDealerId'] === ctx.user.dealerId) throw new AppError(2305);
}

const review = (action: ActionContext) => ({
  reviewerId: action.ctx.user.id,
  reviewTime: new Date(),
  reviewRemark: remark(action),
});
const secondReview = (action: ActionContext) => ({
  secondReviewerId: action.ctx.user.id,
  secondReviewTime: new Date(),
  secondRemark: remark(action),
});

/** @throws AppError 2302 the owner it is about has gone already */
async function refuseUnbound({ tx }: ActionContext, row: Row): Promise<void> {
  const vehicle = await tx
    .selectFrom('veh_vehicle')
    .select('ownerUserId')
    .where('id', '=', String(row['vehicleId']))
    .forUpdate()
    .executeTakeFirst();
  if (!vehicle?.ownerUserId || vehicle.ownerUserId !== row['currentOwnerId']) throw new AppError(2302);
}

async function unbind(action: ActionContext, row: Row): Promise<void> {
  await refuseUnbound(action, row);
  await unbindVehicle(action.tx, {
    vehicleId: String(row['vehicleId']),
    action: bindActions.unbind,
    channel: bindChannels.console,
    operatorId: action.ctx.user.id,
    reason: remark(action) ?? idOr(row['reason']),
    applicationNo: String(row['applicationNo']),
  });
}

/** Handlers of the actions of `entities/vehicles/unbind-actions.ts`. */
export const unbindHandlers: Readonly<Record<string, ActionHandler>> = {
  async approve(action) {
    const row = only(action);
    refuseOwnShop(action, row);
    await refuseStolen(action.tx, String(row['vehicleId']));
    await refuseUnbound(action, row);
    const noticeEndTime = new Date(Date.now() + noticeHours * 3_600_000);
    await set(action, row.id, { ...review(action), status: unbindStatus.notice, noticeEndTime });
    await announce(action.tx, told(row));
  },
  async approveNow(action) {
    const row = only(action);
    refuseOwnShop(action, row);
    await unbind(action, row);
    await set(action, row.id, { ...review(action), status: unbindStatus.unbound, unbindTime: new Date() });
    await tellApplicant(action.tx, told(row), 'unbound', null);
  },
  async reject(action) {
    const row = only(action);
    refuseOwnShop(action, row);
    await set(action, row.id, {
      ...review(action),
      status: unbindStatus.rejected,
      rejectReasonCode: String(action.input['rejectReasonCode']),
    });
    await tellApplicant(action.tx, told(row), 'rejected', remark(action));
  },
  async uphold(action) {
    const row = only(action);
    refuseFirstReviewer(action, row);
    await set(action, row.id, { ...secondReview(action), status: unbindStatus.rejected });
    await tellApplicant(action.tx, told(row), 'rejected', remark(action));
  },
  async overrule(action) {
    const row = only(action);
    refuseFirstReviewer(action, row);
    await unbind(action, row);
    await set(action, row.id, { ...secondReview(action), status: unbindStatus.unbound, unbindTime: new Date() });
    await tellApplicant(action.tx, told(row), 'unbound', null);
  },
};

/** An objection is for somebody else to judge, whoever he is. @throws AppError 2304, 2305 */
function refuseFirstReviewer(action: ActionContext, row: Row): void {
  refuseOwnShop(action, row);
  if (row['reviewerId'] === action.ctx.user.id) throw new AppError(2304);
}
