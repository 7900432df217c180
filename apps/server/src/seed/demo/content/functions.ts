import type { PoolClient } from 'pg';
import { officeTime } from '../clock.ts';
import { copyRows, giveIds, type CopyRow } from '../copy.ts';
import { blend, draw, type Color } from '../draw.ts';
import { keepDemoFile } from '../keep.ts';
import { marks } from '../vehicles/rows-vehicles.ts';
import type { VideoOptions } from './videos.ts';
import type { World } from '../world.ts';

/** What an icon of the demo shows. */
export type Sign = 'disc' | 'ring' | 'bars' | 'cross';

interface Group {
  readonly name: string;
  readonly color: Color;
}
interface Story {
  readonly group: number;
  readonly title: string;
  readonly titleEn: string;
  readonly sign: Sign;
  readonly text: string;
  /** D:ShelfStatus. */
  readonly shelf: 0 | 1 | 2;
  readonly views: number;
  /** Title of the how-to video that goes with it. */
  readonly video?: string;
}

const groups: readonly Group[] = [
  { name: '解锁与钥匙', color: [37, 99, 235] },
  { name: '骑行', color: [5, 150, 105] },
  { name: '安全', color: [217, 119, 6] },
];

// prettier-ignore
const stories: readonly Story[] = [
  { group: 0, title: '蓝牙无感解锁', titleEn: 'Hands-free Bluetooth unlock', sign: 'disc', shelf: 1, views: 2316, video: '用手机解锁和共享车辆',
    text: '携带已绑定的手机靠近车辆，车辆自动解锁；离开后自动上锁。可在「车辆设置」中调整感应距离。' },
  { group: 0, title: 'NFC钥匙', titleEn: 'NFC key', sign: 'ring', shelf: 1, views: 1104,
    text: '把NFC卡片或支持NFC的手机贴近仪表感应区，即可解锁并启动车辆。' },
  { group: 1, title: '骑行模式', titleEn: 'Ride modes', sign: 'bars', shelf: 1, views: 1893, video: '骑行模式与动能回收',
    text: '节能、标准、运动三档可选：节能档续航最长，运动档加速最快。' },
  { group: 1, title: '定速巡航', titleEn: 'Cruise control', sign: 'ring', shelf: 2, views: 377,
    text: '车速稳定8秒后自动进入巡航，转动把手或捏刹车即退出。' },
  { group: 2, title: '碰撞求助', titleEn: 'Crash help', sign: 'cross', shelf: 1, views: 921,
    text: '检测到碰撞或倒地后，APP会在60秒倒计时后向紧急联系人发送位置。' },
  { group: 2, title: '电子围栏', titleEn: 'Geofence', sign: 'ring', shelf: 0, views: 0,
    text: '车辆离开设定的范围时，APP会立即提醒。' },
];

const size = 120;
const centre = size / 2;
const white: Color = [255, 255, 255];

const isInside: Readonly<Record<Sign, (dx: number, dy: number) => boolean>> = {
  disc: (dx, dy) => Math.hypot(dx, dy) < 26,
  ring: (dx, dy) => Math.abs(Math.hypot(dx, dy) - 24) < 5,
  bars: (dx, dy) => Math.abs(dx) < 28 && Math.abs(dy) < 26 && Math.abs(((dy + 26) % 18) - 6) < 4,
  cross: (dx, dy) => Math.max(Math.abs(dx), Math.abs(dy)) < 26 && Math.min(Math.abs(dx), Math.abs(dy)) < 7,
};

/** A white sign on a ground of that colour, 120×120. */
export const iconOf = (color: Color, sign: Sign): Promise<Buffer> =>
  draw(size, size, (x, y) =>
    isInside[sign](x - centre, y - centre) ? white : blend(color, white, (x + y) / (size * 6)),
  );

/** Function introductions in three classifications. Needs the videos. */
export async function makeFunctions(
  client: PoolClient,
  { now, models }: World,
  { app, admin }: VideoOptions,
): Promise<void> {
  const icon = async (name: string, color: Color, sign: Sign): Promise<string> => {
    const file = await keepDemoFile(app, now, {
      biz: 'image',
      name: `${name}.png`,
      contentType: 'image/png',
      bytes: await iconOf(color, sign),
      facts: { width: size, height: size },
    });
    await copyRows(client, 'sys_file', [file.row]);
    return file.id;
  };
  const made = groups.map((group) => ({ ...group, id: '' }));
  await giveIds(client, 'ps_function_classification', made);
  const classifications: CopyRow[] = [];
  for (const [at, { id, name, color }] of made.entries())
    classifications.push({
      id,
      name,
      icon: await icon(name, color, 'disc'),
      sort: (at + 1) * 10,
      enabled: 1,
      ...marks(now, admin, officeTime(now, 120, at)),
    });
  await copyRows(client, 'ps_function_classification', classifications);
  const { rows: videos } = await client.query<{ id: string; title: string }>(
    'select id::text as id, title from ps_video where not deleted',
  );
  const modern = models.filter(({ shelf, generation }) => shelf === 1 && generation === 2).map(({ id }) => id);
  const rows: CopyRow[] = [];
  for (const [at, story] of stories.entries()) {
    const group = made[story.group];
    if (group === undefined) continue;
    rows.push({
      title: story.title,
      title_en: story.titleEn,
      classification_id: group.id,
      vehicle_type_ids: story.group === 0 ? modern : null,
      icon: await icon(story.title, group.color, story.sign),
      content: `<p>${story.text}</p>`,
      video_id: videos.find(({ title }) => title === story.video)?.id ?? null,
      sort: (at + 1) * 10,
      view_count: story.views,
      shelf_status: story.shelf,
      ...marks(now, admin, officeTime(now, 100 - at * 9, at)),
    });
  }
  await copyRows(client, 'ps_function_introduce', rows);
}
