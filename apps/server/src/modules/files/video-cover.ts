import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { withTransaction } from '../../db/pool.ts';
import type { Uploader } from '../../entity/file-uses.ts';
import type { App } from '../../http/context.ts';
import { limiter } from '../../limiter.ts';
import { spool } from './issue.ts';
import { mebibyte } from './kinds.ts';
import { pixelsIn } from './pixels.ts';
import { countKept } from './quota.ts';
import { insertFile, keepReceived } from './store.ts';
import { videoFacts } from './video.ts';

const execute = promisify(execFile);
/** All that the program learns of this process. */
const { PATH } = process.env;
const oneByOne = limiter(1);

/** Milliseconds that the program may take. */
const patience = 10_000;
/** Bytes of a cover, as the fields for covers take them. */
const mostBytes = mebibyte;
/** Pixels of a picture of the largest H.264 video that phones play; more would need memory that nobody has set aside. */
const mostPixels = 4096 * 2304;
/** Second of the video that the cover shows: what comes before is often black. */
const atSecond = 1;
const shape = 'scale=1280:720:force_original_aspect_ratio=increase,crop=1280:720';

const quietly = ['-hide_banner', '-loglevel', 'error', '-nostdin', '-threads', '1'];
/** Only this file is read, and only as what it was found to be: an MP4 can name other files and addresses. */
const asFile = ['-protocol_whitelist', 'file', '-f', 'mp4'];
const onePicture = ['-an', '-frames:v', '1', '-vf', shape, '-c:v', 'mjpeg', '-q:v', '3', '-f', 'image2pipe', 'pipe:1'];

/**
 * The picture that a video shows after a second, as a JPEG of 1280×720, made by FFmpeg in a process of its own that is bounded in time and
 * in what it may answer. @throws Error where the program fails, takes too long or writes too much
 */
export async function frameOf(program: string, path: string, second: number, timeout = patience): Promise<Buffer> {
  const { stdout } = await execute(
    program,
    [...quietly, ...asFile, '-ss', String(second), '-i', `file:${path}`, ...onePicture],
    {
      encoding: 'buffer',
      env: { PATH },
      killSignal: 'SIGKILL',
      maxBuffer: mostBytes,
      timeout,
    },
  );
  return stdout;
}

async function makeCover(app: App, program: string, uploader: Uploader, path: string): Promise<string | null> {
  const film = await videoFacts(path);
  if (film?.codec !== 'avc' || film.width * film.height > mostPixels) return null;
  const bytes = await frameOf(program, path, Math.min(atSecond, film.durationMs / 2000));
  if (pixelsIn(bytes, 'image/jpeg').width === null) throw new Error('the program answered no picture');
  const spooled = await spool(app, Readable.from([bytes]));
  try {
    // What the program says is a picture is looked at like any upload.
    const cover = await keepReceived(app, 'image', { path: spooled, name: 'cover.jpg', size: bytes.length });
    await withTransaction(app.db, async (tx) => {
      await countKept(app, tx, uploader, 'image', bytes.length);
      await insertFile(tx, uploader, cover);
    });
    return cover.fileId;
  } finally {
    await rm(spooled, { force: true });
  }
}

/**
 * Makes and keeps the cover of a video that a user of the console sends, where FFMPEG is configured. A video without one is still a video:
 * what goes wrong is logged, and its user chooses a cover. @returns the id of the picture, null where there is none
 */
export async function coverOf(app: App, uploader: Uploader, path: string): Promise<string | null> {
  const { ffmpeg } = app.config;
  if (ffmpeg === undefined || uploader.type !== 'user') return null;
  return oneByOne(() => makeCover(app, ffmpeg, uploader, path)).catch((error: unknown) => {
    app.log.warn({ err: error }, 'no cover was made of a video');
    return null;
  });
}
