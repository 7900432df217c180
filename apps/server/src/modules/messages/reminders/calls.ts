import type { AudienceCount } from '@wheelhouse/contract/calls/messages/messages';
import type { ReminderDryRun, ReminderRecipient, ReminderRun } from '@wheelhouse/contract/calls/messages/reminders';
import { codes } from '@wheelhouse/entities/codes';
import type { Row } from '@wheelhouse/entities/fields';
import { conditionFault, conditionsOf } from '@wheelhouse/entities/messages/reminder-condition';
import { entityNamed } from '@wheelhouse/entities/registry';
import { sql } from 'kysely';
import { z } from 'zod';
import { withTransaction, type Tx } from '../../../db/pool.ts';
import { wallClock } from '../../../db/wall-clock.ts';
import { findInScope, visibleWhere } from '../../../entity/read.ts';
import { countRows } from '../../../entity/sql-page.ts';
import { defineCall, type Call } from '../../../http/call.ts';
import type { CallContext } from '../../../http/context.ts';
import { refuseField } from '../../../http/field-texts.ts';
import { id, paging } from '../../../http/kit.ts';
import { receiver } from '../audience.ts';
import { statisticsOf } from '../message-calls.ts';
import { countDue, findingVehicles, reminder, storedRange } from './runs.ts';
import { dueVehicles, rangeOf, type ReminderRange } from './vehicles.ts';

const sampleSize = 20;

/** Vehicles `t` in the caller's data scope: a reminder goes to all, its lists show what the caller may see. */
const seen = ({ user }: CallContext) => visibleWhere(entityNamed('vehicle'), 't', user) ?? sql`true`;

/** @throws AppError 1001 without what decides which vehicles are due */
function rangeOfForm(ctx: CallContext, form: Row): ReminderRange {
  const { reminderType, condition } = form;
  if (conditionsOf(reminderType).length === 0) throw refuseField(ctx, 'reminderType', 'required');
  if (condition === undefined || condition === null) throw refuseField(ctx, 'condition', 'required');
  const fault = conditionFault(form);
  if (fault?.text) throw refuseField(ctx, fault.field, fault.text);
  return rangeOf(form);
}

async function dryRunOf(ctx: CallContext, tx: Tx, range: ReminderRange): Promise<ReminderDryRun> {
  const sample = (which: 'is null' | 'is not null') => sql`coalesce((select json_agg(x) from (
    select t.id::text as "vehicleId", coalesce(t.vin, t.frame_no) as vin, jsonb_build_object('zh', due.facts->>'vehicleName', 'en', coalesce(due.facts->>'vehicleNameEn', due.facts->>'vehicleName')) as "vehicleName",
      u.nickname, u.mobile_mask as mobile, due.why, due.due_date::text as "dueDate", (due.facts->>'odometerKm')::float8 as "odometerKm",
      (due.facts->>'soh')::int as soh, due.last_date::text as "lastDate"
    from due join veh_vehicle t on t.id = due.vehicle_id left join usr_app_user u on u.id = due.user_id
    where due.why ${sql.raw(which)} and ${seen(ctx)} order by due.due_date, t.id limit ${sampleSize}) x), '[]'::json)`;
  const { rows } = await sql<ReminderDryRun>`
    with due as materialized (${dueVehicles(range)})
    select (select count(*)::int from due where why is null) as count, ${sample('is null')} as sample,
      coalesce((select json_agg(x) from (select why, count(*)::int as n from due where why is not null group by why order by n desc, why) x), '[]'::json) as skipped,
      ${sample('is not null')} as skipped_sample`.execute(tx);
  return rows[0] ?? { count: 0, sample: [], skipped: [], skippedSample: [] };
}

const dryRun = defineCall('POST /msg/crm/serviceMessage/dryRun', {
  access: 'serviceReminderManage.dryRun',
  body: z.looseObject({ id: id.optional() }),
  effect: 'reads',
  summary: { zh: '试算提醒车辆', en: 'Whom a reminder would reach now' },
  async run(ctx, form) {
    // A form that says nothing but the id asks about what is stored.
    const { reminderType }: Row = form;
    const isStored = form.id !== undefined && reminderType === undefined;
    const stored: Row | undefined = form.id === undefined ? undefined : await findInScope(ctx, reminder, form.id);
    const range = rangeOfForm(ctx, isStored && stored ? stored : form);
    return withTransaction(ctx.app.db, (tx) => findingVehicles(tx, () => dryRunOf(ctx, tx, range)));
  },
});

