import { Worker } from 'node:worker_threads';
import { limiter } from '../limiter.ts';
import { type Unreadable, UnreadableFile } from './check.ts';
import type { CellProblem } from './sheet-cells.ts';
import type { Cell } from './write.ts';

export interface ReadOrder {
  readonly path: string;
  readonly maxRows: number;
  readonly maxColumns: number;
}

/** A row with its number in the sheet, from 1. */
export interface NumberedRow {
  readonly number: number;
  /** Of a cell with a problem, what stands in it. */
  readonly cells: readonly Cell[];
  /** By column from 0: what the sheet shows of numbers, where that is not their digits; null where it is not known. */
  readonly shown?: Readonly<Record<number, string | null>>;
  /** By column from 0: cells that have something in them and no value. */
  readonly problems?: Readonly<Record<number, CellProblem>>;
}

/** Rows of the first sheet that is not hidden, as far as they have anything in them. */
export interface ReadSheet {
  /** At most as many as asked for. */
  readonly rows: readonly NumberedRow[];
  /** How many there are. */
  readonly total: number;
  /** Names of the other sheets that have something in them. */
  readonly otherSheets: readonly string[];
}

export type ReadAnswer = Partial<ReadSheet> & { readonly unreadable?: Unreadable };

const timeout = 30_000;
/** A sheet that unpacks to the allowed size fits; what does not is refused as too large. */
const memory = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 64 };
const oneAtATime = limiter(2);

/**
 * Reads the first sheet of an .xlsx file in a thread of its own, bounded in size, time and memory.
 * Numbers are numbers, dates are Dates whose UTC parts are the wall clock, empty cells are null.
 * @throws UnreadableFile
 */
export function readSheetFile(order: ReadOrder): Promise<ReadSheet> {
  return oneAtATime(() => inWorker(order));
}

function inWorker(order: ReadOrder): Promise<ReadSheet> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), {
      workerData: order,
      resourceLimits: memory,
    });
    const timer = setTimeout(() => finish(() => reject(new UnreadableFile('timeout'))), timeout);
    const finish = (settle: () => void) => {
      clearTimeout(timer);
      settle();
      void worker.terminate();
    };
    worker.once('message', ({ rows, total, otherSheets, unreadable }: ReadAnswer) =>
      finish(() =>
        rows && otherSheets && total !== undefined
          ? resolve({ rows, total, otherSheets })
          : reject(new UnreadableFile(unreadable ?? 'broken')),
      ),
    );
    worker.once('error', (error: Error & { code?: string }) =>
      finish(() => reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new UnreadableFile('tooLarge') : error)),
    );
    worker.once('exit', () => finish(() => reject(new UnreadableFile('broken'))));
  });
}
