import type { PoolClient } from 'pg';
import { slotNames, themeSlots, type ThemeSlot } from '@wheelhouse/entities/content/theme-slots';
import { snake } from '../../../entity/storage.ts';
import { after, day, dayFrom, midnight, officeTime } from '../clock.ts';
import { copyRows, giveIds, type CopyRow } from '../copy.ts';
import type { Color } from '../draw.ts';
import { keepDemoFile } from '../keep.ts';
import { marks } from '../vehicles/rows-vehicles.ts';
import { toneOf, type Note } from '../vehicles/sounds.ts';
import { coverOf, iconOf, phone, sceneries, screenOf, type Palette, type Shape } from './theme-pictures.ts';
import type { VideoOptions } from './videos.ts';
import type { World } from '../world.ts';

/** `second` reviews what `admin` submits. */
interface ThemeOptions extends VideoOptions {
  readonly second: string | null;
}

interface Story {
  readonly name: string;
  readonly nameEn: string;
  /** D:ThemeType: skin or voice pack. */
  readonly type: 1 | 3;
  /** D:ThemeSaleMode. */
  readonly sale: 1 | 2 | 3;
  readonly price?: number;
  /** D:ThemeStatus. */
  readonly status: 0 | 1 | 2 | 3 | 4;
  /** Of a skin: primary, text and background colour. */
  readonly colors?: readonly [string, string, string];
  readonly palette: Palette;
  readonly holiday?: string;
  /** Days from now at which it comes and goes. */
  readonly period?: readonly [number, number];
  /** Share of the owners who have it. */
  readonly owned: number;
  readonly text: string;
  readonly partner?: string;
  /** Percent of a sale that the partner gets. */
  readonly rate?: number;
  /** Days since it was made, where it has been sold for long. */
  readonly since?: number;
}

// prettier-ignore
const stories: readonly Story[] = [
  { name: '星河', nameEn: 'Galaxy', type: 1, sale: 2, price: 600, status: 3, colors: ['#2F54EB', '#1F1F1F', '#FFFFFF'], palette: { top: [233, 239, 255], bottom: [255, 255, 255], hill: [183, 202, 255], ink: [47, 84, 235] }, owned: 0.3, text: '清晨的星河与远山，浅色界面', partner: '晨昏设计工作室', rate: 40, since: 130 },
  { name: '夜航', nameEn: 'Night ride', type: 1, sale: 1, status: 3, colors: ['#36CFC9', '#F0F5FF', '#10172A'], palette: { top: [9, 14, 32], bottom: [30, 41, 72], hill: [45, 62, 104], ink: [54, 207, 201] }, owned: 0.6, text: '深色主题，夜间骑行不刺眼' },
  { name: '新春红', nameEn: 'Spring Festival', type: 1, sale: 1, status: 2, colors: ['#A8071A', '#5C0011', '#FFF1F0'], palette: { top: [255, 226, 222], bottom: [255, 244, 242], hill: [255, 163, 158], ink: [168, 7, 26] }, holiday: 'SPRING', period: [20, 50], owned: 0, text: '春节限定，到点自动上架' },
  { name: '薄荷', nameEn: 'Mint', type: 1, sale: 1, status: 0, colors: ['#52C41A', '#95DE64', '#F6FFED'], palette: { top: [240, 255, 235], bottom: [246, 255, 237], hill: [183, 235, 143], ink: [82, 196, 26] }, owned: 0, text: '草稿：文字色与背景对比度不足，待调整' },
  { name: '管家播报', nameEn: 'Butler', type: 3, sale: 2, price: 900, status: 1, palette: { top: [255, 247, 230], bottom: [255, 231, 186], hill: [255, 192, 105], ink: [212, 107, 8] }, owned: 0, text: '沉稳男声播报，含开关机与设防撤防' },
  { name: '秋日限定', nameEn: 'Autumn', type: 1, sale: 3, status: 4, colors: ['#AD4E00', '#3B1E08', '#FFF7E6'], palette: { top: [255, 236, 204], bottom: [255, 247, 230], hill: [255, 187, 120], ink: [173, 78, 0] }, period: [-90, -30], owned: 0.08, text: '中奖专属，已过期下架' },
  { name: '山野', nameEn: 'Hills', type: 1, sale: 2, price: 900, status: 3, colors: ['#237804', '#1F1F1F', '#FCFFE6'], palette: { top: [244, 255, 184], bottom: [252, 255, 230], hill: [115, 160, 74], ink: [35, 120, 4] }, owned: 0.25, text: '绿意山野，长途骑行的伙伴', partner: '拾光动画', rate: 30, since: 125 },
  { name: '像素骑士', nameEn: 'Pixel rider', type: 1, sale: 2, price: 1200, status: 3, colors: ['#722ED1', '#120338', '#F9F0FF'], palette: { top: [239, 219, 255], bottom: [249, 240, 255], hill: [179, 127, 235], ink: [114, 46, 209] }, owned: 0.16, text: '像素风格的复古主题', partner: '晨昏设计工作室', rate: 35, since: 120 },
];

