import { after, day, earlier, hour, later, minute } from '../clock.ts';
import type { Vehicle } from '../vehicles/fleet.ts';
import { cities, type City } from '../places.ts';
import type { Random } from '../random.ts';
import { Registry, type User } from './users.ts';

export interface Binding {
  readonly vehicle: Vehicle;
  readonly user: User;
  /** 1 owner, 2 shared. */
  readonly type: 1 | 2;
  readonly from: Date;
  readonly until: Date | null;
  /** D:BindChannel. */
  readonly channel: number;
  readonly keyVersion: number;
  readonly expires: Date | null;
}

export interface BindingStep {
  readonly vehicle: Vehicle;
  readonly user: User;
  /** D:BindAction. */
  readonly action: number;
  readonly channel: number;
  readonly time: Date;
  readonly reason: string | null;
  readonly byStaff: boolean;
}

export interface Owners {
  readonly users: readonly User[];
  readonly bindings: readonly Binding[];
  readonly steps: readonly BindingStep[];
}

const frozenCount = 12;
const leavingCount = 5;
const sharesWanted = 250;
const strangers = 240;
const freezeReasons = [
  '多次恶意投诉，核实后冻结30天',
  '疑似倒卖车辆解绑资格',
  '账号异常登录，待本人核实',
  '冒用他人身份信息实名',
  '社区发布违规内容',
];

class Story {
  readonly bindings: Binding[] = [];
  readonly steps: BindingStep[] = [];
  readonly #random: Random;
  readonly #now: Date;
  readonly #people: Registry;

  constructor(random: Random, now: Date, people: Registry) {
    this.#random = random;
    this.#now = now;
    this.#people = people;
  }

