import { codes } from '@wheelhouse/entities/codes';
import { machines } from '@wheelhouse/entities/machines';
import { formatDay } from '@wheelhouse/contract/time';
import type { PoolClient } from 'pg';
import { winningCargo } from '../../../modules/prizes/service.ts';
import { sealedCode } from '../../../modules/prizes/winnings/pick-code.ts';
import type { Secrets } from '../../../config.ts';
import { after, day, earlier, hour, officeTime } from '../clock.ts';
import { copyRows, giveIds, type CopyRow } from '../copy.ts';
import { blend, draw, type Color } from '../draw.ts';
import { keepDemoFile } from '../keep.ts';
import type { Random } from '../random.ts';
import { sealed } from '../rows-people.ts';
import type { User } from '../users/users.ts';
import { marks } from '../vehicles/rows-vehicles.ts';
import type { VideoOptions } from '../content/videos.ts';
import type { World } from '../world.ts';
import { demoNumber, type DemoParcel, makeParcels } from './parcels.ts';

export interface PrizeOptions extends VideoOptions {
  readonly secrets: Secrets;
  readonly marketing: string | null;
}

const { express, pickUp } = codes.DeliveryMode;
const { reserve, release, send, return: comeBack } = codes.StockLogType;
const { toClaim, toShip, shipped, returned, done, expired, cancelled } = machines['SM-Winning'].states;
const claimedStates: readonly number[] = [toShip, shipped, returned, done];
const sentStates: readonly number[] = [shipped, returned, done];
const backStates: readonly number[] = [expired, cancelled];
const side = 800;
const claimDays = 15;

interface Story {
  readonly name: string;
  readonly nameEn: string;
  /** D:PrizeCategory. */
  readonly category: string;
  readonly spec: string;
  readonly costFen: number;
  readonly priceFen: number;
  readonly stock: number;
  readonly mode: number;
  readonly weightG: number;
  readonly color: Color;
  readonly enabled?: 0;
}

// prettier-ignore
const stories: readonly Story[] = [
  { name: '骑行头盔', nameEn: 'Riding helmet', category: '1', spec: '3C认证 均码', costFen: 8900, priceFen: 19_900, stock: 200, mode: express, weightG: 1400, color: [22, 119, 255] },
  { name: '防晒骑行手套', nameEn: 'Riding gloves', category: '1', spec: 'L码', costFen: 1900, priceFen: 4900, stock: 500, mode: express, weightG: 120, color: [19, 194, 194] },
  { name: '手机支架', nameEn: 'Phone holder', category: '2', spec: '减震款', costFen: 2600, priceFen: 6900, stock: 300, mode: express, weightG: 260, color: [82, 196, 26] },
  { name: '加大脚垫', nameEn: 'Floor mat', category: '2', spec: '追风S3适用', costFen: 3200, priceFen: 7900, stock: 80, mode: pickUp, weightG: 900, color: [250, 173, 20] },
  { name: '蓝牙耳机', nameEn: 'Earphones', category: '3', spec: '降噪 白色', costFen: 15_900, priceFen: 29_900, stock: 40, mode: express, weightG: 90, color: [114, 46, 209] },
  { name: '智能手表', nameEn: 'Smart watch', category: '3', spec: '46mm', costFen: 68_000, priceFen: 99_900, stock: 10, mode: express, weightG: 210, color: [47, 84, 235] },
  { name: '品牌雨衣', nameEn: 'Raincoat', category: '4', spec: '单人 加厚', costFen: 2900, priceFen: 6900, stock: 260, mode: pickUp, weightG: 620, color: [250, 84, 28] },
  { name: '车模手办', nameEn: 'Model scooter', category: '4', spec: '1:12', costFen: 4500, priceFen: 12_900, stock: 60, mode: express, weightG: 480, color: [235, 47, 150] },
  { name: '洗车卡', nameEn: 'Wash card', category: '5', spec: '5次', costFen: 5000, priceFen: 10_000, stock: 120, mode: pickUp, weightG: 20, color: [24, 144, 255] },
  { name: '定制帆布袋', nameEn: 'Canvas bag', category: '4', spec: '米白', costFen: 1200, priceFen: 3900, stock: 20, mode: express, weightG: 150, color: [140, 140, 140], enabled: 0 },
];

/** Draws of shops, of before there were events in the app. */
const activities = ['门店开业抽奖', '车主节抽奖', '以旧换新抽奖'] as const;
const white: Color = [255, 255, 255];

