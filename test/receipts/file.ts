import { createHmac, hash } from 'node:crypto';

/** A campaign's file as decision 0040 has it, made without the code that verifies it. */

export interface Odds {
  version: number;
  odds: number[];
  hash: string;
  from: number;
}
export interface Draw {
  lane: number;
  n: number;
  requestNo: string;
  userId: string;
  nonce: string;
  version: number;
  picked: number;
  given: number;
  withheld: number;
  time: number;
  hash: string;
}
export interface Head {
  day: string;
  head: string;
  counts: number[];
}
export interface ReceiptsFile {
  campaign: { activityNo: string; name: string; commitment: string; seed?: string; lanes: number };
  odds: Odds[];
  /** Lane by lane. */
  draws: Draw[];
  heads: Head[];
  end: { head: string; draws: number };
}

export const lanes = 64;
const dayMs = 86_400_000;
/** 2026-12-01 in Shanghai. */
const begin = Date.UTC(2026, 10, 30, 16);

const sha256 = (...parts: (string | Buffer)[]): Buffer => {
  const [text = ''] = parts;
  return hash('sha256', parts.length === 1 ? text : Buffer.concat(parts.map((part) => Buffer.from(part))), 'buffer');
};

export const oddsHash = ({ version, odds }: Pick<Odds, 'version' | 'odds'>): string =>
  sha256(`${version}|${odds.join(',')}`).toString('hex');
export const commitment = (activityNo: string, seed: string): string =>
  sha256(`${activityNo}|1|${seed}`).toString('hex');
export const laneFor = (requestNo: string): number => sha256(requestNo).readUInt8(0) % lanes;

export function pick(seed: string, draw: Draw, odds: readonly number[]): number {
  const message = `${draw.lane}|${draw.n}|${draw.requestNo}|${draw.userId}|${draw.nonce}`;
  let r: Buffer = createHmac('sha256', Buffer.from(seed, 'hex')).update(message).digest();
  for (;;) {
    for (let at = 0; at < 32; at += 4) {
      const word = r.readUInt32BE(at);
      if (word >= 4_200_000_000) continue;
      let left = word % 100_000_000;
      const row = odds.findIndex((share) => (left -= share) < 0);
      return row + 1;
    }
    r = sha256(r);
  }
}

const first = ({ activityNo, commitment: promised }: ReceiptsFile['campaign'], lane: number): Buffer =>
  sha256(`${activityNo}|${promised}|${lane}`);

/** Hashes of chains, heads and end anew, as whoever forges a whole file would. Heads take the draws that are still there. */
export function chainAnew(file: ReceiptsFile): void {
  const hashes = Array.from({ length: lanes }, (_, lane) => [first(file.campaign, lane)]);
  for (const draw of file.draws) {
    const odds = file.odds.find(({ version }) => version === draw.version)?.hash ?? '';
    const chain = hashes[draw.lane] ?? [];
    const text = `${draw.lane}|${draw.n}|${draw.requestNo}|${draw.userId}|${draw.nonce}|${odds}|${draw.picked}|${draw.given}|${draw.withheld}|${draw.time}`;
    const next = sha256(chain.at(-1) ?? '', text);
    draw.hash = next.toString('hex');
    chain.push(next);
  }
  for (const head of file.heads) {
    head.counts = head.counts.map((count, lane) => Math.min(count, (hashes[lane]?.length ?? 1) - 1));
    head.head = sha256(...head.counts.map((count, lane) => hashes[lane]?.[count] ?? '')).toString('hex');
  }
  file.end = { head: sha256(...hashes.map((chain) => chain.at(-1) ?? '')).toString('hex'), draws: file.draws.length };
}

/** Numbers that are always the same: a fraud that is found is found again. */
function numbers(start: number): () => number {
  let state = start;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

const versions = (): Odds[] =>
  [
    { version: 1, odds: [1_000_000, 5_000_000, 20_000_000], from: begin },
    { version: 2, odds: [1_000_000, 2_500_000, 30_000_000], from: begin + dayMs },
  ].map((one) => ({ ...one, hash: oddsHash(one) }));

export interface MakeOptions {
  readonly draws?: number;
  readonly days?: number;
  /** Whether the file shows it. */
  readonly seed?: boolean;
}

/** A truthful file. */
export function makeFile({ draws: count = 2_000, days = 3, seed: shown = true }: MakeOptions = {}): ReceiptsFile {
  const random = numbers(count);
  const seed = sha256(`a seed of ${count}`).toString('hex');
  const activityNo = 'RA202612010001';
  const odds = versions();
  const byLane: Draw[][] = Array.from({ length: lanes }, () => []);
  const heads: Head[] = [];
  const dayOf = (time: number): string => new Date(time + dayMs / 3).toISOString().slice(0, 10);
  for (let i = 0; i < count; i++) {
    const time = begin + Math.floor((i / count) * days * dayMs);
    const before = begin + heads.length * dayMs;
    if (time >= before + dayMs)
      heads.push({ day: dayOf(before), head: '', counts: byLane.map((draws) => draws.length) });
    const requestNo = `R${i.toString(36)}-${Math.floor(random() * 2 ** 32).toString(36)}`;
    const lane = laneFor(requestNo);
    const version = time >= begin + dayMs ? 2 : 1;
    const draw: Draw = {
      lane,
      n: (byLane[lane]?.length ?? 0) + 1,
      requestNo,
      userId: String(100_000 + Math.floor(random() * 50_000)),
      nonce: Math.floor(random() * 2 ** 48).toString(36),
      version,
      picked: 0,
      given: 0,
      withheld: 0,
      time,
      hash: '',
    };
    draw.picked = pick(seed, draw, odds[version - 1]?.odds ?? []);
    if (draw.picked !== 0 && random() < 0.1) draw.withheld = 1 + Math.floor(random() * 7);
    else draw.given = draw.picked;
    byLane[lane]?.push(draw);
  }
  const file: ReceiptsFile = {
    campaign: { activityNo, name: '冬季抽奖', commitment: commitment(activityNo, seed), ...(shown && { seed }), lanes },
    odds,
    draws: byLane.flat(),
    heads,
    end: { head: '', draws: 0 },
  };
  chainAnew(file);
  return file;
}

export function* linesOf({ campaign, odds, draws, heads, end }: ReceiptsFile): Generator<string> {
  yield JSON.stringify({ t: 'campaign', ...campaign });
  for (const one of odds) yield JSON.stringify({ t: 'odds', ...one });
  for (const one of draws) yield JSON.stringify({ t: 'draw', ...one });
  for (const one of heads) yield JSON.stringify({ t: 'head', ...one });
  yield JSON.stringify({ t: 'end', ...end });
}
