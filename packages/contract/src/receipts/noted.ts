import { isHash } from './hashes.ts';
import { isCounts, isDay, objectOf } from './lines.ts';

/** A head, or the commitment, that somebody has kept outside the platform. */
export interface NotedHead {
  /** YYYY-MM-DD; `end` for the head at the end, `start` for the commitment */
  readonly day: string;
  readonly head: string;
  /** With them the head is computed from the draws; without, the file's line of that day is compared. */
  readonly counts?: readonly number[];
}

/** What an owner got for a draw. */
export interface Receipt {
  readonly requestNo: string;
  readonly lane: number;
  readonly n: number;
  readonly hash: string;
}

/** Texts as they were typed: what could be read, and the lines that could not. */
export interface Noted<T> {
  readonly found: readonly T[];
  readonly wrong: readonly string[];
}

function headFrom(line: string): NotedHead | undefined {
  const plain = /^(\S+)\s+([0-9a-f]{64})$/i.exec(line);
  const { day, head, counts } = plain
    ? { day: plain[1], head: plain[2]?.toLowerCase(), counts: undefined }
    : (objectOf(line) ?? {});
  if ((day !== 'start' && day !== 'end' && !isDay(day)) || !isHash(head)) return undefined;
  if (counts === undefined || counts === null) return { day, head };
  return isCounts(counts) ? { day, head, counts } : undefined;
}

function receiptFrom(line: string): Receipt | undefined {
  // A request number may have the sign between the parts.
  const [, requestNo = '', lane = '', n = '', hash = ''] =
    /^(.+):(\d{1,2}):(\d{1,15}):([0-9a-f]{64})$/i.exec(line) ?? [];
  return requestNo === '' ? undefined : { requestNo, lane: Number(lane), n: Number(n), hash: hash.toLowerCase() };
}

function each<T>(text: string, read: (line: string) => T | undefined): Noted<T> {
  const found: T[] = [];
  const wrong: string[] = [];
  for (const line of text.split('\n').map((one) => one.trim())) {
    if (line === '' || line.startsWith('#')) continue;
    const one = read(line);
    if (one === undefined) wrong.push(line);
    else found.push(one);
  }
  return { found, wrong };
}

/** Heads, one a line: `2026-11-29 <head>`, `end <head>`, `start <commitment>`, or a line of a file. */
export const notedHeadsOf = (text: string): Noted<NotedHead> => each(text, headFrom);
/** Receipts, one a line: `<request number>:<lane>:<number>:<hash>`. */
export const receiptsOf = (text: string): Noted<Receipt> => each(text, receiptFrom);
