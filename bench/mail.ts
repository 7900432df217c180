import { machines } from '@wheelhouse/entities/machines';
import type { Pool, PoolClient } from 'pg';
import { inBulk } from './bulk.ts';

/**
 * Rows for measuring: messages with their records, alarms that owners were told of, and repair orders. Needs a filled fleet. Rows take turns by
 * a number that a count of its own limits: were it a column, every row would be compared with every other.
 */

const campaigns = 5;
const messagesPerAlarm = 5;
/** Messages of alarms that failed, at any size. */
const failedAlarms = 500;
/** File of their cover; nothing loads it. */
const cover = 'bench-cover';

/** Three tags, of which every owner has two. */
async function addTags(client: PoolClient): Promise<void> {
  await client.query(
    `insert into usr_tag (tag_code, name, group_name, color, tag_type, enabled, user_count)
     select 'UT' || lpad(g::text, 6, '0'), '标签' || g, (select min(code) from sys_item_code where category = 'TagGroup'), 'blue', 1, 1, 0 from generate_series(1, 3) g`,
  );
  await client.query(
    `insert into usr_tag_member (tag_id, user_id, source, add_time)
     select t.id, u.id, 1, now() from usr_tag t cross join usr_app_user u where (t.id + u.id) % 3 <> 0`,
  );
}

/** Campaigns to every owner in turn: a record in the inbox and one of a push, of which one in fifty failed and a third was opened. */
async function addCampaigns(client: PoolClient, records: number): Promise<void> {
  const people = records / campaigns / 2;
  await client.query(
    `insert into sys_file (file_id, biz, name, content_type, size, sha256, storage_key, uploader_type)
     values ($1, 'image', 'cover.png', 'image/png', 1, $1, $1, 'system')`,
    [cover],
  );
  await client.query(
    `insert into msg_activity (msg_no, title, activity_type, summary, cover_image, content_type, content, channels, audience_type, pinned, send_time, end_time, status, target_count, read_count)
     select 'MA' || lpad(g::text, 12, '0'), '活动' || g, (select min(code) from sys_item_code where category = 'ActivityType'), '欢迎参加本次活动', $4, 1, '<p>欢迎</p>',
       '{1,2}', 1, 0, now() - g * interval '1 day', now() + interval '30 days', $2::smallint, $3::int, $3::int / 3
     from generate_series(1, $1::int) g`,
    [campaigns, machines['SM-Message'].states.sent, people, cover],
  );
  await client.query(
    `with who as (select id, row_number() over (order by id) as n from usr_app_user where not deleted),
     boxes as (
       insert into msg_inbox (user_id, kind, title_zh, title_en, body_zh, body_en, route, ref_type, ref_id, dedupe_key, create_time)
       select w.id, 'activity', m.title, m.title, m.summary, m.summary, '/message/activity/' || m.id, 'activityMessage', m.id::text, 'activityMessage:' || m.id, m.send_time
       from msg_activity m join who w on w.n <= $1 order by m.id, w.n returning id, user_id, ref_id, create_time)
     insert into msg_push_record (inbox_id, user_id, ref_type, ref_id, channel, priority, receiver, client_os, status, fail_code, attempts, next_time, sent_time, delivered_time, click_time)
     select b.id, b.user_id, 'activityMessage', b.ref_id, c, 1, 1, 1 + b.user_id % 3, s.status, case when s.status = 4 then 'unreachable' end, c - 1, null, b.create_time,
       case when s.status <> 4 then b.create_time end, case when s.status = 3 then b.create_time + interval '1 hour' end
     from boxes b cross join unnest('{1,2}'::smallint[]) c
       cross join lateral (select case when c = 2 and b.id % 50 = 0 then 4 when b.id % 3 = 0 then 3 else 2 end::smallint as status) s`,
    [people],
  );
}

