import { Worker } from 'node:worker_threads';
import { limiter } from '../../entity/limiter.ts';

export interface PdfOrder {
  readonly path: string;
  /** Where the pictures go. */
  readonly dir: string;
  readonly dpi: number;
  readonly maxPages: number;
}

export interface PdfPage {
  /** From 1. */
  readonly page: number;
  readonly path: string;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
}

/** Why a document cannot be drawn. */
export type PdfRefusal = 'encrypted' | 'broken' | 'pages' | 'effort';
export type PdfAnswer = { readonly pages: readonly PdfPage[] } | { readonly refused: PdfRefusal };

const timeout = 90_000;
/** For the thread's own objects; the library's memory is bounded at 2 GB by its format. */
const memory = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 64 };
const oneAtATime = limiter(1);

/** Draws every page of a PDF in a thread of its own, bounded in time, memory and number: a hostile document ends itself and nothing else. */
export function drawPdf(order: PdfOrder): Promise<PdfAnswer> {
  return oneAtATime(() => inWorker(order));
}

function inWorker(order: PdfOrder): Promise<PdfAnswer> {
  return new Promise((resolve) => {
    const worker = new Worker(new URL('./pdf-worker.ts', import.meta.url), {
      workerData: order,
      resourceLimits: memory,
    });
    const finish = (answer: PdfAnswer) => {
      clearTimeout(timer);
      resolve(answer);
      void worker.terminate();
    };
    const timer = setTimeout(() => finish({ refused: 'effort' }), timeout);
    worker.once('message', finish);
    worker.once('error', (error: Error & { code?: string }) =>
      finish({ refused: error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'effort' : 'broken' }),
    );
    worker.once('exit', () => finish({ refused: 'broken' }));
  });
}
