import { Readable } from 'node:stream';
import type { App } from '../../../http/context.ts';
import { AppError, outOfRange } from '../../../http/errors.ts';
import { storedReader } from '../../files/service.ts';

/** As much as a vehicle asks for at once. */
const blockBytes = 256 * 1024;
/** Kept in memory, of all packages together: 64 MiB, the largest package. */
const mostBlocks = 256;

/** A file that never changes. */
interface Stored {
  readonly fileId: string;
  readonly size: number;
}

const kept = new WeakMap<App, Map<string, Promise<Buffer>>>();

/**
 * A block of a package. A roll-out sends the same few megabytes to everybody: they are read once, and a thousand downloads hold one copy instead of
 * a buffer each. Blocks that were used last stay.
 * @throws AppError 1017 (404) when the file is gone
 */
function blockOf(app: App, { fileId }: Stored, no: number): Promise<Buffer> {
  const blocks = kept.get(app) ?? new Map<string, Promise<Buffer>>();
  kept.set(app, blocks);
  const key = `${fileId} ${no}`;
  const block = blocks.get(key) ?? readBlock(app, fileId, no);
  blocks.delete(key);
  blocks.set(key, block);
  for (const oldest of blocks.keys()) if (blocks.size > mostBlocks) blocks.delete(oldest);
  // One that cannot be read is tried again by who asks next.
  block.catch(() => blocks.get(key) === block && blocks.delete(key));
  return block;
}

async function readBlock(app: App, fileId: string, no: number): Promise<Buffer> {
  const reader = await storedReader(app, app.db, fileId);
  if (reader === undefined) throw new AppError(1017, undefined, { status: 404 });
  return reader.read(no * blockBytes, blockBytes);
}

async function* blocksOf(app: App, stored: Stored, from: number, end: number): AsyncGenerator<Buffer> {
  for (let at = from; at < end;) {
    const no = Math.floor(at / blockBytes);
    const start = no * blockBytes;
    const bytes = (await blockOf(app, stored, no)).subarray(at - start, end - start);
    // Fewer bytes than announced: the connection breaks, and the vehicle asks again.
    if (bytes.length === 0) throw new Error(`the file ${stored.fileId} ends at ${at}`);
    yield bytes;
    at += bytes.length;
  }
}

/** First byte and the one after the last of a header Range; undefined when none of them is in the file. */
function boundsOf(range: string, size: number): readonly [number, number] | undefined {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(range) ?? [];
  const [from, end] =
    first === '' ? [Math.max(0, size - Number(last)), size] : [Number(first), last === '' ? size : Number(last) + 1];
  return from < Math.min(end, size) ? [from, Math.min(end, size)] : undefined;
}

/**
 * A package or, with the header `range`, a part of it, as a file reply takes it.
 * @throws AppError 1015 (416) when the part lies outside, 1017 (404) when the file is gone
 */
export async function partOf(app: App, stored: Stored, range: string | undefined) {
  const { size } = stored;
  const bounds = range === undefined ? ([0, size] as const) : boundsOf(range, size);
  if (bounds === undefined) throw outOfRange(size);
  const [from, end] = bounds;
  // Read before the answer begins: a file that is gone is said with its status.
  const first = Math.floor(from / blockBytes);
  const block = await blockOf(app, stored, first);
  const isWithin = end <= (first + 1) * blockBytes;
  const content = isWithin
    ? block.subarray(from - first * blockBytes, end - first * blockBytes)
    : Readable.from(blocksOf(app, stored, from, end), { objectMode: false, highWaterMark: blockBytes });
  return { content, size: end - from, ...(range !== undefined && { range: `bytes ${from}-${end - 1}/${size}` }) };
}