/** Alarms of the vehicles in turn; of each the owner was told several times. */
async function addAlarms(client: PoolClient, records: number): Promise<void> {
  await client.query(
    `with vehicles as (select v.*, row_number() over (order by id) as n from veh_vehicle v where not deleted and owner_user_id is not null),
     types as (select code, row_number() over (order by code) as n from sys_item_code where category = 'AlarmType' and not deleted)
     insert into alm_alarm (alarm_no, level, alarm_type, alarm_class, vehicle_id, vin, imei, vehicle_type_id, user_id, dealer_id, first_time, last_time, recover_time, count, recover_status, handle_status, escalated, suppressed, rule_version, create_time)
     select 'BA' || lpad(g::text, 12, '0'), 1 + g % 4, t.code, 3, v.id, v.vin, v.imei, v.vehicle_type_id, v.owner_user_id, v.dealer_id, m.at, m.at, m.at + interval '1 hour', 1, 1, 0, 0, 0, 1, m.at
     from generate_series(1, $1::int) g join vehicles v on v.n = 1 + g % (select count(*) from vehicles) join types t on t.n = 1 + g % (select count(*) from types)
       cross join lateral (select now() - interval '170 days' + g * (interval '169 days' / $1::int) as at) m`,
    [records / messagesPerAlarm],
  );
  await client.query(
    `with boxes as (
       insert into msg_inbox (user_id, kind, title_zh, title_en, body_zh, body_en, route, ref_type, ref_id, dedupe_key, create_time)
       select a.user_id, 'alarm', '车辆报警', 'Alarm', '请及时查看', 'Please check', 'alarm', 'alarm', a.id::text, 'alarm ' || a.id || ' ' || k, a.create_time + k * interval '1 minute'
       from alm_alarm a cross join generate_series(1, $1::int) k order by a.id, k returning id, user_id, ref_id, create_time)
     insert into msg_push_record (inbox_id, user_id, ref_type, ref_id, channel, status, fail_code, attempts, next_time, sent_time, delivered_time)
     select b.id, b.user_id, 'alarm', b.ref_id, 2, case when failed then 4 else 2 end, case when failed then 'unreachable' end, 1, null, b.create_time, case when not failed then b.create_time end
     from boxes b cross join lateral (select b.id % $2::int = 0 as failed) f`,
    [messagesPerAlarm, Math.max(1, Math.round(records / failedAlarms))],
  );
}

/** One order in fifty is open, one in five hundred is late; the others are done and rated. */
async function addOrders(client: PoolClient, orders: number): Promise<void> {
  const { done, dispatched, accepted } = machines['SM-Repair'].states;
  await client.query(
    `with vehicles as (select v.*, row_number() over (order by id) as n from veh_vehicle v where not deleted and owner_user_id is not null)
     insert into cs_repair_order (order_no, source, vehicle_id, user_id, contact_name_enc, contact_name_hash, contact_name_mask, contact_mobile_enc, contact_mobile_hash, contact_mobile_mask, fault_category, fault_sub, fault_desc,
       service_type, dealer_id, priority, status, due_time, escalated, audit_requested, appointment_time, finish_time, rating, rating_time, create_time, update_time)
     select 'RP' || lpad(g::text, 14, '0'), 1 + g % 5, v.id, v.owner_user_id, e, substr(e, 1, 16), '车*', e, substr(e, 1, 16), '139****0000', 'P0' || 1 + g % 3, 'P0' || 1 + g % 3 || '01', '行驶中有异响，请检修',
       1, v.dealer_id, 1 + g % 4, case when not o.open then $2::smallint when g % 100 = 0 then $3::smallint else $4::smallint end, case when o.open then case when g % 500 = 0 then now() - interval '1 hour' else now() + interval '3 days' end end,
       0, 0, m.at + interval '1 day', case when not o.open then m.at + interval '2 days' end, case when not o.open then 1 + g % 5 end, case when not o.open then m.at + interval '3 days' end, m.at, m.at
     from generate_series(1, $1::int) g join vehicles v on v.n = 1 + g::bigint * 7919 % (select count(*) from vehicles)
       cross join lateral (select g % 50 = 0 as open) o cross join lateral (select now() - interval '700 days' + g * (interval '699 days' / $1::int) as at) m
       cross join lateral (select sha256(('bench order ' || g)::bytea) as e) s`,
    [orders, done, dispatched, accepted],
  );
}

const filled = ['usr_tag_member', 'msg_inbox', 'msg_push_record', 'alm_alarm', 'cs_repair_order'];

/** What triggers keep of single rows. */
async function addCounts(client: PoolClient): Promise<void> {
  await client.query('update usr_tag t set user_count = (select count(*) from usr_tag_member m where m.tag_id = t.id)');
  await client.query(
    `insert into msg_push_count (ref_type, ref_id, channel, status, slot, n)
     select ref_type, ref_id, channel, status, 0, count(*) from msg_push_record where priority > 0 and ref_id is not null group by 1, 2, 3, 4`,
  );
}

/** Fills an empty installation with `records` push records, half of campaigns and half of alarms, and with repair orders, in one transaction. */
export async function fillMail(
  pool: Pool,
  sizes: { readonly records: number; readonly orders: number },
): Promise<void> {
  const client = await pool.connect();
  try {
    const { rows } = await client.query('select 1 from msg_push_record limit 1');
    if (rows.length > 0) return;
    await client.query('begin');
    await client.query(
      "set local work_mem = '128MB'; set local maintenance_work_mem = '512MB'; set local synchronous_commit = off",
    );
    await inBulk(client, filled, async () => {
      await addTags(client);
      await addCampaigns(client, sizes.records / 2);
      await addAlarms(client, sizes.records / 2);
      await addOrders(client, sizes.orders);
    });
    await addCounts(client);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}
