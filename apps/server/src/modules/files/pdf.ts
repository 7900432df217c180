import { Worker } from 'node:worker_threads';
import { AppError } from '../../http/errors.ts';
import { FairQueue } from '../../limiter.ts';

export interface PdfOrder {
  readonly path: string;
  /** Where the pictures go. */
  readonly dir: string;
  readonly dpi: number;
  readonly maxPages: number;
  /** Whether the text of each page is read as well. */
  readonly withText?: boolean;
  /** Milliseconds after which no further page of a stretch is begun; default: half the time of a page. */
  readonly turnMs?: number;
}

/** A stretch of a document, drawn in one turn. */
export interface PdfStretch extends PdfOrder {
  /** First page, from 0. */
  readonly from: number;
  readonly turnMs: number;
}

export interface PdfPage {
  /** From 1. */
  readonly page: number;
  readonly path: string;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  /** Of an order with text: at most 20,000 characters. */
  readonly text: string;
}

/** Why a document cannot be drawn. */
export type PdfRefusal = 'encrypted' | 'broken' | 'pages' | 'effort' | 'fonts';
export type PdfAnswer = { readonly pages: readonly PdfPage[] } | { readonly refused: PdfRefusal };
/** Message of a worker: a page begins, or the result of its pages; `next` is the page to continue from. */
export type PdfMessage = 'page' | StretchAnswer;
/** Pages of a stretch, of so many in all. */
export type StretchAnswer =
  | { readonly pages: readonly PdfPage[]; readonly count: number; readonly next?: number }
  | { readonly refused: PdfRefusal };

/** Documents of one user that are waited for at a time. */
const mostOfUser = 3;
/** A document may take this many times as long as one page. */
const pagesOfTime = 8;
/** For the thread's own objects; the library's memory is bounded at 2 GB by its format. */
const memory = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 64 };
/** Documents that are being drawn, by user. */
const underWay = new Map<string, number>();
/** One stretch at a time; of each user no more wait than they have documents. */
const stretches = new FairQueue({
  share: 1,
  idleBelow: () => 1,
  inAll: 1,
  most: mostOfUser,
  patience: 600_000,
  refusal: () => new AppError(1037),
});

/**
 * Draws every page of a PDF in threads of their own, bounded in time, memory and number: a hostile document ends itself and nothing
 * else. Users take turns of half the time of a page, so that nobody waits for the whole of another's document.
 * @param pageMs milliseconds that one page may take
 * @throws AppError 1037 when documents of the user are waiting already
 */
export async function drawPdf(order: PdfOrder, userId: string, pageMs: number): Promise<PdfAnswer> {
  const others = underWay.get(userId) ?? 0;
  if (others >= mostOfUser) throw new AppError(1037);
  underWay.set(userId, others + 1);
  try {
    return await drawStretches(order, userId, pageMs);
  } finally {
    const left = (underWay.get(userId) ?? 1) - 1;
    if (left > 0) underWay.set(userId, left);
    else underWay.delete(userId);
  }
}

async function drawStretches(order: PdfOrder, userId: string, pageMs: number): Promise<PdfAnswer> {
  const pages: PdfPage[] = [];
  let spent = 0;
  for (let from: number | undefined = 0; from !== undefined;) {
    if (spent > pageMs * pagesOfTime) return { refused: 'effort' };
    const { answer, ms } = await drawStretch(order, from, userId, pageMs);
    spent += ms;
    if ('refused' in answer) return answer;
    pages.push(...answer.pages);
    from = answer.next;
  }
  return { pages };
}

/**
 * Draws the next stretch of a document, in the turn of whoever it is for: pages of half the time of a page, at least one.
 * @param from the first page, from 0
 * @param pageMs milliseconds that one page may take
 * @returns the answer, and how long it took
 * @throws AppError 1037 when it does not get its turn
 */
export function drawStretch(
  order: PdfOrder,
  from: number,
  who: string,
  pageMs: number,
): Promise<{ readonly answer: StretchAnswer; readonly ms: number }> {
  return stretches.run(who, async () => {
    const start = performance.now();
    const answer = await inWorker({ turnMs: pageMs / 2, ...order, from }, pageMs);
    return { answer, ms: performance.now() - start };
  });
}

/** Draws a stretch. A thread that says nothing for the time of a page is killed; the next stretch has a new one. */
function inWorker(order: PdfStretch, pageMs: number): Promise<StretchAnswer> {
  return new Promise((resolve) => {
    const worker = new Worker(new URL('./pdf-worker.ts', import.meta.url), {
      workerData: order,
      resourceLimits: memory,
    });
    let timer: NodeJS.Timeout;
    let isOver = false;
    const finish = (answer: StretchAnswer) => {
      // The exit event that follows adds nothing.
      if (isOver) return;
      isOver = true;
      clearTimeout(timer);
      // The next thread starts after this one ended, so that hostile documents never run in parallel.
      void worker.terminate().then(() => resolve(answer));
    };
    const wait = (ms: number) => {
      clearTimeout(timer);
      timer = setTimeout(() => finish({ refused: 'effort' }), ms);
    };
    // Loading the library and the document takes its time too.
    wait(pageMs + startMs);
    worker.on('message', (message: PdfMessage) => (message === 'page' ? wait(pageMs) : finish(message)));
    worker.once('error', (error: Error & { code?: string }) =>
      finish({ refused: error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? 'effort' : 'broken' }),
    );
    worker.once('exit', () => finish({ refused: 'broken' }));
  });
}

/** Time allowed to start a thread with the library on a busy machine. */
const startMs = 10_000;
