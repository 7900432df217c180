import type { Findings } from './findings.ts';
import {
  allOdds,
  bytesOf,
  drawHashOf,
  firstHashOf,
  headOf,
  hexOf,
  laneCount,
  laneOf,
  messageOf,
  oddsHashOf,
  outcomeOf,
  pickOf,
  randomOf,
  textBytes,
} from './hashes.ts';
import { Lane } from './lane.ts';
import type { CampaignLine, DrawLine, OddsLine } from './lines.ts';
import type { Receipt } from './noted.ts';

/** Clocks of servers that take over from each other differ by less. */
const clockMs = 60_000;
const reasons = 10;
/** Reasons of another row than the picked one: a blind box always holds something. */
const replaced: ReadonlySet<number> = new Set([8, 9]);

/** Wins of a row of the pool; row 0 is no prize. */
export interface RowCount {
  readonly row: number;
  readonly picked: number;
  readonly given: number;
  /** What the odds let expect of so many draws. */
  readonly expected: number;
}

interface Version extends OddsLine {
  /** When the next version began. */
  until: number;
  draws: number;
}

/** Follows the draws of a file: chains, odds, picks and what was given. */
export class DrawCheck {
  readonly #findings: Findings;
  readonly #lanes: readonly Lane[];
  readonly #random: ((message: Uint8Array) => Uint8Array) | undefined;
  readonly #receipts: Map<string, Receipt>;
  readonly #versions = new Map<number, Version>();
  #newest: Version | undefined;
  #lane = 0;
  /** Of the lane that is being read: a request number leads to its lane. */
  #requests = new Set<string>();
  draws = 0;
  readonly #picked: number[] = [0];
  readonly #given: number[] = [0];
  readonly #withheld: number[] = Array.from({ length: reasons }, () => 0);

