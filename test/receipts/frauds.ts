import type { FindingCode } from '@wheelhouse/contract/receipts/findings';
import type { VerifyOptions } from '@wheelhouse/contract/receipts/verify';
import { chainAnew, commitment, type Draw, linesOf, oddsHash, pick, type ReceiptsFile } from './file.ts';

/** What somebody with access to everything might do to a campaign, and what gives it away. */
export interface Fraud {
  readonly name: string;
  /** One of the findings that it must cause. */
  readonly found: FindingCode;
  readonly commit: (file: ReceiptsFile) => void;
  /** The forger has computed the chains, heads and end anew. */
  readonly chained?: true;
  /** Only a head that somebody noted before tells. */
  readonly noted?: true;
  /** Only the seed tells. */
  readonly seed?: true;
  /** Done to the lines of the file. */
  readonly lines?: (lines: string[]) => void;
}

const busiest = 7;
const one = (file: ReceiptsFile, where: (draw: Draw) => boolean = () => true): Draw => {
  const draw = file.draws.find((each) => each.lane >= busiest && each.n > 3 && where(each));
  if (draw === undefined) throw new Error('The file has no such draw');
  return draw;
};
const change = (file: ReceiptsFile, values: Partial<Draw>, where?: (draw: Draw) => boolean): void => {
  Object.assign(one(file, where), values);
};
const won = ({ given }: Draw): boolean => given !== 0;
const lost = ({ picked }: Draw): boolean => picked === 0;
const kept = ({ withheld }: Draw): boolean => withheld !== 0;
const at = (file: ReceiptsFile, draw: Draw): number => file.draws.indexOf(draw);
const removed = (file: ReceiptsFile): void => void file.draws.splice(at(file, one(file)), 1);
/** Numbers of a lane without gaps, as whoever adds or removes draws would leave them. */
const renumber = (file: ReceiptsFile): void => {
  const next = new Map<number, number>();
  for (const draw of file.draws) {
    draw.n = (next.get(draw.lane) ?? 0) + 1;
    next.set(draw.lane, draw.n);
  }
};
const swap = (file: ReceiptsFile): void => {
  const first = one(file);
  const place = at(file, first);
  const second = file.draws[place + 1] ?? first;
  file.draws.splice(place, 2, second, first);
};
const otherSeed = '5e'.repeat(32);

