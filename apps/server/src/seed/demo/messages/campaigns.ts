import type { Text } from '@wheelhouse/contract/lang';
import { formatDay } from '@wheelhouse/contract/time';
import { codes } from '@wheelhouse/entities/codes';
import { machines } from '@wheelhouse/entities/machines';
import type { PoolClient } from 'pg';
import { after, day, dayStart, hour, minute, officeTime } from '../clock.ts';
import { copyRows, type CopyRow } from '../copy.ts';
import { deliveredSql } from './delivered.ts';
import { blend, draw, type Color } from '../draw.ts';
import { keepDemoFile } from '../keep.ts';
import type { NoticeOptions } from './notices.ts';
import { marks } from '../vehicles/rows-vehicles.ts';
import type { VideoOptions } from '../content/videos.ts';
import type { World } from '../world.ts';

const { draft, inReview, waiting, sent, withdrawn } = machines['SM-Message'].states;
const contents = codes.ContentType;
const audiences = codes.AudienceType;

type CampaignOptions = NoticeOptions & Pick<VideoOptions, 'app'>;

interface Campaign {
  readonly status: number;
  /** D:ActivityType. */
  readonly type: string;
  readonly title: Text;
  readonly summary: string;
  readonly daysAgo: number;
  /** Days from now until which it is shown. */
  readonly shownDays: number;
  /** Days from now at which it is to be sent. */
  readonly timedDays?: number;
  readonly page?: string;
  readonly clientOs?: readonly string[];
  readonly pinned?: true;
  /** Name of the tag of the users it is for; everybody without. */
  readonly tag?: string;
  /** How many of a hundred have read it. */
  readonly read?: number;
  /** Colours between which its cover goes. */
  readonly colors: readonly [Color, Color];
}

// prettier-ignore
const campaigns: readonly Campaign[] = [
  { status: sent, type: '4', daysAgo: 34, shownDays: -20, read: 63, colors: [[18, 94, 117], [120, 200, 190]],
    title: { zh: '秋日滨江骑行招募', en: 'Autumn riverside ride' }, summary: '周六上午滨江12公里休闲骑行，名额80人，签到领水杯。' },
  { status: withdrawn, type: '2', daysAgo: 17, shownDays: 3, read: 9, clientOs: ['2'], colors: [[150, 60, 40], [240, 170, 90]],
    title: { zh: '配件满减（价格有误）', en: 'Accessory sale (wrong price)' }, summary: '头盔、手机支架与尾箱满199元减50元。' },
  { status: sent, type: '1', daysAgo: 9, shownDays: 20, read: 48, pinned: true, page: 'theme', colors: [[40, 50, 120], [150, 120, 220]],
    title: { zh: '仪表新主题上线', en: 'New dashboard themes' }, summary: '四款新主题可在主题商城免费试用7天。' },
  { status: sent, type: '5', daysAgo: 3, shownDays: 30, read: 37, colors: [[24, 90, 50], [170, 210, 110]],
    title: { zh: '低碳里程公益植树', en: 'Trees for low-carbon kilometres' }, summary: '本月每累计骑行100公里，我们为您种下一棵树。' },
  { status: waiting, type: '2', daysAgo: 1, shownDays: 40, timedDays: 2, colors: [[120, 30, 60], [240, 140, 120]],
    title: { zh: '年终保养套餐八折', en: '20% off year-end service' }, summary: '到店保养套餐八折，含刹车、轮胎与电池检测。' },
  { status: inReview, type: '3', daysAgo: 0, shownDays: 25, tag: '高频骑行', colors: [[90, 70, 10], [240, 200, 80]],
    title: { zh: '骑行打卡抽奖', en: 'Ride and win' }, summary: '连续打卡7天即可参与抽奖，奖品为原装头盔。' },
  { status: draft, type: '4', daysAgo: 0, shownDays: 50, colors: [[30, 30, 40], [130, 140, 160]],
    title: { zh: '跨年夜骑（草稿）', en: 'New Year night ride (draft)' }, summary: '跨年夜集合骑行，路线和集合点待定。' },
];

const [width, height] = [702, 320];

