import { codes } from '@wheelhouse/entities/codes';
import { machines } from '@wheelhouse/entities/machines';
import { formatDay } from '@wheelhouse/contract/time';
import type { PoolClient } from 'pg';
import { after, day, dayStart, hour, officeTime } from '../clock.ts';
import { copyRows, type CopyRow } from '../copy.ts';
import { marks } from '../vehicles/rows-vehicles.ts';
import type { World } from '../world.ts';

const { inReview } = machines['SM-Message'].states;

interface Story {
  readonly name: string;
  /** Its template. */
  readonly template: string;
  /** D:ReminderType. */
  readonly type: string;
  readonly condition: object;
  /** Days since a rule last ran; a rule that never ran is off. */
  readonly ranDaysAgo?: number;
  /** Condition over vehicle `v`, battery `b` and status `s` of whom that run reminded. */
  readonly of?: string;
  readonly channels: readonly string[];
  /** Sent once, and waiting for its review; else a rule. */
  readonly once?: true;
}

const stories: readonly Story[] = [
  {
    name: '3000公里保养',
    template: 'SVC_MAINTENANCE',
    type: '1',
    condition: { mileageKm: 3000 },
    ranDaysAgo: 1,
    of: 's.odometer_km >= 3000',
    channels: ['1', '2'],
  },
  {
    name: '电池健康低于90%',
    template: 'SVC_BATTERY_HEALTH',
    type: '4',
    condition: { soh: 90 },
    ranDaysAgo: 6,
    of: 'b.soh < 90',
    channels: ['1', '2'],
  },
  {
    name: '质保到期提醒',
    template: 'SVC_WARRANTY_END',
    type: '2',
    condition: { daysBefore: [30, 7, 1] },
    channels: ['1', '2'],
  },
  {
    name: '年度保养',
    template: 'SVC_MAINTENANCE',
    type: '1',
    condition: { months: 12 },
    channels: ['1', '2'],
    once: true,
  },
];

/** What a run would have left: `$1` the reminder, `$2` when it ran, `$3` its template. The owners' inboxes have what was sent. */
const deliver = (of: string): string => `with message as (select * from msg_service where msg_no = $1),
  people as (
    select v.id as vehicle_id, u.id as user_id, right(v.vin, 6) as vin6, y.name, coalesce(y.name_en, y.name) as name_en,
      floor(s.odometer_km)::bigint as km, b.soh, coalesce(d.short_name, d.name) as dealer, d.service_phone as phone
    from veh_vehicle v join usr_app_user u on u.id = v.owner_user_id and not u.deleted and u.status in (1, 3)
    join veh_type y on y.id = v.vehicle_type_id join dlr_dealer d on d.id = v.dealer_id
    join veh_vehicle_status s on s.vehicle_id = v.id
    left join lateral (select min(b.soh) as soh from veh_battery b where b.vehicle_id = v.id and not b.deleted) b on true
    where not v.deleted and v.activation_status = 1 and v.activation_time < $2::timestamptz and u.register_time < $2::timestamptz and v.vin is not null and ${of}
    order by v.id limit 120),
  run as (
    insert into msg_service_run (message_id, run_date, run_time, hit, skipped, sent, cost_ms)
    select m.id, ($2::timestamptz at time zone 'Asia/Shanghai')::date, $2, n, 0, n, 38 from message m, (select count(*)::int as n from people) c returning id, message_id),
  texts as (
    select p.*, push_title as title, push_title_en as title_en,
      replace(replace(replace(replace(replace(replace(push_body, '\${vehicleName}', p.name), '\${vin6}', p.vin6), '\${odometerKm}', p.km::text), '\${soh}', coalesce(p.soh::text, '')), '\${dealerName}', p.dealer), '\${dealerPhone}', p.phone) as body,
      replace(replace(replace(replace(replace(replace(push_body_en, '\${vehicleName}', p.name_en), '\${vin6}', p.vin6), '\${odometerKm}', p.km::text), '\${soh}', coalesce(p.soh::text, '')), '\${dealerName}', p.dealer), '\${dealerPhone}', p.phone) as body_en
    from people p, msg_template where template_code = $3 and not deleted),
  boxes as (
    insert into msg_inbox (receiver, user_id, kind, title_zh, title_en, body_zh, body_en, route, vehicle_id, ref_type, ref_id, dedupe_key, create_time, read_time)
    select 1, t.user_id, 'service', t.title, t.title_en, t.body, t.body_en, 'vehicle', t.vehicle_id, 'serviceMessage', r.message_id::text, 'serviceMessage:' || r.id || ':' || t.vehicle_id,
      $2, case when t.user_id % 3 = 0 then $2::timestamptz + make_interval(mins => (t.user_id * 37 % 300 + 2)::int) end
    from texts t, run r order by t.vehicle_id returning id, user_id, dedupe_key, read_time, ref_id),
  records as (
    insert into msg_push_record (inbox_id, user_id, ref_type, ref_id, channel, priority, receiver, client_os, status, fail_code, attempts, next_time, sent_time, delivered_time, click_time)
    select b.id, b.user_id, 'serviceMessage', b.ref_id, c, 1, 1, (select client_os from usr_app_user where id = b.user_id), case when c = 2 and b.user_id % 41 = 7 then 4 when c = 1 and b.read_time is not null then 3 else 2 end::smallint,
      case when c = 2 and b.user_id % 41 = 7 then 'unreachable' end, c - 1, null, $2,
      case when c = 1 or b.user_id % 41 <> 7 then $2::timestamptz + make_interval(secs => (c - 1) * (2 + b.user_id * 37 % 50)) end, case when c = 1 then b.read_time end
    from boxes b, unnest(array[1, 2]::smallint[]) c),
  lasts as (
    insert into msg_service_last (message_id, vehicle_id, last_date, marks)
    select r.message_id, p.vehicle_id, ($2::timestamptz at time zone 'Asia/Shanghai')::date,
      case when $3 = 'SVC_MAINTENANCE' then array['km:3000:' || p.km / 3000] else '{}'::text[] end from people p, run r)
  insert into msg_service_recipient (run_id, vehicle_id, message_id, user_id, facts, inbox_id)
  select r.id, t.vehicle_id, r.message_id, t.user_id, jsonb_build_object('vehicleName', t.name, 'vehicleNameEn', t.name_en, 'vin6', t.vin6,
    'odometerKm', t.km, 'dueDate', ($2::timestamptz at time zone 'Asia/Shanghai')::date, 'daysLeft', 0, 'soh', t.soh, 'dealerName', t.dealer, 'dealerPhone', t.phone), b.id
  from texts t, run r join boxes b on true where b.dedupe_key = 'serviceMessage:' || r.id || ':' || t.vehicle_id`;

