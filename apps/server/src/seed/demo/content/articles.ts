import { machines } from '@wheelhouse/entities/machines';
import type { PoolClient } from 'pg';
import { after, hour, minute, officeTime } from '../clock.ts';
import { copyRows, giveIds, type CopyRow } from '../copy.ts';
import { blend, draw, type Color } from '../draw.ts';
import { keepDemoFile } from '../keep.ts';
import { marks } from '../vehicles/rows-vehicles.ts';
import type { World } from '../world.ts';
import type { VideoOptions } from './videos.ts';

/** `marketing` writes, `operations` reviews. */
interface ArticleOptions extends VideoOptions {
  readonly marketing: string | null;
  readonly operations: string | null;
}

interface Story {
  readonly type: string;
  readonly title: string;
  readonly titleEn?: string;
  readonly tags: readonly string[];
  /** From left to right. */
  readonly colors: readonly [Color, Color];
  /** D:ArticleStatus. */
  readonly status: 0 | 1 | 2 | 3 | 4;
  /** Days ago that it was written. */
  readonly ago: number;
  readonly pinned?: true;
  readonly recommended?: true;
  readonly views?: number;
  readonly likes?: number;
  readonly text: readonly string[];
  readonly textEn?: readonly string[];
}

// prettier-ignore
const stories: readonly Story[] = [
  { type: '首次上路', title: '新车到手后的五件事', titleEn: 'Five things to do with your new scooter', tags: ['新手', '检查'], colors: [[59, 130, 246], [147, 197, 253]], status: 2, ago: 62, pinned: true, recommended: true, views: 8_412, likes: 536,
    text: ['绑定车辆后，请先检查刹车、灯光和胎压，再到空旷处熟悉加速与制动。', '第一次充电建议充满；首月骑行后，到就近网点做一次紧固检查。', '记得在APP中设置紧急联系人，碰撞求助会用到。'],
    textEn: ['Bind the vehicle, then check brakes, lights and tyre pressure, and learn how it accelerates and stops in an open place.', 'Charge it fully the first time. After the first month, have its bolts checked at a dealer near you.', 'Set an emergency contact in the app: crash help needs it.'] },
  { type: '充电与续航', title: '冬天续航变短怎么办', titleEn: 'Range in winter', tags: ['冬季', '续航'], colors: [[14, 116, 144], [165, 243, 252]], status: 2, ago: 34, recommended: true, views: 12_960, likes: 811,
    text: ['低温下锂电池可用容量会下降，属于正常现象：0°C约为常温的八成，零下10°C约为六成半。', '在室内充电、充满后尽快出行、使用节能模式，能减少影响。', '电池温度低于0°C时请先移到室内回温两小时，再开始充电。'],
    textEn: ['In the cold a lithium battery gives less: about 80 % at 0 °C and 65 % at −10 °C. This is normal.', 'Charge indoors, set off soon after, and ride in eco mode.', 'Below 0 °C let the battery warm up indoors for two hours before you charge it.'] },
  { type: '交通法规', title: '骑电动自行车要戴头盔吗', titleEn: 'Do I need a helmet?', tags: ['头盔', '法规'], colors: [[180, 83, 9], [253, 230, 138]], status: 2, ago: 21, views: 5_230, likes: 204,
    text: ['驾驶人和乘坐人都应佩戴安全头盔，并系好扣带；各地处罚标准以当地规定为准。', '请选择有3C标志的头盔，摔过的头盔应及时更换。'],
    textEn: ['Rider and passenger both have to wear a helmet with its strap closed. Fines differ by place.', 'Choose one with the CCC mark, and replace it after a fall.'] },
  { type: '雨雪天骑行', title: '雨天骑行的六条建议', tags: ['雨天'], colors: [[51, 65, 85], [148, 163, 184]], status: 3, ago: 2,
    text: ['减速、拉开车距、避开积水和井盖，转弯时不要急刹。', '雨后把车停在通风处晾干，充电口擦干再充电。', '涉水深度超过轮毂中心请推行，切勿强行通过。'] },
  { type: '电池养护', title: '长期不骑怎样存放电池', tags: ['电池', '存放'], colors: [[4, 120, 87], [167, 243, 208]], status: 1, ago: 1,
    text: ['存放前把电量保持在五成到六成，拔下电池，放在干燥通风处。', '每月检查一次，电量低于三成时补到六成；切勿亏电存放。'] },
  { type: '官方公告', title: '秋季车友骑行招募', titleEn: 'Autumn ride: join us', tags: ['活动', '招募'], colors: [[190, 24, 93], [251, 207, 232]], status: 4, ago: 75, views: 3_118, likes: 167,
    text: ['本次骑行全程约20公里，沿江而行，请自备头盔与雨具。', '报名已截止，感谢参与；照片将在活动页公布。'],
    textEn: ['The ride along the river is about 20 km. Bring a helmet and a raincoat.', 'Registration has closed. Thank you for riding with us.'] },
  { type: '防盗与停放', title: '停车时的三个防盗习惯', tags: ['防盗'], colors: [[76, 29, 149], [221, 214, 254]], status: 0, ago: 0,
    text: ['离车上锁并开启电子围栏，夜间停在有监控的车棚。', '收到震动报警请先在APP查看位置，必要时报警。'] },
];

