import { codes } from '@wheelhouse/entities/codes';
import { parseInstant } from '@wheelhouse/contract';
import { entityNamed } from '@wheelhouse/entities/registry';
import { sql } from 'kysely';
import { z } from 'zod';
import { withTransaction } from '../../db/pool.ts';
import { audit } from '../../entity/audit.ts';
import { wrongState } from '../../entity/state-text.ts';
import { findInScope, lockInScope } from '../../entity/read.ts';
import { add } from '../../entity/write.ts';
import { defineCall, type Call } from '../../http/call.ts';
import type { CallContext } from '../../http/context.ts';
import { AppError } from '../../http/errors.ts';
import { withVehicleId, stolen } from '../fleet/shared/service.ts';
import { logSensitive } from '../../entity/sensitive.ts';
import { statusInCase, watchedCase } from './case-status.ts';
import { addNote } from './notes.ts';
import { mayLocate } from './place.ts';
import { makeShare, revokeShare, sharesOf } from './share.ts';
import { sharedCall } from './shared-call.ts';
import { trackPoints } from '../trips/service.ts';
import { forecast, networkHint } from './signals.ts';
import { form, id } from '../../http/kit.ts';
import { refuseField } from '../../http/field-texts.ts';

const entity = entityNamed('stolenCase');

const addCase = defineCall('POST /veh/crm/stolen/add', {
  access: 'stolenMonitorManage.add',
  body: form,
  summary: { zh: '登记被盗案件', en: 'Record a stolen case' },
  run: async (ctx, body) => add(ctx, entity, await withVehicleId(ctx, body)),
});

/** A trace longer than this is read on the trace pages. */
const longestMs = 30 * 86_400_000;
const mostPoints = 2_000;
/** A device's clock may be a little ahead. */
const aheadMs = 60_000;
/** How long asking for what is new belongs to the look that is logged. */
const lookMinutes = 10;

async function lookedLately({ app, user }: CallContext, caseId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from sys_sensitive_access_log where user_id = ${user.id} and entity = 'stolenCase' and entity_id = ${caseId} and field = 'lastPosition'
      and time > now() - make_interval(mins => ${lookMinutes}) limit 1`.execute(app.db);
  return rows.length > 0;
}

const live = defineCall('POST /veh/crm/stolen/live', {
  access: 'stolenMonitorManage.query',
  body: z.object({ id, afterTime: z.string().max(30).optional() }),
  summary: { zh: '被盗车辆实时位置与轨迹', en: 'Live position and trace of a stolen vehicle' },
  async run(ctx, { id: caseId, afterTime }) {
    const { app, user } = ctx;
    await findInScope(ctx, entity, caseId);
    const watched = await watchedCase(app, caseId);
    if (!watched) throw new AppError(1002);
    const after = afterTime === undefined ? watched.stolenTime : parseInstant(afterTime);
    if (!after) throw refuseField(ctx, 'afterTime', 'instant');
    const { vehicleId, guardLng: lng, guardLat: lat, guardRadiusM: radius } = watched;
    const placed = mayLocate(user, watched.status);
    if (placed && (afterTime === undefined || !(await lookedLately(ctx, caseId))))
      await logSensitive(app.db, ctx, {
        entity: 'stolenCase',
        entityId: caseId,
        field: 'lastPosition',
        reason: watched.caseNo,
      });
    // What was before the theft is read as any trace, with a reason.
    const from = new Date(Math.max(after.getTime(), watched.stolenTime.getTime(), Date.now() - longestMs));
    const [status, points, battery, network] = await Promise.all([
      statusInCase(app, ctx, watched),
      placed ? trackPoints(app.db, vehicleId, from, new Date(Date.now() + aheadMs), mostPoints) : [],
      forecast(app.db, vehicleId),
      placed ? networkHint(app.db, vehicleId) : null,
    ]);
    const guard = placed && lng !== null && lat !== null ? { lng, lat, radius } : null;
    return { status: status ?? null, points, forecast: battery, network, guard, placed: Number(placed) };
  },
});

const share = defineCall('POST /veh/crm/stolen/share', {
  access: 'stolenMonitorManage.share',
  body: z.object({ id, hours: z.int().min(1).max(24).default(24) }),
  summary: { zh: '生成位置分享链接（警方）', en: 'Create a position link (police)' },
  async run(ctx, { id: caseId, hours }) {
    // A user who may not see the position may not share it.
    if (!mayLocate(ctx.user, stolen.monitoring)) throw new AppError(1003);
    return withTransaction(ctx.app.db, async (tx) => {
      const row = await lockInScope(ctx, tx, entity, caseId, ['id', 'rev', 'status', 'caseNo']);
      if (Number(row.status) !== stolen.monitoring) throw wrongState('StolenStatus', row.status, ctx);
      const made = await makeShare(tx, caseId, hours, ctx.user.id);
      const text = { zh: `生成位置分享链接（${hours}小时）`, en: `Position link created (${hours} h)` };
      await addNote(tx, { caseId, kind: codes.StolenNoteKind.share, text, operatorId: ctx.user.id });
      await audit(tx, ctx, {
        action: 'share',
        entity: entity.name,
        entityId: caseId,
        after: { shareId: made.id, expireTime: made.expireTime },
        functionCode: 'stolenMonitorManage.share',
      });
      return { ...made, path: `/shared/stolen#${made.token}` };
    });
  },
});

const revoke = defineCall('POST /veh/crm/stolen/revokeShare', {
  access: 'stolenMonitorManage.share',
  body: z.object({ id, shareId: id }),
  summary: { zh: '撤销位置分享链接', en: 'Revoke a position link' },
  async run(ctx, { id: caseId, shareId }) {
    await withTransaction(ctx.app.db, async (tx) => {
      await lockInScope(ctx, tx, entity, caseId, ['id', 'rev']);
      if (!(await revokeShare(tx, caseId, shareId, ctx.user.id))) throw new AppError(1002);
      const text = { zh: '撤销位置分享链接', en: 'Position link revoked' };
      await addNote(tx, { caseId, kind: codes.StolenNoteKind.share, text, operatorId: ctx.user.id });
      await audit(tx, ctx, {
        action: 'revokeShare',
        entity: entity.name,
        entityId: caseId,
        after: { shareId },
        functionCode: 'stolenMonitorManage.share',
      });
    });
  },
});

const shares = defineCall('POST /veh/crm/stolen/shares', {
  access: 'stolenMonitorManage.query',
  body: z.object({ id }),
  summary: { zh: '位置分享链接及打开次数', en: 'Links of a case and how often they were opened' },
  async run(ctx, { id: caseId }) {
    await findInScope(ctx, entity, caseId);
    return sharesOf(ctx.app, caseId);
  },
});

/** Calls of theft monitoring that are not standard ones. */
export const theftCalls: readonly Call[] = [addCase, live, share, revoke, shares, sharedCall];
