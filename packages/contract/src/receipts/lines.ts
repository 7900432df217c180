import { isRecord } from '../object.ts';
import { type DrawInput, type DrawOutcome, isHash, laneCount } from './hashes.ts';

/** The lines of a campaign's file, as they are read from a text that anybody may have written. */

export interface CampaignLine {
  readonly t: 'campaign';
  readonly activityNo: string;
  readonly name: string;
  readonly commitment: string;
  /** Absent until the campaign has ended. */
  readonly seed: string | undefined;
}
export interface OddsLine {
  readonly t: 'odds';
  readonly version: number;
  readonly odds: readonly number[];
  readonly hash: string;
  /** ms since 1970 */
  readonly from: number;
}
export interface DrawLine extends DrawInput, DrawOutcome {
  readonly t: 'draw';
  readonly version: number;
  readonly hash: string;
}
export interface HeadLine {
  readonly t: 'head';
  readonly day: string;
  readonly head: string;
  /** Last number of each lane. */
  readonly counts: readonly number[];
}
export interface EndLine {
  readonly t: 'end';
  readonly head: string;
  readonly draws: number;
}
/** A line that is none of these, and the member that shows it. */
interface WrongLine {
  readonly t: 'wrong';
  readonly what: string;
}
export type ReceiptLine = CampaignLine | OddsLine | DrawLine | HeadLine | EndLine | WrongLine;

/** No line is longer: what is, was not written by the platform. */
const longestLine = 100_000;

const wrong = (what: string): WrongLine => ({ t: 'wrong', what });
const isWhole = (value: unknown): value is number => Number.isSafeInteger(value) && Number(value) >= 0;
/** Without the sign that joins them, so that a text has one reading. */
const part = /^[^|\p{Cc}]{0,200}$/u;
const isPart = (value: unknown): value is string =>
  typeof value === 'string' && part.test(value) && value.isWellFormed();
const isName = (value: unknown): value is string => isPart(value) && value !== '';
const areWhole = (value: unknown): value is number[] => Array.isArray(value) && value.every(isWhole);
export const isCounts = (value: unknown): value is number[] => areWhole(value) && value.length === laneCount;
export const isDay = (value: unknown): value is string => typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value);

type Row = Readonly<Record<string, unknown>>;

function campaignOf({ activityNo, name, commitment, seed, lanes }: Row): CampaignLine | WrongLine {
  if (!isName(activityNo)) return wrong('activityNo');
  if (typeof name !== 'string' || /\p{Cc}/u.test(name)) return wrong('name');
  if (!isHash(commitment)) return wrong('commitment');
  if (seed !== undefined && seed !== null && !isHash(seed)) return wrong('seed');
  if (lanes !== laneCount) return wrong('lanes');
  return { t: 'campaign', activityNo, name, commitment, seed: seed ?? undefined };
}

function oddsOf({ version, odds, hash, from }: Row): OddsLine | WrongLine {
  if (!isWhole(version)) return wrong('version');
  if (!areWhole(odds)) return wrong('odds');
  if (!isHash(hash)) return wrong('hash');
  if (!isWhole(from)) return wrong('from');
  return { t: 'odds', version, odds, hash, from };
}

function drawOf(row: Row): DrawLine | WrongLine {
  const { lane, n, requestNo, userId, nonce, version, picked, given, withheld, time, hash } = row;
  if (!isWhole(lane) || lane >= laneCount) return wrong('lane');
  if (!isWhole(n) || n === 0) return wrong('n');
  if (!isName(requestNo)) return wrong('requestNo');
  if (!isName(userId)) return wrong('userId');
  if (!isPart(nonce)) return wrong('nonce');
  if (!isWhole(version)) return wrong('version');
  if (!isWhole(picked)) return wrong('picked');
  if (!isWhole(given)) return wrong('given');
  if (!isWhole(withheld)) return wrong('withheld');
  if (!isWhole(time)) return wrong('time');
  if (!isHash(hash)) return wrong('hash');
  return { t: 'draw', lane, n, requestNo, userId, nonce, version, picked, given, withheld, time, hash };
}

function headOf({ day, head, counts }: Row): HeadLine | WrongLine {
  if (!isDay(day)) return wrong('day');
  if (!isHash(head)) return wrong('head');
  if (!isCounts(counts)) return wrong('counts');
  return { t: 'head', day, head, counts };
}

function endOf({ head, draws }: Row): EndLine | WrongLine {
  if (!isHash(head)) return wrong('head');
  if (!isWhole(draws)) return wrong('draws');
  return { t: 'end', head, draws };
}

/** An object of JSON; undefined for anything else. */
export function objectOf(text: string): Row | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

export function readLine(text: string): ReceiptLine {
  const row = text.length > longestLine ? undefined : objectOf(text);
  if (row === undefined) return wrong('JSON');
  switch (row['t']) {
    case 'draw':
      return drawOf(row);
    case 'campaign':
      return campaignOf(row);
    case 'odds':
      return oddsOf(row);
    case 'head':
      return headOf(row);
    case 'end':
      return endOf(row);
    default:
      return wrong('t');
  }
}

/** Cuts a text that arrives in parts into its lines. */
export class LineCutter {
  #rest = '';
  /** The lines that are whole now. */
  push(text: string): readonly string[] {
    const lines = (this.#rest + text).split('\n');
    this.#rest = lines.pop() ?? '';
    // What never ends would be kept until memory is full.
    if (this.#rest.length > longestLine) lines.push(this.end());
    return lines;
  }
  /** What stands behind the last end of a line. */
  end(): string {
    const rest = this.#rest;
    this.#rest = '';
    return rest;
  }
}
