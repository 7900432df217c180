import { codes } from '@wheelhouse/entities/codes';
import type { OutputOf } from '@wheelhouse/entities/calls';
import { sql } from 'kysely';
import { z } from 'zod';
import { withTransaction } from '../../db/pool.ts';
import { wrongState } from '../../entity/state-text.ts';
import { defineAppCall, type AppContext } from '../../http/app-call.ts';
import type { Call } from '../../http/call.ts';
import { AppError } from '../../http/errors.ts';
import { notifyStaff } from '../messages/service.ts';
import { notifyAlarm } from './live.ts';
import { typeName } from './notify.ts';
import { handling, logAlarms } from './tables.ts';
import { serial, paging } from '../../http/kit.ts';
import { wallClock } from '../../db/wall-clock.ts';
import { inLang } from '../../db/in-lang.ts';

const pageSize = 20;
/** Alarm types that the owner may confirm as harmless. */
const ownDoing: ReadonlySet<string> = new Set(['VIBRATION', 'ILLEGAL_MOVE']);
const byOwner = codes.AlarmIgnoreReason.owner;

async function ownAlarms(
  ctx: AppContext,
  vin: string | undefined,
  page: number,
): Promise<OutputOf<'GET /app/v1/alarm/list'>> {
  const where = sql`a.user_id = ${ctx.appUser.id} and a.suppressed = 0 and not a.deleted and (${vin ?? null}::text is null or a.vin = ${vin ?? null} or a.frame_no = ${vin ?? null})`;
  const { rows } = await sql<Pick<OutputOf<'GET /app/v1/alarm/list'>, 'list' | 'total'>>`
    select (select count(*)::int from alm_alarm a where ${where}) as total, coalesce((select json_agg(r) from (
      select a.alarm_no as "alarmNo", a.alarm_type as "alarmType", ${inLang(ctx.lang, 'i.name')} as "alarmName", a.level, coalesce(a.vin, a.frame_no) as vin,
        ${wallClock('a.first_time')} as "firstTime", ${wallClock('a.last_time')} as "lastTime",
        a.count, a.recover_status as "recoverStatus", a.handle_status as "handleStatus", a.address, a.lng::float8 as lng, a.lat::float8 as lat
      from alm_alarm a left join sys_item_code i on i.category = 'AlarmType' and i.code = a.alarm_type and not i.deleted
      where ${where} order by a.last_time desc, a.id desc limit ${pageSize} offset ${(page - 1) * pageSize}) r), '[]') as list`.execute(
    ctx.app.db,
  );
  return { list: rows[0]?.list ?? [], total: rows[0]?.total ?? 0, page, pageSize };
}

async function confirm(ctx: AppContext, alarmNo: string, action: 'mine' | 'help'): Promise<object> {
  return withTransaction(ctx.app.db, async (tx) => {
    const { rows } = await sql<{ id: string; type: string; handleStatus: number; vehicleId: string; title: string }>`
      select id, alarm_type as type, handle_status, vehicle_id, coalesce(vin, frame_no) as title from alm_alarm
      where alarm_no = ${alarmNo} and user_id = ${ctx.appUser.id} and suppressed = 0 and not deleted for update`.execute(
      tx,
    );
    const [row] = rows;
    if (!row) throw new AppError(1002);
    await ctx.countVehicle(row.vehicleId, tx);
    const isDone = row.handleStatus !== handling.unhandled && row.handleStatus !== handling.inProgress;
    if (action === 'mine') {
      if (isDone) throw wrongState('AlarmHandleStatus', row.handleStatus, ctx);
      if (!ownDoing.has(row.type)) throw wrongState('AlarmType', row.type, ctx);
      await sql`
        update alm_alarm set handle_status = ${handling.ignored}, ignore_reason = ${byOwner}, handle_remark = '车主确认', handle_time = now(), rev = rev + 1, update_time = now() where id = ${row.id}`.execute(
        tx,
      );
      await logAlarms(tx, [
        { alarmId: row.id, action: 'ownerMine', fromStatus: row.handleStatus, toStatus: handling.ignored },
      ]);
    } else {
      // Asked again, help is on its way: staff hear of an alarm once.
      const asked = await sql`
        select 1 from alm_alarm_log where alarm_id = ${row.id} and action = 'ownerHelp' limit 1`.execute(tx);
      if (asked.rows.length > 0) return {};
      await logAlarms(tx, [{ alarmId: row.id, action: 'ownerHelp' }]);
      const name = await typeName(tx, row.type);
      await notifyStaff(tx, {
        functionCode: 'alarmManage.handle',
        vehicleId: row.vehicleId,
        level: 4,
        title: { zh: `车主求助：${name.zh}`, en: `Owner asks for help: ${name.en}` },
        body: { zh: `${alarmNo} ${row.title}`, en: `${alarmNo} ${row.title}` },
        path: `/alarmManage/alarmDetail?id=${row.id}`,
      });
    }
    await notifyAlarm(tx, row.id, 'changed');
    return {};
  });
}

/** Calls of the owners' app about alarms. */
export const alarmAppCalls: Call[] = [
  defineAppCall('GET /app/v1/alarm/list', {
    query: z.looseObject({
      vin: serial(0, 17).optional(),
      page: paging().page,
    }),
    summary: { zh: '我的报警', en: 'Own alarms' },
    run: (ctx, { vin, page }) => ownAlarms(ctx, vin, page),
  }),
  defineAppCall('POST /app/v1/alarm/confirm', {
    limit: { most: 30, within: 'hour', ofVehicle: 30 },
    body: z.object({ alarmNo: z.string().regex(/^AL\d{14}$/), action: z.enum(['mine', 'help']) }),
    summary: { zh: '车主确认报警', en: 'The owner answers an alarm' },
    run: (ctx, { alarmNo, action }) => confirm(ctx, alarmNo, action),
  }),
];
