import { after, day, hour, later, minute } from '../clock.ts';
import { idNumberOf, mobileOf } from '../identifiers.ts';
import { nicknameOf, personOf } from '../names.ts';
import { addressOf, type City } from '../places.ts';
import { fresh, type Random } from '../random.ts';

export interface User {
  id: string;
  readonly nickname: string;
  readonly mobile: string;
  readonly realName: string | null;
  readonly idNumber: string | null;
  readonly gender: 1 | 2 | null;
  readonly birthday: string | null;
  readonly city: City;
  readonly address: string | null;
  readonly emergencyName: string | null;
  readonly emergencyMobile: string | null;
  /** D:RealNameStatus. */
  readonly realNameStatus: 0 | 1 | 2 | 3;
  readonly channel: string;
  /** D:ClientOs. */
  readonly os: 1 | 2 | 3;
  readonly appVersion: string;
  readonly registered: Date;
  lastActive: Date;
  /** D:AppUserStatus. */
  status: 1 | 2 | 3;
  statusReason: string | null;
  frozenUntil: Date | null;
  /** Number of their picture; null = none. */
  readonly avatar: number | null;
  readonly remark: string | null;
}

export const avatarCount = 12;
const versions = [
  ['5.2.0', 44],
  ['5.1.3', 27],
  ['5.1.0', 13],
  ['5.0.2', 9],
  ['4.9.8', 5],
  ['4.8.1', 2],
] as const;
const channels = {
  1: [
    ['huawei', 28],
    ['xiaomi', 24],
    ['oppo', 18],
    ['vivo', 16],
    ['tencent', 8],
    ['official', 6],
  ],
  2: [['appstore', 1]],
  3: [['huawei', 1]],
} as const;

// prettier-ignore
const systems = [[1, 52], [2, 36], [3, 12]] as const;
// prettier-ignore
const realNames = [[1, 63], [0, 33], [2, 2], [3, 2]] as const;
/** Years of age, from and to, and how many are so. */
// prettier-ignore
const ages: readonly (readonly [readonly [number, number], number])[] = [[[16, 22], 2], [[23, 35], 6], [[36, 50], 4], [[51, 66], 1]];

function birthdayOf(random: Random, now: Date): string {
  const [from, to] = random.weighted(ages);
  return new Date(Date.UTC(now.getUTCFullYear() - random.int(from, to), random.int(0, 11), random.int(1, 28)))
    .toISOString()
    .slice(0, 10);
}

/** The app's users, by city, as they register. */
export class Registry {
  readonly #random: Random;
  readonly #now: Date;
  readonly #mobiles = new Set<string>();
  readonly users: User[] = [];
  readonly byCity = new Map<string, User[]>();

  constructor(random: Random, now: Date) {
    this.#random = random;
    this.#now = now;
  }

  add(city: City, registered: Date): User {
    const random = this.#random;
    const person = personOf(random);
    const os = random.weighted(systems);
    const birthday = birthdayOf(random, this.#now);
    const real = random.weighted(realNames);
    const complete = real === 1 || random.chance(0.45);
    const site = random.pick(city.sites);
    const user: User = {
      id: '',
      nickname: nicknameOf(random, person),
      mobile: fresh(this.#mobiles, () => mobileOf(random)),
      realName: real === 0 ? null : person.name,
      idNumber: real === 0 ? null : idNumberOf(random, site.districtId, birthday, person.gender),
      gender: complete ? person.gender : null,
      birthday: complete ? birthday : null,
      city,
      address: random.chance(0.3)
        ? `${addressOf(city, site, random.int(10, 900))}${random.int(1, 30)}栋${random.int(1, 24)}0${random.int(1, 4)}室`
        : null,
      ...(random.chance(0.22)
        ? { emergencyName: personOf(random).name, emergencyMobile: mobileOf(random) }
        : { emergencyName: null, emergencyMobile: null }),
      realNameStatus: real,
      os,
      channel: random.weighted<string>(channels[os]),
      appVersion: random.weighted<string>(versions),
      registered,
      lastActive: this.#lastActive(registered),
      status: 1,
      statusReason: null,
      frozenUntil: null,
      avatar: random.chance(0.4) ? random.int(0, avatarCount - 1) : null,
      remark: random.chance(0.02)
        ? random.pick(['VIP 大客户联系人', '曾反馈续航问题，已回访', '试骑活动种子用户', '只接受上午来电'])
        : null,
    };
    this.users.push(user);
    this.byCity.set(city.id, [...(this.byCity.get(city.id) ?? []), user]);
    return user;
  }

  #lastActive(registered: Date): Date {
    const random = this.#random;
    const ago = random.weighted([
      [random.exponential(9 * hour), 70],
      [random.exponential(4 * day), 20],
      [random.exponential(40 * day), 10],
    ]);
    return later(after(registered, minute), after(this.#now, -ago));
  }

  /** Somebody of the city who was there by then: now and then the same one, for a second vehicle or a shared one. */
  known(city: City, time: Date, fit: (user: User) => boolean): User | undefined {
    const there = this.byCity.get(city.id) ?? [];
    for (let tries = 0; tries < 6 && there.length > 0; tries++) {
      const user = this.#random.pick(there);
      if (user.registered < time && fit(user)) return user;
    }
    return undefined;
  }
}