const estimate = defineCall('POST /msg/crm/serviceMessage/estimate', {
  access: [
    'serviceReminderManage.edit',
    'serviceReminderManage.audit',
    'serviceReminderManage.publish',
    'serviceReminderManage.enable',
  ],
  body: z.object({ id }),
  effect: 'reads',
  summary: { zh: '预估提醒车辆数', en: 'How many vehicles a reminder is about' },
  async run(ctx, input): Promise<AudienceCount> {
    await findInScope(ctx, reminder, input.id);
    const count = await withTransaction(ctx.app.db, async (tx) => countDue(tx, await storedRange(tx, input.id)));
    return { count, byReceiver: { [receiver.app]: count }, byOs: {} };
  },
});

const access = 'serviceReminderManage.query';

const statistics = defineCall('POST /msg/crm/serviceMessage/statistics', {
  access,
  body: z.object({ id }),
  summary: { zh: '提醒发送统计', en: 'What became of a reminder' },
  async run(ctx, input) {
    await findInScope(ctx, reminder, input.id);
    const { rows } = await sql<{ target: number; remaining: number }>`
      select count(*)::int as target, (count(*) filter (where inbox_id is null))::int as remaining
      from msg_service_recipient where message_id = ${input.id}`.execute(ctx.app.db);
    return statisticsOf(ctx, reminder, input.id, rows[0] ?? { target: 0, remaining: 0 });
  },
});

const runs = defineCall('POST /msg/crm/serviceMessage/runs', {
  access,
  body: z.strictObject({ id, ...paging({ most: 100 }) }),
  summary: { zh: '提醒执行记录', en: 'Runs of a reminder' },
  async run(ctx, { id: message, page, pageSize }) {
    await findInScope(ctx, reminder, message);
    const { rows: list } = await sql<ReminderRun>`
      with failures as (
        select p.run_id, count(distinct p.vehicle_id)::int as n from msg_push_record c join msg_service_recipient p on p.inbox_id = c.inbox_id
        where c.ref_type = ${reminder.name} and c.ref_id = ${message}::text and c.channel = any(${Object.values(codes.PushChannel)}::smallint[])
          and c.status = ${codes.PushStatus.failed} group by p.run_id)
      select r.id::text as id, ${wallClock('r.run_time')} as run_time, r.hit, r.sent, r.skipped, r.cost_ms, coalesce(f.n, 0) as failed
      from msg_service_run r left join failures f on f.run_id = r.id
      where r.message_id = ${message} order by r.run_date desc limit ${pageSize} offset ${(page - 1) * pageSize}`.execute(
      ctx.app.db,
    );
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from msg_service_run where message_id = ${message}`.execute(ctx.app.db);
    return { list, total: rows[0]?.n ?? 0, page, pageSize };
  },
});

const recipients = defineCall('POST /msg/crm/serviceMessage/recipients', {
  access,
  body: z.strictObject({ id, runId: id.optional(), ...paging({ most: 100 }) }),
  summary: { zh: '提醒接收人', en: 'Recipients of a reminder' },
  async run(ctx, { id: message, runId = null, page, pageSize }) {
    await findInScope(ctx, reminder, message);
    const from = sql`msg_service_recipient p join msg_service_run r on r.id = p.run_id join veh_vehicle t on t.id = p.vehicle_id`;
    const where = sql`p.message_id = ${message} and (${runId}::bigint is null or p.run_id = ${runId}::bigint) and ${seen(ctx)}`;
    const { rows: list } = await sql<ReminderRecipient>`
      select x.run_id, x.run_time, x.vehicle_id, x.vin, u.nickname, u.mobile_mask as mobile, coalesce((
          select json_agg(json_build_object('channel', c.channel, 'status', c.status, 'failCode', c.fail_code) order by c.channel)
          from msg_push_record c where c.inbox_id = x.inbox_id), '[]'::json) as channels
      from (select p.run_id::text as run_id, ${wallClock('r.run_time')} as run_time, p.vehicle_id::text as vehicle_id, coalesce(t.vin, t.frame_no) as vin, p.user_id, p.inbox_id
        from ${from} where ${where} order by p.run_id desc, p.vehicle_id limit ${pageSize} offset ${(page - 1) * pageSize}) x
      left join usr_app_user u on u.id = x.user_id order by x.run_id::bigint desc, x.vehicle_id::bigint`.execute(
      ctx.app.db,
    );
    return { list, ...(await countRows(ctx.app.db, { from, where })), page, pageSize };
  },
});

export const reminderCalls: readonly Call[] = [dryRun, estimate, statistics, runs, recipients];
