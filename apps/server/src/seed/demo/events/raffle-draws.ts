import {
  bytesOf,
  drawHashOf,
  firstHashOf,
  headOf,
  laneCount,
  laneOf,
  messageOf,
  outcomeOf,
  pickOf,
  randomOf,
  textBytes,
} from '@wheelhouse/contract/receipts/hashes';
import { formatDay } from '@wheelhouse/contract/time';
import { after, busyMoment, day, hour, minute } from '../clock.ts';
import type { Random } from '../random.ts';
import type { User } from '../users/users.ts';

/** What a draw picks from: its odds, and what keeps it from being given. */
export interface DrawnRow {
  readonly odds: number;
  readonly quantity: number;
  readonly dailyLimit: number | undefined;
  readonly costFen: number;
  /** Users who have as much of it as they may; undefined where there is no such limit. */
  readonly holders: Set<string> | undefined;
}

export interface Campaign {
  readonly activityNo: string;
  readonly commitment: string;
  readonly seed: string;
  readonly oddsHash: string;
  readonly rows: readonly DrawnRow[];
  readonly maxWins: number;
  readonly freeTimes: number;
  readonly budgetFen: number;
}

/** A request for a draw. */
export interface Request {
  readonly requestNo: string;
  readonly nonce: string;
  readonly user: User;
  readonly time: Date;
  /** Same device (1), too fast (2), emulator (4). */
  readonly risk: number;
}

export interface Draw extends Request {
  readonly lane: number;
  readonly n: number;
  readonly picked: number;
  readonly given: number;
  readonly withheld: number;
  readonly hash: Buffer;
  readonly leftTimes: number;
}

interface Drawer {
  day: string;
  dayDraws: number;
  draws: number;
  wins: number;
}

export interface Drawn {
  readonly draws: readonly Draw[];
  readonly lanes: readonly { readonly last: number; readonly head: Buffer; readonly users: number }[];
  readonly heads: readonly { readonly day: string; readonly head: string; readonly counts: readonly string[] }[];
  readonly users: ReadonlyMap<User, Readonly<Drawer>>;
  readonly won: readonly number[];
  readonly lastWon: readonly (Date | null)[];
}

/** Requests between two moments, at hours when people are about; nobody draws more often on a day than is allowed. */
export function requestsOf(
  random: Random,
  users: readonly User[],
  { from, until, perDay, freeTimes }: { from: Date; until: Date; perDay: number; freeTimes: number },
): readonly Request[] {
  const made: Request[] = [];
  const times = new Map<string, number>();
  for (let end = after(from, day); end <= after(until, day); end = after(end, day))
    for (let n = random.int(Math.round(perDay * 0.7), Math.round(perDay * 1.3)); n > 0; n--) {
      const [user, time] = [random.pick(users), busyMoment(random, end)];
      const key = `${user.mobile} ${formatDay(time)}`;
      const had = times.get(key) ?? 0;
      const clock = (time.getTime() + 8 * hour) % day;
      const isOpen = clock >= 8 * hour && clock < 22 * hour - minute;
      if (!isOpen || time < from || time > after(until, -minute) || user.registered >= time || had >= freeTimes)
        continue;
      const risk = random.chance(0.012) ? random.pick([1, 2, 4]) : 0;
      // Most draw at once as often as they may.
      const more = random.chance(0.6) ? freeTimes - had : 1;
      for (let again = 0; again < more; again++)
        made.push({
          requestNo: random.hex(32).toLowerCase(),
          nonce: random.hex(16).toLowerCase(),
          user,
          time: after(time, again * 9_000 + random.int(0, 4_000)),
          risk,
        });
      times.set(key, had + more);
    }
  return made.toSorted((a, b) => a.time.getTime() - b.time.getTime());
}

interface Count {
  all: number;
  day: string;
  ofDay: number;
  time: Date | null;
}