export const frauds: readonly Fraud[] = [
  { name: 'a loser is given a prize', found: 'hash', commit: (file) => change(file, { picked: 1, given: 1 }, lost) },
  {
    name: 'a loser is given a prize, all hashes anew',
    found: 'picked',
    chained: true,
    seed: true,
    commit: (file) => change(file, { picked: 1, given: 1 }, lost),
  },
  {
    name: 'a loser is given a prize, all hashes anew, before the seed is known',
    found: 'notedHead',
    chained: true,
    noted: true,
    commit: (file) => change(file, { picked: 1, given: 1 }, lost),
  },
  {
    name: 'a winner is given a better row than was picked',
    found: 'given',
    chained: true,
    commit: (file) => change(file, { given: 1 }, ({ given }) => given > 1),
  },
  { name: 'a winner becomes a loser', found: 'hash', commit: (file) => change(file, { picked: 0, given: 0 }, won) },
  {
    name: 'a winner becomes a loser, all hashes anew',
    found: 'picked',
    chained: true,
    seed: true,
    commit: (file) => change(file, { picked: 0, given: 0 }, won),
  },
  {
    name: 'a prize is kept without a reason',
    found: 'withheld',
    chained: true,
    commit: (file) => change(file, { given: 0 }, won),
  },
  {
    name: 'a prize is kept for a reason that does not exist',
    found: 'withheld',
    chained: true,
    commit: (file) => change(file, { withheld: 8 }, kept),
  },
  {
    name: 'a prize is given and has a reason not to be',
    found: 'withheld',
    chained: true,
    commit: (file) => change(file, { withheld: 4 }, won),
  },
  {
    name: 'a row is picked that the pool does not have',
    found: 'pickedRow',
    chained: true,
    commit: (file) => change(file, { picked: 9, given: 9 }, lost),
  },
  { name: 'two draws change their places', found: 'numberOrder', commit: swap },
  {
    name: 'two draws change their places and numbers, all hashes anew',
    found: 'notedHead',
    chained: true,
    noted: true,
    commit: (file) => {
      swap(file);
      renumber(file);
    },
  },
  { name: 'a draw is removed', found: 'missing', commit: removed },
  {
    name: 'a draw is removed, the others have its number, all hashes anew',
    found: 'notedHead',
    chained: true,
    noted: true,
    commit: (file) => {
      removed(file);
      renumber(file);
    },
  },
  {
    name: 'a draw comes twice',
    found: 'numberTwice',
    commit: (file) => void file.draws.splice(at(file, one(file)), 0, { ...one(file) }),
  },
  {
    name: 'a request is drawn twice',
    found: 'requestTwice',
    chained: true,
    commit: (file) => {
      file.draws.splice(at(file, one(file)), 0, { ...one(file) });
      renumber(file);
    },
  },
  {
    name: 'odds are changed',
    found: 'oddsHash',
    commit: ({ odds: [odds] }) => void (odds && (odds.odds = [9_000_000, 5_000_000, 1])),
  },
  {
    name: 'odds and their hash are changed',
    found: 'hash',
    commit: ({ odds: [odds] }) => {
      if (odds === undefined) return;
      odds.odds = [9_000_000, 5_000_000, 1];
      odds.hash = oddsHash(odds);
    },
  },
  {
    name: 'odds and all hashes are changed',
    found: 'picked',
    chained: true,
    seed: true,
    commit: ({ odds: [odds] }) => {
      if (odds === undefined) return;
      odds.odds = [90_000_000, 5_000_000, 1];
      odds.hash = oddsHash(odds);
    },
  },
  {
    name: 'odds add up to more than everything',
    found: 'oddsSum',
    chained: true,
    commit: ({ odds: [odds] }) => {
      if (odds === undefined) return;
      odds.odds.push(80_000_000);
      odds.hash = oddsHash(odds);
    },
  },
  { name: 'odds of a version come twice', found: 'oddsOrder', commit: ({ odds }) => void odds.push(...odds.slice(1)) },
  {
    name: 'a draw uses odds that nobody knows',
    found: 'oddsUnknown',
    chained: true,
    commit: (file) => change(file, { version: 3 }),
  },
  {
    name: 'a draw uses odds before they began',
    found: 'oddsEarly',
    chained: true,
    commit: (file) => change(file, { version: 2 }, ({ version }) => version === 1),
  },
  {
    name: 'a draw uses odds after they were replaced',
    found: 'oddsLate',
    chained: true,
    commit: (file) => change(file, { version: 1 }, ({ version, n }) => version === 2 && n > 15),
  },
  {
    name: 'another seed is shown at the end',
    found: 'seed',
    commit: ({ campaign }) => void (campaign.seed = otherSeed),
  },
  {
    name: 'the commitment is another',
    found: 'firstHash',
    commit: ({ campaign }) => void (campaign.commitment = otherSeed),
  },
  {
    name: 'seed, commitment and all hashes are others',
    found: 'picked',
    chained: true,
    seed: true,
    commit: ({ campaign }) => {
      campaign.seed = otherSeed;
      campaign.commitment = commitment(campaign.activityNo, otherSeed);
    },
  },
  {
    name: 'a whole campaign is made up with another seed',
    found: 'notedCommitment',
    chained: true,
    noted: true,
    commit: (file) => {
      file.campaign.commitment = commitment(file.campaign.activityNo, otherSeed);
      if (file.campaign.seed !== undefined) file.campaign.seed = otherSeed;
      for (const draw of file.draws) {
        draw.picked = pick(otherSeed, draw, file.odds[draw.version - 1]?.odds ?? []);
        draw.given = draw.picked;
        draw.withheld = 0;
      }
    },
  },
  { name: 'a draw is in another lane', found: 'lane', commit: (file) => change(file, { lane: busiest - 1 }) },
  {
    name: 'a draw is moved to the end of another lane, all hashes anew',
    found: 'lane',
    chained: true,
    commit: (file) => {
      const [draw] = file.draws.splice(at(file, one(file)), 1);
      if (draw) file.draws.push({ ...draw, lane: 63 });
      renumber(file);
    },
  },
  {
    name: 'the lanes come in another order',
    found: 'lineOrder',
    commit: (file) => file.draws.push(...file.draws.splice(0, 10)),
  },
  {
    name: 'a draw is dated back',
    found: 'timeBack',
    chained: true,
    commit: (file) => change(file, { time: one(file).time - 20 * 3_600_000 }),
  },
  { name: 'a draw has another time', found: 'hash', commit: (file) => change(file, { time: one(file).time + 1 }) },
  { name: 'a draw belongs to another user', found: 'hash', commit: (file) => change(file, { userId: '1' }) },
  {
    name: 'a draw belongs to another user, all hashes anew',
    found: 'notedHead',
    chained: true,
    noted: true,
    commit: (file) => change(file, { userId: '1' }),
  },
  { name: 'a draw has another nonce', found: 'hash', commit: (file) => change(file, { nonce: 'x' }) },
  {
    name: 'a draw has another request number',
    found: 'lane',
    commit: (file) => change(file, { requestNo: 'R-other-2' }),
  },
  {
    name: 'the last draws are cut off',
    found: 'endDraws',
    commit: ({ draws }) => void draws.splice(-2),
  },
  {
    name: 'the last draws are cut off, and the end says so',
    found: 'headCounts',
    commit: (file) => {
      const heads = structuredClone(file.heads);
      file.draws = file.draws.filter(({ lane, n }) => lane !== 63 || n === 1);
      chainAnew(file);
      file.heads = heads;
    },
  },
  {
    name: 'the file is cut off',
    found: 'endMissing',
    commit: () => undefined,
    lines: (lines) => void lines.splice(-40),
  },
  {
    name: 'draws are added after the end',
    found: 'afterEnd',
    commit: () => undefined,
    lines: (lines) => void lines.push(lines.at(-20) ?? ''),
  },
  {
    name: 'draws are added before the end',
    found: 'endDraws',
    commit: (file) => void file.draws.push({ ...one(file), lane: 63, n: 10_000 }),
  },
  {
    name: 'the head of a day is another',
    found: 'head',
    commit: ({ heads: [head] }) => void (head && (head.head = otherSeed)),
  },
  {
    name: 'the head of a day counts other draws',
    found: 'head',
    commit: ({ heads: [head] }) => void head?.counts.splice(9, 1, 0),
  },
  {
    name: 'the heads of two days change their places',
    found: 'headOrder',
    commit: ({ heads }) => void heads.reverse(),
  },
  { name: 'the head of a day is gone', found: 'notedMissing', noted: true, commit: ({ heads }) => void heads.shift() },
  { name: 'the head at the end is another', found: 'endHead', commit: ({ end }) => void (end.head = otherSeed) },
  {
    name: 'the campaign is gone',
    found: 'campaignMissing',
    commit: () => undefined,
    lines: (lines) => void lines.shift(),
  },
  {
    name: 'there are two campaigns',
    found: 'campaignTwice',
    commit: () => undefined,
    lines: (lines) => void lines.unshift(lines[0] ?? ''),
  },
  {
    name: 'a line is damaged',
    found: 'malformed',
    commit: () => undefined,
    lines: (lines) => void lines.splice(30, 1, (lines[30] ?? '').slice(0, -9)),
  },
  {
    name: 'a line lacks the user',
    found: 'malformed',
    commit: () => undefined,
    lines: (lines) => void lines.splice(30, 1, (lines[30] ?? '').replace('"userId"', '"user"')),
  },
  {
    name: 'two texts of a draw are joined so that the message stays the same',
    found: 'malformed',
    commit: (file) => {
      const draw = one(file);
      change(file, { userId: `${draw.userId}|${draw.nonce}`, nonce: '' });
    },
  },
];

/** Lines of a file after a fraud, and what an auditor has noted of the file before it. */
export function commit(
  fraud: Fraud,
  truth: ReceiptsFile,
): { readonly lines: readonly string[]; readonly options: VerifyOptions } {
  const file = structuredClone(truth);
  fraud.commit(file);
  if (fraud.chained) chainAnew(file);
  const lines = [...linesOf(file)];
  fraud.lines?.(lines);
  const heads = [...truth.heads.map(({ day, head }) => ({ day, head })), { day: 'end', head: truth.end.head }];
  const start = { day: 'start', head: truth.campaign.commitment };
  const options = fraud.noted ? { heads: [start, ...heads] } : {};
  return { lines, options };
}
