import { Worker } from 'node:worker_threads';
import { limiter } from '../../limiter.ts';

/** What is known of a file that is shown or played, read from its bytes; null: it has none, or none that can be read. */
export interface MediaFacts {
  /** Pixels, as shown. */
  readonly width: number | null;
  readonly height: number | null;
  readonly durationMs: number | null;
  /** `avc` is H.264. */
  readonly codec: string | null;
}

export type VideoFacts = { readonly [K in keyof MediaFacts]: NonNullable<MediaFacts[K]> };

const patience = 30_000;
const memory = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 32 };
const oneByOne = limiter(1);

/**
 * Facts of an MP4, read in a thread of its own that is bounded in time and memory: a hostile file ends itself and nothing else. The
 * library reads what it needs of the file, never the whole.
 * @returns undefined for what is no whole, readable video
 */
export const videoFacts = (path: string): Promise<VideoFacts | undefined> => oneByOne(() => inWorker(path));

function inWorker(path: string): Promise<VideoFacts | undefined> {
  return new Promise((resolve) => {
    const worker = new Worker(new URL('./video-worker.ts', import.meta.url), {
      workerData: path,
      resourceLimits: memory,
    });
    let isOver = false;
    const finish = (facts: VideoFacts | undefined) => {
      // The exit that follows says nothing new.
      if (isOver) return;
      isOver = true;
      clearTimeout(timer);
      void worker.terminate().then(() => resolve(facts));
    };
    const timer = setTimeout(() => finish(undefined), patience);
    worker.once('message', finish);
    worker.once('error', () => finish(undefined));
    worker.once('exit', () => finish(undefined));
  });
}