/** A parcel with a ribbon, in the colour of the prize. */
const pictureOf = (color: Color): Promise<Buffer> =>
  draw(side, side, (x, y) => {
    const [u, v] = [x / side - 0.5, y / side - 0.5];
    const isBox = Math.abs(u) < 0.28 && v > -0.12 && v < 0.3;
    const isLid = Math.abs(u) < 0.32 && v > -0.22 && v <= -0.12;
    const isBow = v <= -0.22 && Math.abs(Math.hypot(Math.abs(u) - 0.1, v + 0.27) - 0.07) < 0.025;
    if ((isBox || isLid) && Math.abs(u) < 0.045) return blend(color, white, 0.75);
    if (isBox) return blend(color, white, 0.12);
    if (isLid || isBow) return color;
    return blend(blend(color, white, 0.85), white, (v + 0.5) / 2);
  });

interface Made extends Story {
  id: string;
  readonly no: string;
}

export interface Winning {
  readonly prize: Pick<Made, 'id' | 'name' | 'mode' | 'priceFen'>;
  readonly user: User;
  readonly at: Date;
  readonly status: number;
  readonly source: number;
}

/** What became of prizes by how long ago they were won. */
export function fateOf(dice: Random, daysAgo: number, mode: number): number {
  if (daysAgo < 4)
    return dice.weighted([
      [toClaim, 5],
      [toShip, 4],
    ]);
  if (daysAgo < claimDays)
    return dice.weighted([
      [toClaim, 2],
      [toShip, 3],
      [mode === express ? shipped : done, 5],
      [cancelled, 0.4],
    ]);
  if (mode === pickUp)
    return dice.weighted([
      [done, 7],
      [expired, 2],
      [cancelled, 0.4],
    ]);
  return dice.weighted([
    [done, 7],
    [expired, 1.5],
    [cancelled, 0.4],
    [returned, daysAgo < 25 ? 0.8 : 0],
  ]);
}

/** What became of the parcel of a record that was sent. */
const fateBy = (status: number) => (status === shipped ? 'onItsWay' : status === returned ? 'back' : 'signed');

/** When a step was made, some hours after the one before, and never later than now. */
const step = (now: Date, from: Date, hours: number): Date => earlier(after(from, hours * hour), after(now, -hour / 4));

export function recordRow(
  { now, dealers }: World,
  { secrets }: Pick<PrizeOptions, 'secrets'>,
  won: Winning,
  id: string,
  at: number,
): CopyRow {
  const { prize, user, status } = won;
  const isClaimed = claimedStates.includes(status);
  const isSent = sentStates.includes(status) && prize.mode === express;
  const store = prize.mode === pickUp && isClaimed ? dealers[at % Math.max(1, dealers.length)] : undefined;
  const to = isClaimed && prize.mode === express ? user : undefined;
  const claimed = step(now, won.at, 20);
  const code = store && status === toShip ? sealedCode({ secrets }, String(100_000 + at * 7)) : undefined;
  return {
    id,
    record_no: `WN${formatDay(won.at).replaceAll('-', '')}${String(at + 1).padStart(6, '0')}`,
    source: won.source,
    activity_name: won.source === codes.WinSource.wish ? '心愿墙' : (activities[at % activities.length] ?? ''),
    user_id: user.id,
    prize_kind: codes.PrizeKind.physical,
    prize_id: prize.id,
    prize_name: prize.name,
    level_name: won.source === codes.WinSource.draw ? (prize.priceFen > 20_000 ? '一等奖' : '幸运奖') : null,
    market_price_fen: prize.priceFen,
    win_time: won.at,
    claim_deadline: after(won.at, claimDays * day),
    status,
    delivery_mode: prize.mode,
    claim_time: isClaimed ? claimed : null,
    ...sealed(secrets, 'receiver', 'name', to ? (user.realName ?? user.nickname) : null),
    ...sealed(secrets, 'receiver_mobile', 'mobile', to ? user.mobile : null),
    province_id: to ? user.city.provinceId : null,
    city_id: to ? user.city.id : null,
    district_id: null,
    ...sealed(secrets, 'address', 'address', to ? `${user.address ?? '人民路88号1栋302室'}` : null),
    dealer_id: store?.id ?? null,
    tax_flag: 1,
    express_company: isSent ? 'SF' : null,
    express_no: isSent ? demoNumber(fateBy(status), at) : null,
    ship_time: isSent ? step(now, claimed, 24) : null,
    done_time: status === done ? step(now, claimed, 96) : null,
    risk_flag: status === cancelled ? 1 : 0,
    pick_code_enc: code?.enc ?? null,
    pick_code_hash: code?.hash ?? null,
    create_time: won.at,
    update_time: isClaimed ? claimed : won.at,
  };
}