const icons: Readonly<Partial<Record<ThemeSlot, Shape>>> = {
  tabHome: 'house',
  tabHomeSelected: 'house',
  tabService: 'ring',
  tabServiceSelected: 'ring',
  tabMine: 'person',
  tabMineSelected: 'person',
  lockIcon: 'lock',
  unlockIcon: 'open',
  findIcon: 'bell',
  powerIcon: 'power',
};

/** D:VoiceScene with what is heard. */
// prettier-ignore
const voices: readonly (readonly [scene: number, name: string, notes: readonly Note[]])[] = [
  [1, '欢迎上车', [[523, 0.3], [784, 0.5, 4]]],
  [2, '下次再见', [[784, 0.3], [523, 0.5, 4]]],
  [3, '已为您设防', [[660, 0.4, 3]]],
  [4, '已为您撤防', [[880, 0.4, 3]]],
];

const grey: Color = [140, 140, 140];
const statDays = 30;
/** Days within which what has been there for long was bought. */
const soldDays = 105;
interface Pixels {
  readonly width: number;
  readonly height: number;
}
type Keep = (name: string, bytes: Buffer, pixels: Pixels) => Promise<string>;

const isPlainTab = (slot: ThemeSlot): boolean => slot.startsWith('tab') && !slot.endsWith('Selected');

async function slotOf({ name, type, palette }: Story, slot: ThemeSlot, keep: Keep): Promise<string | null> {
  const field = themeSlots[slot];
  const shape = icons[slot];
  if (type !== 1 || shape === undefined || !('pixels' in field) || field.pixels === undefined) return null;
  const ink = isPlainTab(slot) ? grey : palette.ink;
  return keep(`${name} ${slot}.png`, await iconOf(shape, field.pixels.width, ink), field.pixels);
}

/** Pictures of a theme by column. */
async function picturesOf(story: Story, keep: Keep): Promise<CopyRow> {
  const { name, type, palette } = story;
  const screens: string[] = [];
  for (const scenery of sceneries)
    screens.push(await keep(`${name} ${scenery}.png`, await screenOf(palette, scenery), phone));
  const slots: Record<string, string | null> = {};
  for (const slot of slotNames) slots[snake(slot)] = await slotOf(story, slot, keep);
  return {
    cover: await keep(`${name}.png`, await coverOf(palette), { width: 400, height: 400 }),
    previews: screens,
    ...slots,
    home_bg: type === 1 ? (screens[0] ?? null) : null,
  };
}

interface Made extends Story {
  id: string;
  readonly themeNo: string;
}

/** Who has which theme, and how often each was put on. */
async function makeOwners(client: PoolClient, { now, random }: World, made: readonly Made[]): Promise<void> {
  const dice = random.fork('themes');
  const { rows: users } = await client.query<{ id: string }>(
    'select id::text as id from usr_app_user where not deleted and status = 1 order by id limit 120',
  );
  const owned: CopyRow[] = [];
  const days: CopyRow[] = [];
  for (const story of made) {
    const own = users.filter(() => dice.chance(story.owned));
    for (const { id } of own) {
      const time = officeTime(now, dice.between(1, story.since === undefined ? statDays : soldDays), Number(id));
      owned.push({ user_id: id, theme_id: story.id, source: story.sale, time });
    }
    let total = 0;
    for (let ago = statDays; own.length > 0 && ago > 0; ago--) {
      const downloads = dice.int(0, Math.ceil(own.length / 8));
      total += downloads;
      if (downloads > 0) days.push({ theme_no: story.themeNo, stat_date: dayFrom(now, -ago), downloads });
    }
    await client.query('update cnt_app_theme set downloads = $2 where id = $1', [story.id, total]);
  }
  await copyRows(client, 'cnt_user_theme', owned);
  await copyRows(client, 'cnt_theme_day', days);
}

