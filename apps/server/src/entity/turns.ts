import { availableParallelism } from 'node:os';
import type { App, SessionUser } from '../http/context.ts';
import { AppError } from '../http/errors.ts';
import { WaitingLine } from '../limiter.ts';

/** Longest wait for a turn, milliseconds. */
const patience = 10_000;

interface Limits {
  /** Number of jobs of one key that run at a time, and that may wait. */
  readonly perKey: number;
  readonly waiting: number;
  /** Number of running jobs of all keys together. */
  readonly inAll: number;
}

interface Queue {
  running: number;
  readonly waiting: WaitingLine;
}

/** Runs jobs by key with limits per key and in all. Keys with waiting jobs take turns. */
export class TurnQueue {
  readonly #limits: Limits;
  /** In the order of their next turn. */
  readonly #queues = new Map<string, Queue>();
  #running = 0;

  constructor(limits: Limits) {
    this.#limits = limits;
  }

  /** @throws AppError 1019 too much of the key waits already, or the wait was too long */
  async run<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    const queue = this.#queues.get(key) ?? this.#newQueue();
    this.#queues.set(key, queue);
    await this.#enter(queue);
    try {
      return await work();
    } finally {
      this.#leave(key, queue);
    }
  }

  #newQueue(): Queue {
    const { waiting: most } = this.#limits;
    return { running: 0, waiting: new WaitingLine({ most, patience, refusal: () => new AppError(1019) }) };
  }

  async #enter(queue: Queue): Promise<void> {
    const { perKey, inAll } = this.#limits;
    if (queue.running < perKey && this.#running < inAll) {
      queue.running++;
      this.#running++;
      return;
    }
    await queue.waiting.wait();
  }

  #leave(key: string, queue: Queue): void {
    queue.running--;
    this.#running--;
    // The key that just ran goes to the end of the queue.
    this.#queues.delete(key);
    if (queue.running > 0 || queue.waiting.length > 0) this.#queues.set(key, queue);
    for (const one of this.#queues.values()) {
      if (this.#running >= this.#limits.inAll) return;
      while (one.running < this.#limits.perKey && this.#running < this.#limits.inAll) {
        if (!one.waiting.startNext()) break;
        one.running++;
        this.#running++;
      }
    }
  }
}

/** Statements by which many rows are read: half the cores, at least two, leave processors and connections to what is done in milliseconds. */
const heavyInAll = Math.max(2, Math.floor(availableParallelism() / 2));

const queuesOf = new WeakMap<App, ReturnType<typeof newQueues>>();
const newQueues = () => ({
  /** A user's lists and searches. */
  read: new TurnQueue({ perKey: 1, waiting: 60, inAll: Infinity }),
  /** What is estimated to read many rows, of all users; and the numbers that the users of a data scope share. */
  heavy: new TurnQueue({ perKey: 1, waiting: 60, inAll: heavyInAll }),
  /** Each holds a connection for some seconds. */
  export: new TurnQueue({ perKey: 1, waiting: 4, inAll: 2 }),
});

function queuesFor(app: App): ReturnType<typeof newQueues> {
  const known = queuesOf.get(app) ?? newQueues();
  queuesOf.set(app, known);
  return known;
}

type Who = { readonly app: App; readonly user: Pick<SessionUser, 'id'> };

/**
 * Runs a statement of a user's when it is their turn, a heavy one also when it is one of the few that run for all users: however many calls they
 * make, they take a small part of the database, and nobody else waits for them. Not to be nested.
 * @throws AppError 1019 other calls keep the turn too long
 */
export function inTurn<Result>(
  { app, user }: Who,
  work: () => Promise<Result>,
  weight: 'light' | 'heavy' = 'light',
): Promise<Result> {
  const { read, heavy } = queuesFor(app);
  return read.run(user.id, weight === 'heavy' ? () => heavy.run(user.id, work) : work);
}

/** Runs a statement whose answer several users share, under their common key: none of them waits for another's own statements. @throws AppError 1019 */
export function inSharedTurn<Result>(app: App, key: string, work: () => Promise<Result>): Promise<Result> {
  return queuesFor(app).heavy.run(`shared ${key}`, work);
}

/** Runs an export when it is its user's turn. @throws AppError 1019 */
export function inExportTurn<Result>({ app, user }: Who, work: () => Promise<Result>): Promise<Result> {
  return queuesFor(app).export.run(user.id, work);
}