export interface ReminderOptions {
  readonly admin: string | null;
  readonly operations: string | null;
}

/** Rules: two that run every day, and one that is still to be enabled; and a reminder that is to be sent once. */
export async function makeReminders(client: PoolClient, { now }: World, options: ReminderOptions): Promise<void> {
  const { admin, operations } = options;
  const { rows: templates } = await client.query<{ id: string; code: string }>(
    'select id::text as id, template_code as code from msg_template where template_code = any($1) and not deleted',
    [stories.map(({ template }) => template)],
  );
  const written = officeTime(now, 12, 5);
  const rows = stories.flatMap((story, at): (CopyRow & { name: string; msg_no: string })[] => {
    const template = templates.find(({ code }) => code === story.template);
    if (template === undefined) return [];
    const made = officeTime(now, 12, at * 7);
    return [
      {
        msg_no: `MS${formatDay(written).replaceAll('-', '')}${String(at + 1).padStart(4, '0')}`,
        name: story.name,
        reminder_type: story.type,
        mode: story.once ? codes.ReminderMode.once : codes.ReminderMode.rule,
        template_id: template.id,
        condition: JSON.stringify(story.condition),
        channels: story.channels,
        include_dealer_contact: 1,
        ...(story.once
          ? { repeat_days: null, send_hour: null, enabled: null, status: inReview, target_count: 0 }
          : {
              repeat_days: 30,
              send_hour: 9,
              enabled: story.ranDaysAgo === undefined ? 0 : 1,
              status: null,
              target_count: null,
            }),
        submitter_id: story.once ? operations : null,
        submit_time: story.once ? made : null,
        ...marks(now, story.once ? operations : admin, made),
      },
    ];
  });
  await copyRows(client, 'msg_service', rows);
  await client.query("select setval('seq_msg_service', $1)", [Math.max(1, rows.length)]);
  for (const { name, ranDaysAgo, of, template } of stories) {
    const row = rows.find((one) => one.name === name);
    if (row === undefined || ranDaysAgo === undefined || of === undefined) continue;
    const ran = after(dayStart(after(now, -ranDaysAgo * day)), 9 * hour);
    await client.query(deliver(of), [row.msg_no, ran, template]);
  }
}
