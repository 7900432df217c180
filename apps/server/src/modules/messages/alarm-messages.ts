import type { AlarmMessageRow } from '@wheelhouse/contract/calls/messages/messages';
import { parseInstant } from '@wheelhouse/contract/time';
import { entityNamed } from '@wheelhouse/entities/registry';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '../../db/pool.ts';
import { wallClock } from '../../db/wall-clock.ts';
import { visibleWhere } from '../../entity/read.ts';
import { countRows, readPage } from '../../entity/sql-page.ts';
import { type Call, defineCall } from '../../http/call.ts';
import type { CallContext } from '../../http/context.ts';
import { refuseField } from '../../http/field-texts.ts';
import { conditions, id, paging } from '../../http/kit.ts';
import { alarmTexts } from './places.ts';
import { inState, keysOfPage, type Paged } from './record-keys.ts';

const alarm = entityNamed('alarm');

const asked = conditions({
  alarmId: id.optional(),
  vin: z.string().max(30).optional(),
  alarmType: z.string().max(40).optional(),
  channel: z.enum(['1', '2', '3', '4']).optional(),
  status: z.enum(['0', '1', '2', '3', '4', '5']).optional(),
  'createTime.ge': z.string().max(19).optional(),
  'createTime.le': z.string().max(19).optional(),
}).default({});
type Conditions = z.output<typeof asked>;

function readTime(ctx: CallContext, field: string, text: string | undefined): Date | null {
  if (text === undefined) return null;
  const time = parseInstant(text);
  if (!time) throw refuseField(ctx, field, 'instant');
  return time;
}

/** Conditions on alarms, vehicles and inboxes, those of the user's scope among them. */
function elsewhere(ctx: CallContext, { vin, alarmType, ...times }: Conditions) {
  const inScope = visibleWhere(alarm, 'a', ctx.user);
  const since = readTime(ctx, 'createTime.ge', times['createTime.ge']);
  const until = readTime(ctx, 'createTime.le', times['createTime.le']);
  return [
    ...(inScope === undefined ? [] : [inScope]),
    ...(vin === undefined ? [] : [sql`v.vin = upper(${vin}) and not v.deleted`]),
    ...(alarmType === undefined ? [] : [sql`a.alarm_type = ${alarmType}`]),
    ...(since === null ? [] : [sql`i.create_time >= ${since}::timestamptz`]),
    ...(until === null ? [] : [sql`i.create_time <= ${until}::timestamptz`]),
  ];
}

const numberOf = (code: string | undefined): number | undefined => (code === undefined ? undefined : Number(code));

const ofAlarms = sql`r.ref_type = 'alarm'`;
const select = sql`i.id::text as "pushId", a.id::text as "alarmId", a.alarm_no as "alarmNo", a.alarm_type as "alarmType", v.vin,
  u.nickname, u.mobile_mask as mobile, json_build_object('zh', i.title_zh, 'en', i.title_en) as title,
  json_build_object('zh', case when r.text_zh is null then i.body_zh else r.text_zh end, 'en', case when r.text_zh is null then i.body_en else r.text_en end) as body,
  r.channel::int as channel, r.status::int as status, r.fail_code as "failCode",
  ${wallClock('i.create_time')} as "createTime", ${wallClock('r.sent_time')} as "sentTime", ${wallClock('r.delivered_time')} as "deliveredTime"`;
const order = sql`i.id desc, r.channel`;
/** From an inbox and its record to the alarm, the vehicle and the owner. */
const around = sql`join alm_alarm a on a.id = i.ref_id::bigint and not a.deleted
  left join veh_vehicle v on v.id = a.vehicle_id left join usr_app_user u on u.id = i.user_id`;

/** Records by channel and state alone: read and counted without what they are about, which is there as long as they are. */
async function readRecords(db: Db, state: Parameters<typeof inState>[0], paged: Paged) {
  const [{ rows: list }, counted] = await Promise.all([
    sql<AlarmMessageRow>`
      select ${select} from ${keysOfPage({ which: ofAlarms, ...state, newestFirst: true }, paged)} p
        join msg_push_record r on (r.inbox_id, r.channel) = (p.inbox_id, p.channel) join msg_inbox i on i.id = r.inbox_id ${around}
      order by ${order}`.execute(db),
    countRows(db, { from: sql`msg_push_record r`, where: sql`${ofAlarms} and ${inState(state)}` }),
  ]);
  return { list, ...counted };
}

const list = defineCall('POST /msg/crm/alarmMessage/list', {
  access: ['alarmManage.query', 'messageTemplateManage.query', 'vehicleNewsStatistics.query'],
  body: z.object({ ...paging(), query: asked }),
  summary: { zh: '报警推送记录', en: 'Messages about alarms' },
  async run(ctx, { page, pageSize, query }) {
    const { alarmId, channel, status } = query;
    const state = { channel: numberOf(channel), status: numberOf(status) };
    const more = elsewhere(ctx, query);
    const found =
      more.length === 0 && alarmId === undefined
        ? await readRecords(ctx.app.db, state, { page, pageSize })
        : await readPage<AlarmMessageRow>(
            ctx.app.db,
            {
              select,
              from: sql`msg_inbox i join msg_push_record r on r.inbox_id = i.id and i.kind = 'alarm' and i.ref_type = 'alarm' ${around}`,
              where: sql.join(
                [ofAlarms, inState(state), ...(alarmId === undefined ? [] : [sql`i.ref_id = ${alarmId}`]), ...more],
                sql` and `,
              ),
              order,
            },
            { page, pageSize },
          );
    return { ...found, list: alarmTexts(ctx, found.list), page, pageSize };
  },
});

/** What owners were told of alarms. */
export const alarmMessageCalls: readonly Call[] = [list];
