import { inCodes } from '../../db/in-codes.ts';
import { handling, openAlarms } from './tables.ts';
import { ownJson, recordOf } from '@wheelhouse/contract/object';
import type { AlarmCounters } from '@wheelhouse/contract/calls/alarms';
import type { OutputOf } from '@wheelhouse/entities/calls';
import { parseInstant } from '@wheelhouse/contract';
import type { ListQuery } from '@wheelhouse/contract/list-query';
import { slaMinutes } from '@wheelhouse/entities/alarms/types';
import type { Row } from '@wheelhouse/entities/fields';
import { entityNamed } from '@wheelhouse/entities/registry';
import { sql } from 'kysely';
import { exportRows } from '../../entity/export/index.ts';
import { readQuery } from '../../entity/query.ts';
import { listJson, visibleWhere } from '../../entity/read.ts';
import { run } from '../../entity/run.ts';
import { RawJson } from '../../http/call.ts';
import type { CallContext } from '../../http/context.ts';
import { checkRangeOf } from '../../http/day-range.ts';
import { refuseField } from '../../http/field-texts.ts';
import { repairOrders } from './repair.ts';

const alarm = entityNamed('alarm');
const faultReport = entityNamed('faultReport');

/** Longest time range of a list, in days: that of the statistics whose numbers lead here. The catalogue's 92 and 31 days would refuse them. */
const alarmDays = 366;
const faultDays = 366;

/** A range may be one day longer than the limit, because it ends now. @throws AppError 8003, 1012 {n} days */
function checkDays({ conditions }: ListQuery, field: string, days: number): void {
  checkRangeOf(conditions, field, { days, tolerance: 1 });
}

const overdue = Object.entries(slaMinutes).map(
  ([level, minutes]) => sql`(t.level = ${Number(level)} and t.first_time < now() - make_interval(mins => ${minutes}))`,
);

async function countersOf(ctx: Pick<CallContext, 'app' | 'user'>): Promise<AlarmCounters> {
  const scope = visibleWhere(alarm, 't', ctx.user) ?? sql`true`;
  const [row] = await run<{ c: AlarmCounters }>(
    ctx.app.pool,
    sql`select json_build_object('unhandled', count(*) filter (where t.handle_status = ${sql.lit(handling.unhandled)}), 'criticalUnhandled', count(*) filter (where t.handle_status = ${sql.lit(handling.unhandled)} and t.level = 4),
      'inProgress', count(*) filter (where t.handle_status = ${sql.lit(handling.inProgress)}), 'overdue', count(*) filter (where ${sql.join(overdue, sql` or `)}),
      'byLevel', json_build_object(${sql.join(
        [1, 2, 3, 4].map((level) => sql`${String(level)}::text, count(*) filter (where t.level = ${level})`),
      )}),
      'storms', array(select s.alarm_type from alm_storm s where s.until_time > now() order by 1)) as c
      from alm_alarm t where t.handle_status ${inCodes(openAlarms)} and t.suppressed = 0 and not t.deleted and ${scope}`,
  );
  if (!row) throw new Error('alarms were not counted');
  return row.c;
}

const asked = (query: ListQuery, field: string): boolean => query.conditions.some((one) => one.field === field);

/** Suppressed alarms are shown only to whoever asks for them. */
const unsuppressed = (query: ListQuery) => (asked(query, 'suppressed') ? [] : [sql`t.suppressed = 0`]);

/** `{list, total, counters, repairOrders}`; `repairOrders` says whether alarms can become repair orders. */
export async function alarmList(ctx: CallContext, input: Row): Promise<RawJson> {
  const query = readQuery(ctx, alarm, input);
  checkDays(query, 'firstTime', alarmDays);
  const [json, counters] = await Promise.all([
    listJson(ctx, alarm, query, { extra: unsuppressed(query) }),
    countersOf(ctx),
  ]);
  const more = JSON.stringify({ counters, repairOrders: repairOrders() !== undefined });
  return new RawJson(`${json.slice(0, -1)},${more.slice(1)}`);
}

/** Alarms of a level and above that were raised after a moment: how many, and the latest twenty. */
export async function newSince(
  ctx: CallContext,
  afterTime: string,
  level: number,
): Promise<OutputOf<'POST /veh/crm/alarm/newSince'>> {
  const after = parseInstant(afterTime);
  if (!after) throw refuseField(ctx, 'afterTime', 'instant');
  const query = readQuery(ctx, alarm, { pageSize: 20, orderBy: 'lastTime desc' });
  const extra = [sql`t.suppressed = 0`, sql`t.level >= ${level}::int`, sql`t.create_time > ${after}`];
  const { total, list } = ownJson<OutputOf<'POST /veh/crm/alarm/list'>>(await listJson(ctx, alarm, query, { extra }));
  return { count: total, list };
}

export async function alarmExport(ctx: CallContext, body: Row): Promise<unknown> {
  const query = readQuery(ctx, alarm, { query: body['query'] });
  checkDays(query, 'firstTime', alarmDays);
  const given = recordOf(body['query']);
  return exportRows(ctx, alarm, { ...body, query: asked(query, 'suppressed') ? given : { ...given, suppressed: 0 } });
}

export async function faultList(ctx: CallContext, input: Row): Promise<RawJson> {
  const query = readQuery(ctx, faultReport, input);
  checkDays(query, 'setTime', faultDays);
  return new RawJson(await listJson(ctx, faultReport, query));
}

export async function faultExport(ctx: CallContext, body: Row): Promise<unknown> {
  checkDays(readQuery(ctx, faultReport, { query: body['query'] }), 'setTime', faultDays);
  return exportRows(ctx, faultReport, body);
}