/** A plain cover, from one colour to another. */
const coverOf = ([from, to]: Campaign['colors']): Promise<Buffer> =>
  draw(width, height, (x, y) => blend(from, to, (x / width + y / height) / 2));

const deliver = deliveredSql({
  table: 'msg_activity',
  refType: 'activityMessage',
  kind: 'activity',
  route: '/message/activity/',
  people: `
    select 1::smallint as receiver, u.id, n.send_time as since from usr_app_user u, message n
    where not u.deleted and u.status in (1, 3) and u.register_time < n.send_time
      and (n.client_os is null or u.client_os::text = any(n.client_os))`,
});

const wasSent = ({ status }: Campaign): boolean => status === sent || status === withdrawn;

interface Made {
  readonly coverId: string;
  /** Of the campaign's tag, where the demo has it. */
  readonly tagId: string | undefined;
}

const writtenAt = (now: Date, { daysAgo }: Campaign, at: number): Date => officeTime(now, daysAgo + 1, at + 5);
const noOf = (now: Date, campaign: Campaign, at: number): string =>
  `MA${formatDay(writtenAt(now, campaign, at)).replaceAll('-', '')}${String(at + 1).padStart(4, '0')}`;

function rowOf(now: Date, campaign: Campaign, at: number, { coverId, tagId }: Made, options: CampaignOptions): CopyRow {
  const { marketing, operations } = options;
  const { status, title, summary, page, timedDays } = campaign;
  const written = writtenAt(now, campaign, at);
  const decided = after(written, 3 * hour + at * 7 * minute);
  const inDays = (days: number): Date => dayStart(after(now, days * day));
  const isDecided = wasSent(campaign) || status === waiting;
  return {
    msg_no: noOf(now, campaign, at),
    title: title.zh,
    title_en: title.en,
    activity_type: campaign.type,
    summary,
    cover_image: coverId,
    content_type: page === undefined ? contents.richText : contents.appPage,
    content: page === undefined ? `<p>${summary}</p>` : null,
    app_page: page ?? null,
    channels: ['1', '2'],
    audience_type: tagId === undefined ? audiences.all : audiences.tags,
    tag_ids: tagId === undefined ? null : [tagId],
    client_os: campaign.clientOs ?? null,
    pinned: campaign.pinned === true ? 1 : 0,
    send_time: timedDays === undefined ? (wasSent(campaign) ? decided : null) : after(inDays(timedDays), 10 * hour),
    end_time: inDays(campaign.shownDays),
    status,
    target_count: 0,
    read_count: 0,
    submitter_id: status === draft ? null : marketing,
    submit_time: status === draft ? null : after(written, 20 * minute),
    auditor_id: isDecided ? operations : null,
    audit_time: isDecided ? decided : null,
    ...marks(now, marketing, written, isDecided ? decided : written),
  };
}

/** Campaign messages in most states; those that were sent have reached everybody they were for. */
export async function makeCampaigns(client: PoolClient, { now }: World, options: CampaignOptions): Promise<void> {
  const rows: CopyRow[] = [];
  const tags = await client.query<{ id: string; name: string }>(
    'select id::text as id, name from usr_tag where not deleted and enabled = 1',
  );
  const tagIds = new Map(tags.rows.map(({ id, name }) => [name, id]));
  for (const [at, campaign] of campaigns.entries()) {
    const cover = await keepDemoFile(options.app, now, {
      biz: 'image',
      name: `${campaign.title.zh}.png`,
      contentType: 'image/png',
      bytes: await coverOf(campaign.colors),
      facts: { width, height },
    });
    await copyRows(client, 'sys_file', [cover.row]);
    rows.push(rowOf(now, campaign, at, { coverId: cover.id, tagId: tagIds.get(campaign.tag ?? '') }, options));
  }
  await copyRows(client, 'msg_activity', rows);
  await client.query("select setval('seq_msg_activity', $1)", [rows.length]);
  for (const [at, campaign] of campaigns.entries()) {
    if (!wasSent(campaign)) continue;
    const { summary, read = 0 } = campaign;
    await client.query(deliver, [noOf(now, campaign, at), summary, summary, read, now]);
  }
}
