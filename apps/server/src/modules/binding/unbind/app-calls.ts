import { codes } from '@wheelhouse/entities/codes';
import type { Row } from '@wheelhouse/entities/fields';
import { entityNamed } from '@wheelhouse/entities/registry';
import { validate } from '@wheelhouse/entities/validate';
import { sql } from 'kysely';
import { z } from 'zod';
import { withTransaction, type Tx } from '../../../db/pool.ts';
import { refuseErrors, validationContext } from '../../../entity/check.ts';
import { wrongState } from '../../../entity/state-text.ts';
import { assignments } from '../../../entity/store.ts';
import { defineAppCall, type AppContext } from '../../../http/app-call.ts';
import type { Call } from '../../../http/call.ts';
import { AppError } from '../../../http/errors.ts';
import { notifyStaff } from '../../messages/service.ts';
import { vinInput, vehicleByName, refuseForeignFiles } from '../../fleet/shared/service.ts';
import { bindingOf } from '../service.ts';
import { fillApplication, unbindStatus } from './rules.ts';
import { code } from '../../../http/kit.ts';

const entity = entityNamed('unbindApplication');
/** Applicant types that app users may choose. */
const types = codes.UnbindApplyType;
const pagePath = (id: string): string => `/equipmentManage/unbindManageDetail?id=${id}`;

async function insert(tx: Tx, ctx: AppContext, values: Record<string, unknown>): Promise<string> {
  const columns = assignments(entity, values, ctx.app.secrets);
  const { rows } = await sql<{ id: string }>`
    insert into veh_unbind_application (${sql.raw(columns.map((c) => c.column).join(', '))})
    values (${sql.join(columns.map((c) => c.value))}) returning id::text as id`.execute(tx);
  return rows[0]?.id ?? '';
}

const apply = defineAppCall('POST /app/v1/unbind/apply', {
  limit: { most: 10, within: 'day' },
  body: z.looseObject({ vin: vinInput, applyType: z.union([z.literal(types.owner), z.literal(types.buyer)]) }),
  summary: { zh: '申请解绑', en: 'Apply for unbinding' },
  async run(ctx, { vin, ...form }) {
    const { app, appUser } = ctx;
    const vehicle = await vehicleByName(app.db, vin);
    if (
      form.applyType === types.owner &&
      (await bindingOf(app.db, vehicle.id, appUser.id))?.bindType !== codes.BindType.owner
    )
      throw new AppError(1011);
    const { values, errors } = validate(entity, { ...form, vehicleId: vehicle.id }, undefined, validationContext(ctx));
    refuseErrors(errors);
    return withTransaction(app.db, async (tx) => {
      for (const name of ['proofImages', 'idImages']) await refuseForeignFiles(tx, ctx, entity, name, values[name]);
      const refusal = await fillApplication(tx, values);
      if (refusal) throw new AppError(refusal);
      values['applicantUserId'] = appUser.id;
      const id = await insert(tx, ctx, values);
      const applicationNo = String(values['applicationNo']);
      await notifyStaff(tx, {
        functionCode: 'unbindManage.audit',
        level: 2,
        title: { zh: '新的解绑申请', en: 'New application to unbind' },
        body: { zh: `申请${applicationNo}待审核。`, en: `Application ${applicationNo} is waiting for review.` },
        path: pagePath(id),
      });
      return { applicationNo };
    });
  },
});

const applicationNo = code(/^UB\d{14,16}$/);

/** An application, locked, if the user who asks has the required role in it. @throws AppError 1002, 1004 */
async function lockOwn(
  ctx: AppContext,
  tx: Tx,
  no: string,
  column: 'current_owner_id' | 'applicant_user_id',
  from: readonly number[],
): Promise<Row & { readonly id: string; readonly reviewerId: string | null }> {
  const { rows } = await sql<{ id: string; status: number; reviewerId: string | null }>`
    select id::text as id, status, reviewer_id::text as reviewer_id from veh_unbind_application
    where application_no = ${no} and ${sql.raw(column)} = ${ctx.appUser.id} and not deleted for update`.execute(tx);
  const [row] = rows;
  if (!row) throw new AppError(1002);
  if (!from.includes(row.status)) throw wrongState('UnbindStatus', row.status, ctx);
  return { ...row };
}

const object = defineAppCall('POST /app/v1/unbind/object', {
  limit: { most: 20, within: 'day' },
  body: z.object({ applicationNo, reason: z.string().min(2).max(200) }),
  summary: { zh: '车主提出异议', en: 'Owner’s objection' },
  async run(ctx, { applicationNo: no, reason }) {
    await withTransaction(ctx.app.db, async (tx) => {
      const { id } = await lockOwn(ctx, tx, no, 'current_owner_id', [unbindStatus.notice]);
      await sql`update veh_unbind_application set status = ${unbindStatus.objected}, object_reason = ${reason}, object_time = now(), rev = rev + 1, update_time = now()
        where id = ${id}`.execute(tx);
      await notifyStaff(tx, {
        functionCode: 'unbindManage.auditNow',
        level: 3,
        title: { zh: '车主对解绑提出异议', en: 'An owner objects to unbinding' },
        body: { zh: `申请${no}须由另一人复审。`, en: `Application ${no} needs a second reviewer.` },
        path: pagePath(id),
      });
    });
  },
});

const withdraw = defineAppCall('POST /app/v1/unbind/withdraw', {
  limit: { most: 20, within: 'day' },
  body: z.object({ applicationNo }),
  summary: { zh: '撤销解绑申请', en: 'Withdraw an application' },
  async run(ctx, { applicationNo: no }) {
    await withTransaction(ctx.app.db, async (tx) => {
      const from = [unbindStatus.pending, unbindStatus.notice];
      const { id } = await lockOwn(ctx, tx, no, 'applicant_user_id', from);
      await sql`update veh_unbind_application set status = ${unbindStatus.withdrawn}, rev = rev + 1, update_time = now() where id = ${id}`.execute(
        tx,
      );
    });
  },
});

/** Calls of the app's users about unbind applications. */
export const unbindAppCalls: readonly Call[] = [apply, object, withdraw];
