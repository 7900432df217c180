import { entityNamed } from '@wheelhouse/entities/registry';
import { z } from 'zod';
import { runAction } from '../../../entity/actions.ts';
import { findInScope } from '../../../entity/read.ts';
import { add } from '../../../entity/write.ts';
import { defineCall, type Call } from '../../../http/call.ts';
import { showProof } from '../../files/service.ts';
import { withVehicleId, openStolenCase } from '../../fleet/shared/service.ts';
import { actionBody, fileId, form, id, key } from '../../../http/kit.ts';

const entity = entityNamed('unbindApplication');

const addApplication = defineCall('POST /veh/crm/unbindApplication/add', {
  access: 'unbindManage.add',
  body: form,
  summary: { zh: '代提交解绑申请', en: 'Submit an unbind application on behalf of a user' },
  run: async (ctx, body) => add(ctx, entity, await withVehicleId(ctx, body)),
});

const isYes = (value: unknown): boolean => value === true || value === 1 || value === '1';

const audit = defineCall('POST /veh/crm/unbindApplication/audit', {
  access: ['unbindManage.audit', 'unbindManage.auditNow'],
  body: actionBody,
  summary: { zh: '审核解绑申请', en: 'Review an application' },
  async run(ctx, { immediate, ...body }) {
    // `immediate` only has a meaning for an approval.
    const asked = isYes(immediate) && isYes(body['result']) ? { ...body, immediate: 1 } : body;
    return runAction(ctx, entity, 'audit', asked);
  },
});

const resolveObjection = defineCall('POST /veh/crm/unbindApplication/resolveObjection', {
  access: 'unbindManage.auditNow',
  body: actionBody,
  summary: { zh: '复审车主异议', en: 'Second review of an owner’s objection' },
  async run(ctx, { uphold, ...body }) {
    const known = typeof uphold === 'boolean' ? Number(uphold) : uphold;
    return runAction(ctx, entity, 'resolveObjection', { ...body, uphold: known });
  },
});

const detail = defineCall('POST /veh/crm/unbindApplication/detail', {
  access: 'unbindManage.query',
  body: z.looseObject({ id: key }),
  summary: { zh: '解绑申请详情', en: 'An application' },
  async run(ctx, input) {
    const row = await findInScope(ctx, entity, input.id);
    const found = await openStolenCase(ctx.app.db, String(row.vehicleId));
    return { ...row, stolenCase: found ? { id: found.id, caseNo: found.caseNo, status: found.status } : null };
  },
});

const proof = defineCall('POST /veh/crm/unbindApplication/proof', {
  access: ['unbindManage.audit', 'unbindManage.auditNow'],
  effect: 'reads',
  traced: true,
  body: z.object({ id, fileId }),
  summary: { zh: '查看身份证照片（记录）', en: 'View an ID card photo (logged)' },
  run: (ctx, input) => showProof(ctx, entity, input),
});

/** Calls of unbind applications that are not standard ones. */
export const unbindCalls: readonly Call[] = [addApplication, audit, resolveObjection, detail, proof];