async function makeVoices(client: PoolClient, { now }: World, { app, admin }: ThemeOptions, pack: Made): Promise<void> {
  const rows: CopyRow[] = [];
  for (const [at, [scene, name, notes]] of voices.entries()) {
    const { bytes, seconds } = toneOf(notes);
    const file = await keepDemoFile(app, now, { biz: 'audio', name: `${name}.wav`, contentType: 'audio/wav', bytes });
    await copyRows(client, 'sys_file', [file.row]);
    rows.push({
      theme_id: pack.id,
      scene,
      name,
      file_id: file.id,
      duration_sec: Number(seconds.toFixed(2)),
      enabled: 1,
      ...marks(now, admin, officeTime(now, 25, at)),
    });
  }
  await copyRows(client, 'cnt_voice', rows);
}

/** Who made, submitted and reviewed a theme. */
function pathOf({ status, since }: Story, now: Date, at: number, { admin, second }: ThemeOptions): CopyRow {
  const made = officeTime(now, since ?? 60 - at * 7, at);
  const [isSubmitted, isReviewed] = [status > 0, status > 1];
  return {
    status,
    submitter_id: isSubmitted ? admin : null,
    submit_time: isSubmitted ? after(made, day) : null,
    auditor_id: isReviewed ? second : null,
    audit_time: isReviewed ? after(made, 2 * day) : null,
    ...marks(now, admin, made),
  };
}

/** Themes in all their states, with who has them. Needs models and owners. */
export async function makeThemes(client: PoolClient, world: World, options: ThemeOptions): Promise<void> {
  const { now } = world;
  const { rows: numbers } = await client.query<{ no: string }>(
    `select 'TH' || to_char(nextval('seq_cnt_app_theme'), 'FM9990000') as no from generate_series(1, $1)`,
    [stories.length],
  );
  const { rows: models } = await client.query<{ id: string }>(
    'select id::text as id from veh_type where ota_generation = 2 and not deleted order by id',
  );
  const made: Made[] = stories.map((story, at) => ({ ...story, id: '', themeNo: numbers[at]?.no ?? '' }));
  await giveIds(client, 'cnt_app_theme', made);
  const keep: Keep = async (name, bytes, facts) => {
    const file = await keepDemoFile(options.app, now, { biz: 'image', name, contentType: 'image/png', bytes, facts });
    await copyRows(client, 'sys_file', [file.row]);
    return file.id;
  };
  const rows: CopyRow[] = [];
  for (const [at, story] of made.entries()) {
    const [primary, text, background] = story.colors ?? [null, null, null];
    const [from, until] = story.period ?? [];
    rows.push({
      id: story.id,
      theme_no: story.themeNo,
      name: story.name,
      name_en: story.nameEn,
      theme_type: story.type,
      description: story.text,
      vehicle_type_ids: story.type === 1 ? null : models.map(({ id }) => id),
      sale_mode: story.sale,
      price_fen: story.price ?? null,
      settlement_rate: story.price === undefined ? null : (story.rate ?? 30),
      partner_name: story.partner ?? null,
      primary_color: primary,
      text_color: text,
      bg_color: background,
      ...(await picturesOf(story, keep)),
      start_time: from === undefined ? null : midnight(now, from),
      end_time: until === undefined ? null : midnight(now, until),
      is_holiday: story.holiday === undefined ? 0 : 1,
      holiday_code: story.holiday ?? null,
      sort: (at + 1) * 10,
      version: 1,
      downloads: 0,
      ...pathOf(story, now, at, options),
    });
  }
  await copyRows(client, 'cnt_app_theme', rows);
  for (const pack of made.filter(({ type }) => type === 3)) await makeVoices(client, world, options, pack);
  await makeOwners(client, world, made);
}