const size = { width: 702, height: 395 } as const;
const reading = 25 * minute;

/** A field of colour with two waves across it. */
const coverOf = ([left, right]: Story['colors']): Promise<Buffer> =>
  draw(size.width, size.height, (x, y) => {
    const ground = blend(left, right, x / size.width);
    const wave = (at: number, rise: number) => y > at * size.height + Math.sin((x / size.width) * rise) * 26;
    if (wave(0.72, 6)) return blend(ground, [255, 255, 255], 0.35);
    return wave(0.56, 4) ? blend(ground, [255, 255, 255], 0.18) : ground;
  });

const htmlOf = (text: readonly string[] | undefined): string | null =>
  text === undefined ? null : text.map((one) => `<p>${one}</p>`).join('');

interface Placed {
  readonly story: Story & { readonly id: string };
  readonly at: number;
  readonly cover: string;
  readonly typeId: string | null;
}

/** A row in the state of its story. */
function rowOf(
  { story, at, cover, typeId }: Placed,
  now: Date,
  writer: string | null,
  reviewer: string | null,
): CopyRow {
  const written = officeTime(now, story.ago, at);
  const submitted = story.status === 0 ? null : after(written, reading);
  const audited = story.status > 1 && submitted !== null ? after(submitted, hour) : null;
  const times: Readonly<Record<number, Date | null>> = { 2: audited, 3: officeTime(now, -3, at) };
  return {
    id: story.id,
    title: story.title,
    title_en: story.titleEn ?? null,
    type_id: typeId,
    author: '官方',
    cover,
    cover_style: at % 2 === 0 ? 1 : 2,
    summary: [...(story.text[0] ?? '')].slice(0, 60).join(''),
    content_type: 1,
    content: htmlOf(story.text),
    content_en: htmlOf(story.textEn),
    tags: story.tags,
    allow_comment: 1,
    allow_share: 1,
    pinned: story.pinned ? 1 : 0,
    recommended: story.recommended ? 1 : 0,
    publish_time: times[story.status] ?? null,
    view_count: story.views ?? 0,
    like_count: story.likes ?? 0,
    comment_count: 0,
    share_count: 0,
    status: story.status,
    submitter_id: submitted === null ? null : writer,
    submit_time: submitted,
    auditor_id: audited === null ? null : reviewer,
    audit_time: audited,
    ...marks(now, writer, written, audited ?? submitted ?? written),
  };
}

/** Articles in every state; those that are published are live. Needs the categories. */
export async function makeArticles(
  client: PoolClient,
  { now }: World,
  { app, marketing, operations }: ArticleOptions,
): Promise<void> {
  const { rows: types } = await client.query<{ id: string; name: string }>(
    'select id::text as id, name from cnt_article_type where not deleted',
  );
  const made = stories.map((story) => ({ ...story, id: '' }));
  await giveIds(client, 'cnt_article', made);
  const rows: CopyRow[] = [];
  for (const [at, story] of made.entries()) {
    const cover = await keepDemoFile(app, now, {
      biz: 'image',
      name: `${story.title}.png`,
      contentType: 'image/png',
      bytes: await coverOf(story.colors),
      facts: size,
    });
    await copyRows(client, 'sys_file', [cover.row]);
    const typeId = types.find(({ name }) => name === story.type)?.id ?? null;
    rows.push(rowOf({ story, at, cover: cover.id, typeId }, now, marketing, operations));
  }
  await copyRows(client, 'cnt_article', rows);
  await client.query(`
    insert into cnt_article_live (article_id, publish_time, title, title_en, type_id, author, cover, cover_style, cover_images, summary, content_type,
      content, content_en, link_url, tags, vehicle_type_ids, allow_comment, allow_share, share_title, share_image)
    select id, audit_time, title, title_en, type_id, author, cover, cover_style, cover_images, summary, content_type,
      content, content_en, link_url, tags, vehicle_type_ids, allow_comment, allow_share, share_title, share_image
    from cnt_article where status = ${machines['SM-Article'].states.published}`);
}
