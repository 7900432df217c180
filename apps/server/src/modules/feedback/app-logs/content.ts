import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import type { AppLogPage } from '@wheelhouse/contract/calls/feedback';
import { storageOf } from '../../../adapters/storage/index.ts';
import type { App } from '../../../http/context.ts';
import { levels, type Level } from './lines.ts';

const mebibyte = 1024 * 1024;
/** Of one answer: its lines, and the bytes that were looked through for them. */
const most = { lines: 500, bytes: 8 * mebibyte };
const newLine = 0x0a;

/** Where the text of a log is. */
export interface StoredLog {
  readonly key: string;
  readonly bytes: number;
}

/** Bytes of the stored text, from `start` up to `end` (not included). */
async function openRange(
  { config }: Pick<App, 'config'>,
  { key }: StoredLog,
  start: number,
  end: number,
): Promise<Readable> {
  const found = await storageOf(config).open(key, `bytes=${start}-${end - 1}`);
  return 'path' in found ? createReadStream(found.path, { start, end: end - 1 }) : found.content;
}

interface Asked {
  readonly offset: number;
  readonly level: Level | undefined;
  readonly keyword: string | undefined;
}

type Line = AppLogPage['lines'][number];

/** Characters before the text of a stored line: its level and a tab. */
const head = 2;
const levelIn = (bytes: Buffer): Level => levels.find((level) => level.charCodeAt(0) === bytes[0]) ?? 'I';

/** Whole lines with the offset of each, from an offset that may lie within a line: then the next line is the first. */
async function* linesFrom(
  source: AsyncIterable<Buffer>,
  start: number,
  isWithin: boolean,
): AsyncGenerator<[number, Buffer]> {
  let [offset, skip] = [start, isWithin];
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of source) {
    let bytes: Buffer = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    for (let at = bytes.indexOf(newLine); at >= 0; at = bytes.indexOf(newLine)) {
      if (!skip) yield [offset, bytes.subarray(0, at)];
      skip = false;
      offset += at + 1;
      bytes = bytes.subarray(at + 1);
    }
    rest = bytes;
  }
}

const lineEnd = Buffer.from([newLine]);
/** Lines that are passed on at once. */
const batchLines = 500;

/** The whole text as the app wrote it: without the level before each line. */
export async function* plainText(app: Pick<App, 'config'>, stored: StoredLog): AsyncGenerator<Buffer> {
  if (stored.bytes === 0) return;
  let batch: Buffer[] = [];
  for await (const [, bytes] of linesFrom(await openRange(app, stored, 0, stored.bytes), 0, false)) {
    batch.push(bytes.subarray(head), lineEnd);
    if (batch.length < batchLines * 2) continue;
    yield Buffer.concat(batch);
    batch = [];
  }
  yield Buffer.concat(batch);
}

/**
 * Lines of a log from an offset on, as far as one answer goes: a file of any size is read in ranges, and searched in ranges. `next` is
 * where to go on, null at the end; an answer without lines that has a `next` has found nothing yet.
 * @for a large text that people read and search: some hundred lines from an offset in bytes, 8 MB searched a call; the page keeps what it shows
 * (`domains/feedback/app-logs/Content.tsx`)
 */
export async function readLines(app: Pick<App, 'config'>, stored: StoredLog, asked: Asked): Promise<AppLogPage> {
  const size = stored.bytes;
  const offset = Math.min(asked.offset, size);
  if (offset >= size) return { lines: [], next: null, size };
  // The byte before says whether a line begins at the offset.
  const start = Math.max(0, offset - 1);
  const end = Math.min(size, start + most.bytes);
  const least = asked.level === undefined ? 0 : levels.indexOf(asked.level);
  const wanted = asked.keyword?.toLowerCase();
  const lines: Line[] = [];
  const source = await openRange(app, stored, start, end);
  let next = end;
  try {
    let seen = offset;
    for await (const [at, bytes] of linesFrom(source, start, offset > 0)) {
      seen = at + bytes.length + 1;
      const level = levelIn(bytes);
      if (levels.indexOf(level) < least) continue;
      const text = bytes.toString('utf8', head);
      if (wanted !== undefined && !text.toLowerCase().includes(wanted)) continue;
      lines.push({ offset: at, level, text });
      if (lines.length >= most.lines) break;
    }
    next = seen;
  } finally {
    source.destroy();
  }
  return { lines, next: next >= size || next <= offset ? null : next, size };
}
