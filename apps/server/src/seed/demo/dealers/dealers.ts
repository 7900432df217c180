import { after, day, dayFrom, officeTime } from '../clock.ts';
import { mobileOf, usccOf } from '../identifiers.ts';
import { modelList } from '../vehicles/models.ts';
import { personOf, shopWordsOf } from '../names.ts';
import { addressOf, cities, moved, shortName, type City, type Site } from '../places.ts';
import { fresh, type Random } from '../random.ts';

export interface Dealer {
  id: string;
  readonly code: string;
  readonly name: string;
  readonly shortName: string;
  /** D:DealerType. */
  readonly type: 1 | 2 | 3;
  readonly level: 'A' | 'B' | 'C';
  readonly parent: Dealer | null;
  readonly city: City;
  readonly site: Site;
  readonly lng: number;
  readonly lat: number;
  readonly address: string;
  readonly uscc: string;
  readonly sapCustomerCode: string;
  readonly legalPerson: string;
  readonly contactName: string;
  readonly contactMobile: string;
  readonly servicePhone: string;
  readonly businessHours: readonly { readonly days: readonly number[]; readonly from: string; readonly to: string }[];
  readonly services: readonly string[];
  readonly brands: readonly string[];
  readonly models: readonly string[];
  readonly photo: number;
  readonly contractStart: string;
  readonly contractEnd: string;
  readonly showInApp: 0 | 1;
  readonly sort: number;
  readonly remark: string | null;
  /** D:DealerStatus. */
  readonly status: 1 | 2 | 3;
  readonly createTime: Date;
  /** Sells vehicles between these instants. */
  readonly openFrom: Date;
  readonly openUntil: Date;
  readonly weight: number;
}

/** What is special about some dealers, by number (0 = the documented one). */
const suspended: Readonly<Record<number, string>> = {
  13: '合同到期未续签，系统自动暂停',
  30: '连续三个月服务评分低于3.5，整改中',
  49: '门店搬迁装修，申请暂停营业',
};
const ended = 57;
const expiring: Readonly<Record<number, number>> = { 3: 4, 16: 9, 22: 15, 38: 21, 52: 28 };
const formerly = 200;
// prettier-ignore
const types = [[3, 62], [1, 26], [2, 12]] as const;
// prettier-ignore
const levels = [['A', 1], ['B', 6], ['C', 4]] as const;
/** What a shop of a level sells, against a standard one. */
const size = { A: 1.7, B: 1, C: 0.55 } as const;

const week = [1, 2, 3, 4, 5, 6, 7] as const;
function hoursOf(random: Random): Dealer['businessHours'] {
  return random.weighted([
    [[{ days: week, from: '09:00', to: '18:00' }], 5],
    [[{ days: week, from: '08:30', to: '19:00' }], 3],
    [
      [
        { days: [1, 2, 3, 4, 5], from: '09:00', to: '18:00' },
        { days: [6, 7], from: '09:30', to: '20:00' },
      ],
      2,
    ],
    [
      [
        { days: week, from: '08:30', to: '12:00' },
        { days: week, from: '13:30', to: '18:30' },
      ],
      1,
    ],
  ]);
}

const services = { 1: ['1', '7'], 2: ['2', '3', '4'], 3: ['1', '2', '3', '4', '7'] } as const;
function nameOf(
  word: string,
  { city, site, type }: { city: City; site: Site; type: 1 | 2 | 3 },
): { name: string; shortName: string } {
  const place = city.name.replace(/市$/, '');
  const part = shortName(site.districtId);
  const kind = { 1: '电动车销售有限公司', 2: '电动车维修服务有限公司', 3: '车业有限公司' }[type];
  return { name: `${place}${part}${word}${kind}`, shortName: `${part}${word}${type === 2 ? '服务站' : '店'}` };
}