  constructor(
    findings: Findings,
    campaign: CampaignLine | undefined,
    seed: string | undefined,
    receipts: readonly Receipt[],
  ) {
    this.#findings = findings;
    this.#random = seed === undefined ? undefined : randomOf(bytesOf(seed));
    this.#receipts = new Map(receipts.map((one) => [`${one.lane}|${one.n}`, one]));
    this.#lanes = Array.from(
      { length: laneCount },
      (_, lane) => new Lane(campaign && firstHashOf(campaign.activityNo, campaign.commitment, lane)),
    );
  }

  addOdds(line: OddsLine): void {
    const { version, odds, hash, from } = line;
    if (oddsHashOf(version, odds) !== hash) this.#findings.add('oddsHash', {}, { version });
    if (odds.reduce((sum, one) => sum + one, 0) > allOdds) this.#findings.add('oddsSum', {}, { version });
    const before = this.#newest;
    if (before && (before.version >= version || before.from > from)) this.#findings.add('oddsOrder', {}, { version });
    if (this.#versions.has(version)) return;
    if (before) before.until = from;
    this.#newest = { ...line, until: Infinity, draws: 0 };
    this.#versions.set(version, this.#newest);
    while (this.#picked.length <= odds.length) {
      this.#picked.push(0);
      this.#given.push(0);
    }
  }

  add(draw: DrawLine): void {
    this.draws++;
    this.#request(draw);
    const lane = this.#lanes[draw.lane];
    if (lane === undefined) return;
    this.#number(lane, draw);
    this.#time(lane, draw);
    const version = this.#odds(draw);
    const message = textBytes(messageOf(draw));
    if (version) this.#pick(draw, version, message);
    this.#outcome(draw);
    this.#receipt(draw);
    lane.keep(draw.n, this.#chain(lane, draw, version, message) ?? bytesOf(draw.hash));
  }

  #request(draw: DrawLine): void {
    const right = laneOf(draw.requestNo);
    if (right !== draw.lane) this.#findings.add('lane', draw, { right });
    if (draw.lane !== this.#lane) {
      if (draw.lane < this.#lane) this.#findings.add('lineOrder', draw);
      this.#lane = draw.lane;
      this.#requests = new Set();
    }
    if (this.#requests.has(draw.requestNo)) this.#findings.add('requestTwice', draw);
    else this.#requests.add(draw.requestNo);
  }

  #number(lane: Lane, draw: DrawLine): void {
    if (draw.n === lane.at + 1) {
      // Numbers behind one that was out of order have been there before.
      if (draw.n <= lane.last && lane.hash(draw.n)) this.#findings.add('numberTwice', draw);
      return;
    }
    if (draw.n <= lane.at) return this.#findings.add(lane.hash(draw.n) ? 'numberTwice' : 'numberOrder', draw);
    const first = lane.firstMissing(lane.at + 1, draw.n);
    if (first !== undefined)
      this.#findings.add('missing', draw, { range: first === draw.n - 1 ? first : `${first}–${draw.n - 1}` });
  }

  #time(lane: Lane, draw: DrawLine): void {
    if (draw.time < lane.time - clockMs)
      this.#findings.add('timeBack', draw, { seconds: Math.round((lane.time - draw.time) / 1000) });
    // After a leap the next draws are compared with it, not with what was before.
    if (draw.time > lane.time || draw.time < lane.time - clockMs) lane.time = draw.time;
  }

  #odds(draw: DrawLine): Version | undefined {
    const version = this.#versions.get(draw.version);
    if (version === undefined) {
      this.#findings.add('oddsUnknown', draw, { version: draw.version });
      return undefined;
    }
    version.draws++;
    if (draw.time < version.from - clockMs) this.#findings.add('oddsEarly', draw, { version: draw.version });
    if (draw.time > version.until + clockMs) this.#findings.add('oddsLate', draw, { version: draw.version });
    return version;
  }

  /** The hash of the draw, where it is as the file says. */
  #chain(lane: Lane, draw: DrawLine, version: Version | undefined, message: Uint8Array): Uint8Array | undefined {
    const previous = lane.hash(draw.n - 1);
    // Missing draws and versions have been found already, and so has a chain without a beginning.
    if (previous === undefined || version === undefined) return undefined;
    const hash = drawHashOf(previous, message, textBytes(outcomeOf(version.hash, draw)));
    if (hexOf(hash) === draw.hash) return hash;
    this.#findings.add(draw.n === 1 ? 'firstHash' : 'hash', draw);
    return undefined;
  }

  #pick(draw: DrawLine, { odds }: Version, message: Uint8Array): void {
    const { picked } = draw;
    if (picked > odds.length) this.#findings.add('pickedRow', draw, { picked });
    const random = this.#random?.(message);
    if (random === undefined) return;
    const right = pickOf(random, odds);
    if (right !== picked) this.#findings.add('picked', draw, { right, picked });
  }

  #outcome(draw: DrawLine): void {
    const { picked, given, withheld } = draw;
    const isReplaced = replaced.has(withheld);
    if (given !== 0 && given !== picked && !isReplaced) this.#findings.add('given', draw, { given, picked });
    const isKept = picked !== 0 && given === 0;
    const agrees = isReplaced ? given !== 0 && given !== picked : (withheld !== 0) === isKept;
    if (withheld >= reasons || !agrees) this.#findings.add('withheld', draw, { withheld });
    if (picked < this.#picked.length) this.#picked[picked] = (this.#picked[picked] ?? 0) + 1;
    if (given < this.#given.length) this.#given[given] = (this.#given[given] ?? 0) + 1;
    if (withheld < reasons) this.#withheld[withheld] = (this.#withheld[withheld] ?? 0) + 1;
  }

  #receipt(draw: DrawLine): void {
    if (this.#receipts.size === 0) return;
    const key = `${draw.lane}|${draw.n}`;
    const receipt = this.#receipts.get(key);
    if (receipt === undefined) return;
    if (receipt.hash !== draw.hash || receipt.requestNo !== draw.requestNo) this.#findings.add('receipt', receipt);
    this.#receipts.delete(key);
  }

  /** Receipts of which no draw has been read. */
  get receiptsLeft(): readonly Receipt[] {
    return [...this.#receipts.values()];
  }

  /** The head after so many draws of each lane; undefined where the file does not have them all. @param counts absent: all draws */
  head(counts?: readonly number[]): string | undefined {
    const lasts = this.#lanes.flatMap((lane, at) => lane.hash(counts?.[at] ?? lane.last) ?? []);
    return lasts.length === laneCount ? headOf(lasts) : undefined;
  }

  get rows(): readonly RowCount[] {
    const versions = [...this.#versions.values()];
    const wins = this.#picked.map((_, row) =>
      row === 0 ? 0 : versions.reduce((sum, { odds, draws }) => sum + ((odds[row - 1] ?? 0) / allOdds) * draws, 0),
    );
    const none = versions.reduce((sum, { draws }) => sum + draws, 0) - wins.reduce((sum, one) => sum + one, 0);
    return wins.map((expected, row) => ({
      row,
      picked: this.#picked[row] ?? 0,
      given: this.#given[row] ?? 0,
      expected: row === 0 ? none : expected,
    }));
  }

  /** Draws by the reason why nothing was given; the first are those without one. */
  get withheld(): readonly number[] {
    return this.#withheld;
  }
}