  #buyer(city: City, time: Date): User {
    const again = this.#random.chance(0.17) ? this.#people.known(city, after(time, -30 * day), () => true) : undefined;
    return (
      again ??
      this.#people.add(
        city,
        after(
          time,
          -this.#random.weighted([
            [this.#random.between(2, 40) * minute, 7],
            [this.#random.between(1, 72) * hour, 3],
          ]),
        ),
      )
    );
  }

  #own(vehicle: Vehicle, user: User, from: Date, until: Date | null, keyVersion: number): void {
    const channel = this.#random.weighted([
      [1, 78],
      [2, 17],
      [3, 5],
    ]);
    this.bindings.push({ vehicle, user, type: 1, from, until, channel, keyVersion, expires: null });
    this.steps.push({ vehicle, user, action: 1, channel, time: from, reason: null, byStaff: false });
    if (until === null) {
      vehicle.owner = user;
      user.lastActive = later(user.lastActive, after(from, 2 * minute));
    }
  }

  #part(vehicle: Vehicle, user: User, time: Date): void {
    const random = this.#random;
    const [action, channel, reason] = random.weighted<readonly [number, number, string | null]>([
      [[2, 1, '车主在APP解绑'], 55],
      [[6, 3, '二手过户，经销商代办'], 25],
      [[5, 4, '车主手机号停用，凭购车发票强制解绑'], 12],
      [[2, 5, '解绑申请公示期满'], 8],
    ]);
    this.steps.push({ vehicle, user, action, channel, time, reason, byStaff: channel === 4 });
  }

  /** From first bind to today. */
  add(vehicle: Vehicle): void {
    const { activated, dealer } = vehicle;
    if (!activated || !dealer) return;
    const random = this.#random;
    const first = this.#buyer(dealer.city, activated);
    const age = this.#now.getTime() - activated.getTime();
    const documented = vehicle.vin === 'LZXE3C1A9SA000123';
    const changed = !documented && age > 20 * day && random.chance(0.11);
    if (!changed) return this.#own(vehicle, first, activated, null, 1);
    const end = after(activated, age * random.between(0.2, 0.9));
    this.#own(vehicle, first, activated, end, 1);
    this.#part(vehicle, first, end);
    const next = earlier(after(end, random.exponential(5 * day) + hour), after(this.#now, -hour));
    if (random.chance(0.55)) this.#own(vehicle, this.#buyer(dealer.city, next), next, null, 2);
  }

  /** Lets the owner's family and friends ride; some of it has ended. */
  share(vehicle: Vehicle, from: Date, count: number): number {
    const { dealer, owner } = vehicle;
    if (!dealer || !owner) return 0;
    const random = this.#random;
    const used = new Set<User | { id: string }>([owner]);
    for (let i = 0; i < count; i++) {
      const time = after(from, (this.#now.getTime() - from.getTime()) * random.between(0.02, 0.95));
      const known = random.chance(0.6) ? this.#people.known(dealer.city, time, (each) => !used.has(each)) : undefined;
      const user = known ?? this.#people.add(dealer.city, after(time, -random.between(3, 60) * minute));
      used.add(user);
      const until = random.chance(0.2)
        ? after(time, (this.#now.getTime() - time.getTime()) * random.between(0.1, 0.9))
        : null;
      const expires = random.chance(0.25) ? after(until ?? this.#now, random.between(3, 200) * day) : null;
      this.bindings.push({ vehicle, user, type: 2, from: time, until, channel: 1, keyVersion: 1, expires });
      this.steps.push({ vehicle, user, action: 3, channel: 1, time, reason: null, byStaff: false });
      if (until)
        this.steps.push({
          vehicle,
          user,
          action: 4,
          channel: random.chance(0.9) ? 1 : 4,
          time: until,
          reason: random.pick(['车主取消共享', '共享到期', null]),
          byStaff: false,
        });
    }
    return count;
  }
}

/** Freezes some owners, lets some users without a vehicle leave. */
function changeStates(random: Random, now: Date, users: readonly User[], bindings: readonly Binding[]): void {
  const bound = new Set(bindings.filter(({ until }) => until === null).map(({ user }) => user));
  const settled = random.shuffled(users.filter((user) => user.registered < after(now, -60 * day)));
  for (const user of settled.filter((each) => bound.has(each)).slice(0, frozenCount)) {
    user.status = 2;
    user.statusReason = random.pick(freezeReasons);
    user.frozenUntil = random.chance(0.6) ? after(now, random.between(2, 60) * day) : null;
  }
  for (const user of settled.filter((each) => !bound.has(each)).slice(0, leavingCount)) {
    user.status = 3;
    user.statusReason = '用户在APP申请注销，15天冷静期';
    user.lastActive = after(now, -random.between(0.5, 13) * day);
  }
}

/** Users of the app, and who owned, owns and shares which vehicle. Sets `owner` of the vehicles. */
export function makeOwners(seed: Random, now: Date, fleet: readonly Vehicle[]): Owners {
  const random = seed.fork('owners');
  const people = new Registry(random, now);
  const story = new Story(random, now, people);
  const inOrder = fleet
    .filter(({ activated }) => activated !== null)
    .toSorted((a, b) => (a.activated?.getTime() ?? 0) - (b.activated?.getTime() ?? 0));
  for (const vehicle of inOrder) story.add(vehicle);
  const owned = story.bindings.filter(({ until, from }) => until === null && from < after(now, -3 * day));
  let shared = 0;
  for (const { vehicle, from } of random.shuffled(owned)) {
    if (shared >= sharesWanted) break;
    shared += story.share(
      vehicle,
      from,
      Math.min(
        sharesWanted - shared,
        random.weighted([
          [1, 60],
          [2, 24],
          [3, 10],
          [4, 4],
          [5, 2],
        ]),
      ),
    );
  }
  const weights = cities.map((city) => [city, city.weight] as const);
  for (let i = 0; i < strangers; i++)
    people.add(random.weighted(weights), after(now, -(0.01 + 500 * random.next() ** 2) * day));
  const users = people.users.toSorted((a, b) => a.registered.getTime() - b.registered.getTime());
  changeStates(random, now, users, story.bindings);
  return {
    users,
    bindings: story.bindings.toSorted((a, b) => a.from.getTime() - b.from.getTime()),
    steps: story.steps.toSorted((a, b) => a.time.getTime() - b.time.getTime()),
  };
}