/** All dealers, the documented sample first. One in each bigger city leads the others there. */
export function makeDealers(seed: Random, now: Date): Dealer[] {
  const random = seed.fork('dealers');
  const words = shopWordsOf(random);
  const codes = new Set<string>();
  const dealers: Dealer[] = [];
  for (const city of cities) {
    let leader: Dealer | null = null;
    for (const site of city.sites) {
      const made = dealerOf(random, {
        now,
        city,
        site,
        leader,
        at: dealers.length,
        word: words[dealers.length] ?? '启明',
        codes,
      });
      if (made.level === 'A') leader ??= made;
      dealers.push(made);
    }
  }
  return dealers;
}

interface Draft {
  readonly now: Date;
  readonly city: City;
  readonly site: Site;
  readonly leader: Dealer | null;
  readonly at: number;
  readonly word: string;
  readonly codes: Set<string>;
}

function contractOf(
  random: Random,
  at: number,
  now: Date,
): Pick<Dealer, 'contractStart' | 'contractEnd' | 'openFrom' | 'openUntil'> {
  const age = at === 0 ? 1100 : random.int(400, 1500);
  const left = expiring[at] ?? (at === 13 ? -6 : at === ended ? -formerly : random.int(60, 900));
  const openUntil =
    at === ended
      ? after(now, -formerly * day)
      : suspended[at] === undefined
        ? after(now, day)
        : after(now, -random.int(20, 45) * day);
  return {
    contractStart: dayFrom(now, -age),
    contractEnd: dayFrom(now, left),
    openFrom: after(now, -(age - 10) * day),
    openUntil,
  };
}

function dealerOf(random: Random, { now, city, site, leader, at, word, codes }: Draft): Dealer {
  const sample = at === 0;
  // A city with one dealer needs one that sells.
  const type = sample ? 3 : random.weighted(city.sites.length > 1 ? types : types.slice(0, 2));
  const level = sample || (leader === null && city.sites.length > 1) ? 'A' : random.weighted(levels);
  const owner = personOf(random, 0.75);
  const place = sample ? site : moved(site, random.between(-350, 350), random.between(-350, 350));
  const contract = contractOf(random, at, now);
  const status = at === ended ? 3 : suspended[at] === undefined ? 1 : 2;
  const sold = modelList.filter((model) => model.weight > 0 && (level === 'A' || random.chance(0.8)));
  return {
    id: '',
    code: sample ? 'D000123' : `D${String(at + (at < 23 ? 100 : 101)).padStart(6, '0')}`,
    ...(sample ? { name: '上海浦东示范店有限公司', shortName: '浦东示范店' } : nameOf(word, { city, site, type })),
    type,
    level,
    parent: level === 'A' ? null : leader,
    city,
    site,
    lng: place.lng,
    lat: place.lat,
    address: addressOf(city, site, sample ? 1196 : random.int(18, 1680)),
    uscc: sample ? '91310115MA1K4BRY2L' : fresh(codes, () => usccOf(random, site.districtId)),
    sapCustomerCode: fresh(codes, () => `10${random.digits(6)}`),
    legalPerson: owner.name,
    contactName: random.chance(0.4) ? owner.name : personOf(random).name,
    contactMobile: fresh(codes, () => mobileOf(random)),
    servicePhone: random.weighted([
      [`${city.phoneCode}-${random.int(2, 8)}${random.digits(7)}`, 6],
      [`400-${random.digits(3)}-${random.digits(4)}`, 2],
      [mobileOf(random), 2],
    ]),
    businessHours: hoursOf(random),
    services: [
      ...services[type],
      ...(type !== 1 && random.chance(0.4) ? ['5'] : []),
      ...(type !== 1 && random.chance(0.3) ? ['6'] : []),
    ],
    brands: level === 'C' && random.chance(0.5) ? ['1'] : ['1', '2'],
    models: sold.map((model) => model.code),
    photo: at % 4,
    ...contract,
    showInApp: status === 1 && !(at > 3 && random.chance(0.04)) ? 1 : 0,
    sort: level === 'A' ? 10 : 100,
    remark: suspended[at] ?? (at === ended ? '双方协商终止，库存已转移' : null),
    status,
    createTime: officeTime(contract.openFrom, 12, at),
    weight:
      type === 2 ? 0 : (city.weight / city.sites.length) * size[level] * random.between(0.7, 1.3) * (sample ? 2 : 1),
  };
}
