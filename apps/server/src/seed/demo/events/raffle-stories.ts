import { codes } from '@wheelhouse/entities/codes';
import { machines } from '@wheelhouse/entities/machines';

const { arScan, arPlace, plain, blindBox } = codes.RaffleType;
const { draft, notStarted, running, ended, paused, inReview } = machines['SM-Raffle'].states;
const { image, location } = codes.ArMode;

/** A row of a pool: what it gives, by the name of a prize, coupon or theme of the demo. */
export interface PoolStory {
  readonly kind: 'prize' | 'coupon' | 'theme';
  readonly name: string;
  readonly level: string;
  /** At most; of a prize never more than half of what is left. */
  readonly quantity: number;
  readonly percent: number;
  readonly dailyLimit?: number;
}

export interface RaffleStory {
  readonly name: string;
  readonly nameEn: string;
  readonly type: number;
  readonly mode?: number;
  readonly status: number;
  /** Days from now; negative: ago. */
  readonly from: number;
  readonly until: number;
  readonly daily?: readonly [from: string, until: string];
  readonly freeTimes: number;
  readonly maxWins: number;
  readonly budgetFen: number;
  readonly pool: readonly PoolStory[];
  /** Draws on a day, about. */
  readonly draws?: number;
  readonly pauseReason?: string;
  readonly priceFen?: number;
  readonly points?: readonly {
    readonly name: string;
    readonly lng: number;
    readonly lat: number;
    readonly radiusM: number;
  }[];
}

// prettier-ignore
export const raffleStories: readonly RaffleStory[] = [
  { name: '国庆骑行打卡', nameEn: 'National Day ride', type: plain, status: ended, from: -61, until: -44, freeTimes: 2, maxWins: 2, budgetFen: 1_000_000, draws: 34,
    pool: [
      { kind: 'prize', name: '手机支架', level: '一等奖', quantity: 12, percent: 1.2 },
      { kind: 'prize', name: '防晒骑行手套', level: '二等奖', quantity: 60, percent: 6.25, dailyLimit: 5 },
      { kind: 'coupon', name: '新车主满100减10', level: '幸运奖', quantity: 200, percent: 12 },
    ] },
  { name: '扫车标赢好礼', nameEn: 'Scan the badge', type: arScan, mode: image, status: running, from: -19, until: 12, daily: ['08:00', '22:00'], freeTimes: 3, maxWins: 1, budgetFen: 1_500_000, draws: 46,
    pool: [
      { kind: 'prize', name: '蓝牙耳机', level: '一等奖', quantity: 6, percent: 0.25 },
      { kind: 'prize', name: '骑行头盔', level: '二等奖', quantity: 30, percent: 1.5 },
      { kind: 'prize', name: '品牌雨衣', level: '三等奖', quantity: 60, percent: 3.333333, dailyLimit: 4 },
      { kind: 'coupon', name: '新车主满100减10', level: '幸运奖', quantity: 500, percent: 10 },
    ] },
  { name: '新店寻宝', nameEn: 'Treasure at the new shop', type: arPlace, mode: location, status: paused, from: -6, until: 24, freeTimes: 1, maxWins: 1, budgetFen: 300_000, pauseReason: '门店装修，暂停一周',
    points: [{ name: '人民广场店', lng: 121.475, lat: 31.2304, radiusM: 150 }, { name: '五角场店', lng: 121.5145, lat: 31.2989, radiusM: 200 }],
    pool: [
      { kind: 'prize', name: '洗车卡', level: '到店礼', quantity: 20, percent: 20, dailyLimit: 3 },
      { kind: 'theme', name: '星河', level: '主题奖', quantity: 300, percent: 30 },
    ] },
  { name: '双十二幸运抽奖', nameEn: 'Double Twelve draw', type: plain, status: notStarted, from: 10, until: 14, freeTimes: 2, maxWins: 1, budgetFen: 800_000,
    pool: [
      { kind: 'prize', name: '智能手表', level: '特等奖', quantity: 2, percent: 0.01 },
      { kind: 'prize', name: '车模手办', level: '一等奖', quantity: 10, percent: 0.5 },
      { kind: 'theme', name: '星河', level: '幸运奖', quantity: 1_000, percent: 15 },
    ] },
  { name: '年终盲盒', nameEn: 'Year-end blind box', type: blindBox, status: inReview, from: 20, until: 38, freeTimes: 5, maxWins: 5, budgetFen: 500_000, priceFen: 1_990,
    pool: [
      { kind: 'prize', name: '车模手办', level: '隐藏款', quantity: 8, percent: 2 },
      { kind: 'coupon', name: '新车主满100减10', level: '常规款', quantity: 400, percent: 98 },
    ] },
  { name: '新年签到抽奖', nameEn: 'New Year check-in', type: plain, status: draft, from: 33, until: 40, freeTimes: 1, maxWins: 1, budgetFen: 200_000,
    pool: [
      { kind: 'prize', name: '品牌雨衣', level: '一等奖', quantity: 10, percent: 0.8 },
      { kind: 'theme', name: '夜航', level: '幸运奖', quantity: 500, percent: 25 },
    ] },
  { name: '星河盲盒', nameEn: 'Galaxy blind box', type: blindBox, status: running, from: -30, until: 25, freeTimes: 1, maxWins: 20, budgetFen: 2_000_000, priceFen: 1_990,
    pool: [
      { kind: 'prize', name: '车模手办', level: '隐藏款', quantity: 8, percent: 1.5 },
      { kind: 'theme', name: '夜航', level: '稀有款', quantity: 300, percent: 8.5 },
      { kind: 'prize', name: '手机支架', level: '热门款', quantity: 80, percent: 40 },
      { kind: 'prize', name: '防晒骑行手套', level: '常规款', quantity: 120, percent: 50 },
    ] },
];
