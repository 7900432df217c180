import type { PoolClient } from 'pg';
import { officeTime } from '../clock.ts';
import { copyRows, type CopyRow } from '../copy.ts';
import type { Color } from '../draw.ts';
import { keepDemoFile } from '../keep.ts';
import { marks } from '../vehicles/rows-vehicles.ts';
import type { World } from '../world.ts';
import { phone, sceneries, screenOf, type Palette } from './theme-pictures.ts';
import type { VideoOptions } from './videos.ts';

interface Story {
  readonly title: string;
  readonly titleEn: string;
  /** D:IntroType. */
  readonly type: 1 | 2 | 3;
  /** D:ClientOs. */
  readonly systems: readonly string[];
  readonly versions?: readonly [from: string, to: string];
  /** What stands below each picture. */
  readonly pages?: readonly string[];
  readonly palette?: number;
  readonly button?: string;
  readonly content?: string;
  readonly contentEn?: string;
  /** D:ShelfStatus. */
  readonly shelf: 0 | 1 | 2;
}

const ink: Color = [31, 31, 31];
const palettes: readonly [Palette, ...Palette[]] = [
  { top: [191, 219, 254], bottom: [239, 246, 255], hill: [96, 165, 250], ink },
  { top: [254, 215, 170], bottom: [255, 247, 237], hill: [251, 146, 60], ink },
  { top: [187, 247, 208], bottom: [240, 253, 244], hill: [74, 222, 128], ink },
];

// prettier-ignore
const stories: readonly Story[] = [
  { title: '欢迎使用', titleEn: 'Welcome', type: 1, systems: ['1', '2', '3'], shelf: 1, palette: 0, button: '立即体验',
    pages: ['手机就是车钥匙，靠近即解锁', '电量、续航、位置，一目了然', '异动实时提醒，停哪儿都安心'] },
  { title: '5.1.0新版介绍', titleEn: 'New in 5.1.0', type: 3, systems: ['1', '2', '3'], versions: ['5.1.0', '5.1.9'], shelf: 1, palette: 1, button: '知道了',
    pages: ['骑行轨迹可以分享给好友', '一键报修，进度随时可查'] },
  { title: '5.2.0新版介绍', titleEn: 'New in 5.2.0', type: 3, systems: ['1', '2'], versions: ['5.2.0', '5.2.9'], shelf: 1, palette: 2, button: '马上试试',
    pages: ['防盗围栏：离开范围立即提醒', '骑行模式一滑即换'] },
  { title: '5.3.0新版介绍', titleEn: 'New in 5.3.0', type: 3, systems: ['1', '2', '3'], versions: ['5.3.0', '5.3.9'], shelf: 0, palette: 0, button: '去设置',
    pages: ['按时段把车共享给家人', '谁在骑、骑了多远，都看得到'] },
  { title: '关于我们', titleEn: 'About us', type: 2, systems: ['1', '2', '3'], shelf: 1,
    content: '<h2>让每一次出行都简单可靠</h2><p>我们专注智能电动两轮车的研发、制造与服务，产品覆盖全国三百多个城市。</p><p>客服热线：<strong>400-000-0000</strong>（每日8:00–22:00）</p>',
    contentEn: '<h2>Every ride, simple and reliable</h2><p>We develop, build and service connected electric scooters in more than 300 cities.</p><p>Service: <strong>400-000-0000</strong>, daily 8:00–22:00</p>' },
  { title: '关于我们（旧版）', titleEn: 'About us, before', type: 2, systems: ['1', '2'], shelf: 2,
    content: '<p>智能电动两轮车品牌，创立于2016年，总部位于上海。</p>' },
];

/** Introductions of the app of each type. */
export async function makeIntroductions(
  client: PoolClient,
  { now }: World,
  { app, admin }: VideoOptions,
): Promise<void> {
  const pictures = new Map<string, string>();
  const pictureOf = async (palette: number, at: number): Promise<string> => {
    const scenery = sceneries[at % sceneries.length] ?? 'home';
    const key = `${palette} ${scenery}`;
    const known = pictures.get(key);
    if (known !== undefined) return known;
    const file = await keepDemoFile(app, now, {
      biz: 'image',
      name: `intro-${palette}-${scenery}.png`,
      contentType: 'image/png',
      bytes: await screenOf(palettes[palette] ?? palettes[0], scenery),
      facts: phone,
    });
    await copyRows(client, 'sys_file', [file.row]);
    pictures.set(key, file.id);
    return file.id;
  };
  const rows: CopyRow[] = [];
  for (const [at, story] of stories.entries()) {
    const { pages, palette = 0, versions, content = null, contentEn = null } = story;
    const shown: { image: string; imageEn: null; text: string }[] = [];
    for (const [index, text] of (pages ?? []).entries())
      shown.push({ image: await pictureOf(palette, index), imageEn: null, text });
    rows.push({
      title: story.title,
      title_en: story.titleEn,
      intro_type: story.type,
      client_os: story.systems,
      min_version: versions?.[0] ?? null,
      max_version: versions?.[1] ?? null,
      pages: pages === undefined ? null : JSON.stringify(shown),
      button_text: story.button ?? null,
      jump_type: pages === undefined ? null : 0,
      content,
      content_en: contentEn,
      sort: (at + 1) * 10,
      shelf_status: story.shelf,
      ...marks(now, admin, officeTime(now, 120 - at * 15, at), officeTime(now, 60 - at * 8, at)),
    });
  }
  await copyRows(client, 'cnt_app_introduce', rows);
}