/** The parcel of a record that has one. */
const parcelOf = ({ id, status, express_no: number, ship_time: shippedAt, done_time: doneAt }: CopyRow): DemoParcel[] =>
  typeof number === 'string' && shippedAt instanceof Date
    ? [
        {
          recordId: String(id),
          fate: fateBy(Number(status)),
          number,
          shipped: shippedAt,
          done: doneAt instanceof Date ? doneAt : null,
        },
      ]
    : [];

/** Movements of stock that a record has made, in their order. */
export function movesOf(now: Date, { prize, at, status }: Winning, id: string, by: string | null): CopyRow[] {
  const sent = sentStates.includes(status);
  const types = [
    reserve,
    ...(sent ? [send] : []),
    ...(status === returned ? [comeBack] : []),
    ...(backStates.includes(status) ? [release] : []),
  ];
  return types.map((type, n) => ({
    prize_id: prize.id,
    type,
    qty: 1,
    available_before: 0,
    available_after: 0,
    stock_after: 0,
    reserved_after: 0,
    sent_after: 0,
    winning_id: id,
    operator_id: type === send || type === comeBack ? by : null,
    create_time: step(now, at, n * 44),
  }));
}

/** Prizes with their pictures and stock, and what users have won over three months. */
export async function makePrizes(client: PoolClient, world: World, options: PrizeOptions): Promise<void> {
  const { now, random } = world;
  const { app, marketing } = options;
  const dice = random.fork('prizes');
  const made: Made[] = stories.map((story, at) => ({ ...story, id: '', no: `PZ${String(at + 1).padStart(4, '0')}` }));
  await giveIds(client, 'act_prize', made);
  for (const [at, prize] of made.entries()) {
    const bytes = await pictureOf(prize.color);
    const file = {
      biz: 'image',
      name: `${prize.name}.png`,
      contentType: 'image/png',
      bytes,
      facts: { width: side, height: side },
    } as const;
    const kept = await keepDemoFile(app, now, file);
    await copyRows(client, 'sys_file', [kept.row]);
    await copyRows(client, 'act_prize', [
      {
        id: prize.id,
        prize_no: prize.no,
        name: prize.name,
        name_en: prize.nameEn,
        category: prize.category,
        spec: prize.spec,
        images: [kept.id],
        cost_fen: prize.costFen,
        market_price_fen: prize.priceFen,
        stock: prize.stock,
        delivery_mode: prize.mode,
        weight_g: prize.weightG,
        warn_stock: Math.max(5, Math.round(prize.stock / 10)),
        enabled: prize.enabled ?? 1,
        ...marks(now, marketing, officeTime(now, 110 - at, at)),
      },
    ]);
  }
  await client.query(`select setval('seq_act_prize', $1)`, [made.length]);
  await makeWinnings(client, world, options, made, dice);
}

async function makeWinnings(
  client: PoolClient,
  world: World,
  options: PrizeOptions,
  made: readonly Made[],
  dice: Random,
): Promise<void> {
  const { now, users } = world;
  const open = made.filter((prize) => prize.enabled === undefined);
  const days = 90;
  const left = new Map(open.map((prize) => [prize, prize.stock - 2]));
  const won: Winning[] = [];
  for (let ago = days; ago > 0; ago--)
    for (let n = dice.int(1, 5); n > 0; n--) {
      const prize = dice.weighted(open.map((one) => [one, one.stock] as const));
      const rest = left.get(prize) ?? 0;
      if (rest === 0) continue;
      left.set(prize, rest - 1);
      const at = after(now, -(ago - dice.between(0.1, 0.9)) * day);
      const source = dice.chance(0.08) ? codes.WinSource.wish : codes.WinSource.draw;
      won.push({ prize, user: dice.pick(users), at, status: fateOf(dice, ago, prize.mode), source });
    }
  const records = won.map((one) => ({ ...one, id: '' }));
  await giveIds(client, 'act_winning_record', records);
  const rows = records.map((one, at) => recordRow(world, options, one, one.id, at));
  await copyRows(client, 'act_winning_record', rows);
  await makeParcels(client, now, winningCargo, rows.flatMap(parcelOf));
  // In their order, as each follows from the one before.
  for (const one of records)
    await copyRows(client, 'act_prize_stock_log', movesOf(now, one, one.id, options.marketing));
  await client.query(`select setval('seq_act_winning', $1)`, [records.length]);
}
