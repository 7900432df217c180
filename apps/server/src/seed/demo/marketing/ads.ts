import type { PoolClient } from 'pg';
import { formatDay } from '@wheelhouse/contract/time';
import { after, day, midnight, officeTime } from '../clock.ts';
import { copyRows, giveIds, type CopyRow } from '../copy.ts';
import { blend, draw, type Color } from '../draw.ts';
import { keepDemoFile } from '../keep.ts';
import { marks } from '../vehicles/rows-vehicles.ts';
import type { VideoOptions } from '../content/videos.ts';
import type { World } from '../world.ts';

interface Story {
  readonly title: string;
  /** D:AdPosition. */
  readonly position: 1 | 2 | 4 | 5;
  /** D:AdStatus. */
  readonly status: 0 | 1 | 2 | 3;
  /** Days from now. */
  readonly from: number;
  readonly until: number;
  readonly colors: readonly [Color, Color];
  /** D:AppPage, or an address. */
  readonly target: string;
  /** Cities of its audience; everybody without. */
  readonly cities?: readonly string[];
  /** Impressions of a day. */
  readonly daily: number;
}

// prettier-ignore
const stories: readonly Story[] = [
  { title: '冬季骑行安全提示', position: 1, status: 2, from: -12, until: 20, colors: [[30, 64, 175], [125, 211, 252]], target: 'article', daily: 620 },
  { title: '年末以旧换新', position: 2, status: 2, from: -20, until: 25, colors: [[190, 24, 93], [253, 186, 116]], target: 'https://mall.example.com/trade-in', daily: 1480 },
  { title: '主题商城上新', position: 2, status: 2, from: -8, until: 40, colors: [[109, 40, 217], [244, 114, 182]], target: 'theme', daily: 910 },
  { title: '上海车主免费检测', position: 2, status: 2, from: -5, until: 9, colors: [[4, 120, 87], [190, 242, 100]], target: 'repair', cities: ['310100'], daily: 230 },
  { title: '新年骑行活动', position: 2, status: 1, from: 12, until: 45, colors: [[185, 28, 28], [252, 211, 77]], target: 'activity', daily: 0 },
  { title: '远程升级有新版本', position: 4, status: 2, from: -3, until: 11, colors: [[15, 118, 110], [153, 246, 228]], target: 'ota', daily: 540 },
  { title: '优惠券到账提醒', position: 5, status: 2, from: -2, until: 5, colors: [[194, 65, 12], [254, 215, 170]], target: 'coupon', daily: 380 },
  { title: '国庆出行礼包', position: 2, status: 3, from: -60, until: -40, colors: [[159, 18, 57], [253, 164, 175]], target: 'activity', daily: 1210 },
  { title: '配件满减', position: 2, status: 0, from: 3, until: 30, colors: [[51, 65, 85], [148, 163, 184]], target: 'https://mall.example.com/parts', daily: 0 },
];

const sizes: Readonly<Record<number, readonly [number, number]>> = { 1: [1242, 2208], 5: [600, 800] };
const strip: readonly [number, number] = [702, 280];
const white: Color = [255, 255, 255];

/** A wheel before a gradient. */
function picture(width: number, height: number, [from, to]: readonly [Color, Color]): Promise<Buffer> {
  const [cx, cy, r] = [width * 0.72, height * 0.6, Math.min(width, height) * 0.3];
  return draw(width, height, (x, y) => {
    const base = blend(from, to, (x / width + y / height) / 2);
    const distance = Math.hypot(x - cx, y - cy);
    return Math.abs(distance - r) < r * 0.09 || distance < r * 0.12 ? blend(base, white, 0.7) : base;
  });
}

/** Advertisements in all their states, with what the app reported of them. */
export async function makeAds(client: PoolClient, { now, random }: World, { app, admin }: VideoOptions): Promise<void> {
  const own = random.fork('ads');
  const made = stories.map((story) => ({ ...story, id: '' }));
  await giveIds(client, 'ps_advertisement', made);
  const rows: CopyRow[] = [];
  const days: CopyRow[] = [];
  for (const [at, story] of made.entries()) {
    const [width, height] = sizes[story.position] ?? strip;
    const file = await keepDemoFile(app, now, {
      biz: 'image',
      name: `${story.title}.png`,
      contentType: 'image/png',
      bytes: await picture(width, height, story.colors),
      facts: { width, height },
    });
    await copyRows(client, 'sys_file', [file.row]);
    rows.push({
      id: story.id,
      title: story.title,
      position: story.position,
      image: file.id,
      jump_type: story.target.startsWith('https:') ? 1 : 2,
      jump_target: story.target,
      audience_type: story.cities === undefined ? 1 : 4,
      city_codes: story.cities ?? null,
      start_time: midnight(now, story.from),
      end_time: midnight(now, story.until),
      display_seconds: story.position === 1 ? 3 : null,
      frequency: story.position === 5 ? 2 : 1,
      sort: (at + 1) * 10,
      status: story.status,
      ...marks(now, admin, officeTime(now, Math.max(1, 4 - story.from), at)),
    });
    for (let date = story.from; story.daily > 0 && date <= Math.min(0, story.until); date++) {
      const impressions = own.int(Math.round(story.daily * 0.7), Math.round(story.daily * 1.3));
      days.push({
        ad_id: story.id,
        stat_date: formatDay(after(now, date * day)),
        impressions,
        clicks: Math.round((impressions * own.int(20, 90)) / 1000),
        users: Math.round(impressions * 0.6),
      });
    }
  }
  await copyRows(client, 'ps_advertisement', rows);
  await copyRows(client, 'ps_ad_stat_day', days);
}
