import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { createInflateRaw } from 'node:zlib';
import { dataOf, list, UnreadableFile, type Listed } from '../../../sheet/check.ts';
import type { App } from '../../../http/context.ts';
import { AppError } from '../../../http/errors.ts';
import { blanked, levelOf, mostRead, type Level } from './lines.ts';

const mebibyte = 1024 * 1024;
/** Of an archive of at most 20 MB: its files, their bytes unpacked, their lines. */
const most = { entries: 50, bytes: 100 * mebibyte, lines: 2_000_000 };
/** Characters that are written at once. */
const batchLength = 64 * 1024;

/** What was made of an archive: one text, below DATA_DIR/tmp, for the storage to take away. */
export interface LogText {
  readonly path: string;
  readonly bytes: number;
  readonly lines: number;
  readonly blanked: number;
}

type Sum = { -readonly [Name in Exclude<keyof LogText, 'path'>]: number };

/** The unpacked bytes of a file of the archive. */
function contentOf(bytes: Buffer, entry: Listed): AsyncIterable<Buffer> {
  const packed = Readable.from([dataOf(bytes, entry)]);
  return entry.method === 0 ? packed : packed.pipe(createInflateRaw());
}

/** Ends an archive that unpacks to more than it may. @throws UnreadableFile tooLarge */
function allowance(): (bytes: number, lines: number) => void {
  const left = { ...most };
  return (bytes, lines) => {
    left.bytes -= bytes;
    left.lines -= lines;
    if (left.bytes < 0 || left.lines < 0) throw new UnreadableFile('tooLarge');
  };
}

/** Lines with text, as far as they are read: a file without line ends does not fill the memory. */
async function* linesOf(
  chunks: AsyncIterable<Buffer>,
  spend: (bytes: number, lines: number) => void,
): AsyncGenerator<string> {
  const decoder = new StringDecoder('utf8');
  let line = '';
  for await (const chunk of chunks) {
    const [first = '', ...others] = decoder.write(chunk).split('\n');
    spend(chunk.length, others.length);
    line += first.slice(0, Math.max(0, mostRead - line.length));
    for (const next of others) {
      if (line.trim() !== '') yield line;
      line = next.slice(0, mostRead);
    }
  }
  if (line.trim() !== '') yield line;
}

const isFolder = ({ name }: Listed): boolean => name.endsWith('/');

function filesIn(bytes: Buffer): readonly Listed[] {
  const files = list(bytes, most).filter((entry) => !isFolder(entry));
  const isBad = ({ encrypted, method }: Listed): boolean => encrypted || (method !== 0 && method !== 8);
  if (files.length === 0 || files.some(isBad)) throw new UnreadableFile('broken');
  return files.toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/** No control characters: a name stays in its line. */
const clean = (text: string): string => text.replaceAll(/[^\P{Cc}\t]/gu, '');

/** Lines of all files, in the order of their names, each with its level before it and nothing in it that a log does not show. */
async function* textOf(bytes: Buffer, sum: Sum): AsyncGenerator<Buffer> {
  const spend = allowance();
  let batch = '';
  const add = (level: Level, line: string): void => {
    const { text, n } = blanked(clean(line));
    sum.blanked += n;
    sum.lines++;
    batch += `${level}\t${text}\n`;
  };
  const taken = (): Buffer => {
    const out = Buffer.from(batch);
    batch = '';
    sum.bytes += out.length;
    return out;
  };
  for (const entry of filesIn(bytes)) {
    let level: Level = 'I';
    add(level, `──── ${entry.name}`);
    for await (const line of linesOf(contentOf(bytes, entry), spend)) {
      level = levelOf(line, level);
      add(level, line);
      if (batch.length >= batchLength) yield taken();
    }
  }
  yield taken();
}

const isZlib = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && error.code.startsWith('Z_');

/**
 * Makes one text of an archive of log files. @throws AppError 1031 it is none, is encrypted or broken; 1032 it unpacks to more than 100 MB
 * @for an archive that comes from outside: unpacked as a stream below a limit; tokens, numbers and places are blanked by `lines.ts` before anything
 * is stored
 */
export async function readArchive(app: Pick<App, 'config'>, bytes: Buffer): Promise<LogText> {
  const dir = join(app.config.dataDir, 'tmp');
  await mkdir(dir, { recursive: true });
  const path = join(dir, randomUUID());
  const sum: Sum = { bytes: 0, lines: 0, blanked: 0 };
  try {
    await pipeline(textOf(bytes, sum), createWriteStream(path, { flags: 'wx', mode: 0o600 }));
    return { path, ...sum };
  } catch (error) {
    await rm(path, { force: true });
    if (error instanceof UnreadableFile && error.reason === 'tooLarge')
      throw new AppError(1032, { n: most.bytes / mebibyte });
    if (error instanceof UnreadableFile || isZlib(error)) throw new AppError(1031);
    throw error;
  }
}
