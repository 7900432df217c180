import { machines } from '@wheelhouse/entities/machines';

const { withdrawn } = machines['SM-Message'].states;

interface Delivered {
  readonly table: 'msg_activity' | 'msg_system';
  readonly refType: string;
  readonly kind: string;
  readonly route: string;
  /** Query of everybody who got it, as `receiver`, `id` and `since`, from `message`: the message's row. */
  readonly people: string;
}

/**
 * What sending would have left of a message to many, and reading since: `$1` its number, `$2` and `$3` texts of the push, `$4` how many of a
 * hundred have read it, `$5` now.
 */
export const deliveredSql = ({ table, refType, kind, route, people }: Delivered): string => `
  with message as (select * from ${table} where msg_no = $1),
  people as (${people}),
  boxes as (
    insert into msg_inbox (receiver, user_id, kind, title_zh, title_en, body_zh, body_en, route, ref_type, ref_id, dedupe_key, pinned, create_time, read_time, expire_time, withdrawn)
    select p.receiver, p.id, '${kind}', m.title, m.title_en, $2, $3, '${route}' || m.id, '${refType}', m.id::text, '${refType}:' || m.id, m.pinned = 1,
      m.send_time, case when p.id * 37 % 100 < $4::int then least($5::timestamptz, p.since + make_interval(mins => (p.id * 7919 % 2880 + 3)::int)) end,
      m.end_time, m.status = ${withdrawn}
    from people p, message m order by p.receiver, p.id returning id, receiver, user_id, ref_id, create_time, read_time),
  records as (
    insert into msg_push_record (inbox_id, user_id, ref_type, ref_id, channel, priority, receiver, client_os, status, fail_code, attempts, next_time, sent_time, delivered_time, click_time)
    select b.id, b.user_id, '${refType}', b.ref_id, c, 1, b.receiver, case when b.receiver = 1 then (select client_os from usr_app_user where id = b.user_id) end,
      case when c = 2 and b.user_id % 47 = 31 then 4 when b.read_time is not null and (c = 1 or b.user_id % 3 = 0) then 3 else 2 end::smallint,
      case when c = 2 and b.user_id % 47 = 31 then 'unreachable' end, case c when 1 then 0 else 1 end, null, b.create_time,
      case when c = 1 or b.user_id % 47 <> 31 then b.create_time + interval '1 second' * (c - 1) end,
      case when c = 1 or b.user_id % 47 <> 31 and b.user_id % 3 = 0 then b.read_time end
    from boxes b, unnest(case when b.receiver = 1 then array[1, 2] else array[1] end::smallint[]) c)
  update ${table} m set target_count = counted.n, read_count = counted.read
  from (select count(*)::int as n, count(read_time)::int as read from boxes) counted where m.msg_no = $1`;
