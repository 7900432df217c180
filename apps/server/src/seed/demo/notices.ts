import { formatDay } from '@wheelhouse/contract/time';
import { machines } from '@wheelhouse/entities/machines';
import type { PoolClient } from 'pg';
import { after, day, dayStart, hour, minute, offBeat } from './clock.ts';
import { copyRows, type CopyRow } from './copy.ts';
import { noticeStories, type NoticeStory } from './notice-stories.ts';
import { marks } from './rows-vehicles.ts';
import type { World } from './world.ts';

export interface NoticeOptions {
  /** Who writes notices, and who reviews them. */
  readonly operations: string | null;
  readonly marketing: string | null;
}

const { draft, inReview, sent, withdrawn } = machines['SM-Message'].states;
const appReceiver = '1';
const reviewTime = 47 * minute;

interface DatedStory {
  readonly story: NoticeStory;
  /** When it was submitted. */
  readonly submitted: Date;
  /** When it was decided, or begun to be sent without a decision. */
  readonly moved: Date;
}

const html = (story: NoticeStory, lang: 'zh' | 'en'): string =>
  story.text.map((text) => `<p>${text[lang]}</p>`).join('');

/** Who decided and when; what only the console gets needs nobody. */
function reviewOf({ story, submitted, moved }: DatedStory, { operations, marketing }: NoticeOptions): CopyRow {
  const isDecided = story.status !== inReview && story.receivers.includes(appReceiver);
  return {
    submitter_id: operations,
    submit_time: submitted,
    auditor_id: isDecided ? marketing : null,
    audit_time: isDecided ? moved : null,
    audit_remark: story.remark ?? null,
  };
}

function rowOf({ now }: World, options: NoticeOptions, dated: DatedStory, at: number): CopyRow {
  const { story, submitted, moved } = dated;
  const inDays = (days: number): Date => dayStart(after(now, days * day));
  const { maintenanceDays, timedDays } = story;
  const night = maintenanceDays === undefined ? null : inDays(maintenanceDays);
  const wasSent = story.status === sent || story.status === withdrawn;
  return {
    msg_no: `MN${formatDay(submitted).replaceAll('-', '')}${String(at + 1).padStart(4, '0')}`,
    title: story.title.zh,
    title_en: story.title.en,
    notice_type: story.type,
    receivers: story.receivers,
    channels: story.receivers.includes(appReceiver) ? ['1', '2'] : null,
    client_os: story.clientOs ?? null,
    content: html(story, 'zh'),
    content_en: html(story, 'en'),
    pinned: story.pinned === true ? 1 : 0,
    popup: 0,
    maintenance_start: night && after(night, 2 * hour),
    maintenance_end: night && after(night, 4 * hour),
    send_time: timedDays === undefined ? (wasSent ? moved : null) : after(inDays(timedDays), 10 * hour),
    end_time: inDays(story.shownDays),
    status: story.status,
    target_count: 0,
    read_count: 0,
    ...reviewOf(dated, options),
    ...marks(now, options.operations, after(submitted, -25 * minute), story.status === draft ? moved : submitted),
  };
}

/** What sending would have left of a notice, and reading since: `$1` its number, `$2` texts of the push, `$4` how many of a hundred have read it, `$5` now. */
const deliver = `with notice as (select * from msg_system where msg_no = $1),
  people as (
    select 1::smallint as receiver, u.id, n.send_time as since from usr_app_user u, notice n
    where '1' = any(n.receivers) and not u.deleted and u.status in (1, 3) and u.register_time < n.send_time
      and (n.client_os is null or u.client_os::text = any(n.client_os))
    union all
    select case when s.user_type = 1 then 2 else 3 end::smallint, s.id, greatest(n.send_time, least(s.create_time, $5)) from sys_user s, notice n
    where not s.deleted and s.enabled = 1 and case when s.user_type = 1 then '2' else '3' end = any(n.receivers)),
  boxes as (
    insert into msg_inbox (receiver, user_id, kind, title_zh, title_en, body_zh, body_en, route, ref_type, ref_id, dedupe_key, pinned, create_time, read_time, expire_time, withdrawn)
    select p.receiver, p.id, 'system', n.title, n.title_en, $2, $3, '/message/system/' || n.id, 'systemMessage', n.id::text, 'systemMessage:' || n.id, n.pinned = 1,
      n.send_time, case when p.id * 37 % 100 < $4::int then least($5::timestamptz, p.since + make_interval(mins => (p.id * 7919 % 2880 + 3)::int)) end,
      n.end_time, n.status = ${withdrawn}
    from people p, notice n order by p.receiver, p.id returning id, receiver, user_id, ref_id, create_time, read_time),
  records as (
    insert into msg_push_record (inbox_id, ref_type, ref_id, channel, priority, status, fail_code, attempts, next_time, sent_time, delivered_time, click_time)
    select b.id, 'systemMessage', b.ref_id, c, 1,
      case when c = 2 and b.user_id % 47 = 31 then 4 when b.read_time is not null and (c = 1 or b.user_id % 3 = 0) then 3 else 2 end::smallint,
      case when c = 2 and b.user_id % 47 = 31 then 'unreachable' end, case c when 1 then 0 else 1 end, null, b.create_time,
      case when c = 1 or b.user_id % 47 <> 31 then b.create_time + interval '1 second' * (c - 1) end,
      case when c = 1 or b.user_id % 47 <> 31 and b.user_id % 3 = 0 then b.read_time end
    from boxes b, unnest(case when b.receiver = 1 then array[1, 2] else array[1] end::smallint[]) c)
  update msg_system m set target_count = counted.n, read_count = counted.read
  from (select count(*)::int as n, count(read_time)::int as read from boxes) counted where m.msg_no = $1`;

/** Notices in most states; those that were sent have reached everybody they were for. */
export async function makeNotices(client: PoolClient, world: World, options: NoticeOptions): Promise<void> {
  const dated = noticeStories.map((story, salt): DatedStory => {
    const moved = after(world.now, -story.ago - offBeat(salt + 11) / 4);
    return { story, moved, submitted: story.status === inReview ? moved : after(moved, -reviewTime - offBeat(salt)) };
  });
  const rows = dated.map((one, at) => rowOf(world, options, one, at));
  await copyRows(client, 'msg_system', rows);
  await client.query("select setval('seq_msg_system', $1)", [rows.length]);
  for (const [at, { story }] of dated.entries()) {
    const [first] = story.text;
    if (story.status !== sent && story.status !== withdrawn) continue;
    await client.query(deliver, [rows[at]?.['msg_no'], first?.zh, first?.en, story.read ?? 0, world.now]);
  }
}