/** Gives what was picked as long as the rules of a campaign allow it, and counts it. */
function giver({ rows, maxWins, budgetFen }: Campaign) {
  const won = rows.map((): Count => ({ all: 0, day: '', ofDay: 0, time: null }));
  let spent = 0;
  /** Why what was picked is not given, by the numbers of the decision; 0: it is, or nothing was picked. */
  const withheldFrom = (picked: number, { user, time, risk }: Request, wins: number): number => {
    const [row, of] = [rows[picked - 1], won[picked - 1]];
    if (row === undefined || of === undefined) return 0;
    const today = formatDay(time);
    const ofDay = of.day === today ? of.ofDay : 0;
    if (risk > 0) return 6;
    if (wins >= maxWins) return 5;
    if (of.all >= row.quantity) return 1;
    if (row.dailyLimit !== undefined && ofDay >= row.dailyLimit) return 2;
    if (spent + row.costFen > budgetFen) return 4;
    if (row.holders?.has(user.id) === true) return 7;
    row.holders?.add(user.id);
    spent += row.costFen;
    Object.assign(of, { all: of.all + 1, day: today, ofDay: ofDay + 1, time });
    return 0;
  };
  return { won, withheldFrom };
}

/** Draws for requests in their order, by the rules and with the receipts of `raffle_draw`. */
export function drawAll(campaign: Campaign, requests: readonly Request[], now: Date): Drawn {
  const { activityNo, commitment, seed, oddsHash, rows, freeTimes } = campaign;
  const chains = Array.from({ length: laneCount }, (_, lane) => ({
    last: 0,
    head: firstHashOf(activityNo, commitment, lane),
    users: 0,
  }));
  const randomFor = randomOf(bytesOf(seed));
  const odds = rows.map((row) => row.odds);
  const users = new Map<User, Drawer>();
  const { won, withheldFrom } = giver(campaign);
  const heads: Drawn['heads'][number][] = [];
  const endDay = (of: string | undefined, next: string): void => {
    if (of === undefined || of === next) return;
    const counts = chains.map(({ last }) => String(last));
    heads.push({ day: of, head: headOf(chains.map(({ head }) => head)), counts });
  };
  const draws = requests.map((request, at): Draw => {
    const { requestNo, nonce, user, time } = request;
    const today = formatDay(time);
    const before = requests[at - 1];
    endDay(before && formatDay(before.time), today);
    const lane = laneOf(requestNo);
    const chain = chains[lane];
    if (chain === undefined) throw new Error('every lane has a chain');
    const drawer = users.get(user) ?? { day: today, dayDraws: 0, draws: 0, wins: 0 };
    users.set(user, drawer);
    if (drawer.draws === 0) chain.users += 1;
    const n = chain.last + 1;
    const message = textBytes(messageOf({ lane, n, requestNo, userId: user.id, nonce }));
    const picked = pickOf(randomFor(message), odds);
    const withheld = withheldFrom(picked, request, drawer.wins);
    const given = withheld === 0 ? picked : 0;
    const outcome = outcomeOf(oddsHash, { picked, given, withheld, time: time.getTime() });
    chain.last = n;
    chain.head = drawHashOf(chain.head, message, textBytes(outcome));
    drawer.dayDraws = drawer.day === today ? drawer.dayDraws + 1 : 1;
    drawer.day = today;
    drawer.draws += 1;
    if (given > 0) drawer.wins += 1;
    const leftTimes = Math.max(0, freeTimes - drawer.dayDraws);
    return { ...request, lane, n, picked, given, withheld, hash: Buffer.from(chain.head), leftTimes };
  });
  const last = requests.at(-1);
  endDay(last && formatDay(last.time), formatDay(now));
  return {
    draws,
    lanes: chains.map((chain) => ({ ...chain, head: Buffer.from(chain.head) })),
    heads,
    users,
    won: won.map(({ all }) => all),
    lastWon: won.map(({ time }) => time),
  };
}
