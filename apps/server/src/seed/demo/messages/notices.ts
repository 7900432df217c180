import { formatDay } from '@wheelhouse/contract/time';
import { machines } from '@wheelhouse/entities/machines';
import type { PoolClient } from 'pg';
import { after, day, dayStart, hour, minute, offBeat } from '../clock.ts';
import { copyRows, type CopyRow } from '../copy.ts';
import { deliveredSql } from './delivered.ts';
import { noticeStories, type NoticeStory } from './notice-stories.ts';
import { marks } from '../vehicles/rows-vehicles.ts';
import type { World } from '../world.ts';

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

const deliver = deliveredSql({
  table: 'msg_system',
  refType: 'systemMessage',
  kind: 'system',
  route: '/message/system/',
  people: `
    select 1::smallint as receiver, u.id, n.send_time as since from usr_app_user u, message n
    where '1' = any(n.receivers) and not u.deleted and u.status in (1, 3) and u.register_time < n.send_time
      and (n.client_os is null or u.client_os::text = any(n.client_os))
    union all
    select case when s.user_type = 1 then 2 else 3 end::smallint, s.id, greatest(n.send_time, least(s.create_time, $5)) from sys_user s, message n
    where not s.deleted and s.enabled = 1 and case when s.user_type = 1 then '2' else '3' end = any(n.receivers)`,
});

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
