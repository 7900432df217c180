import { availableParallelism } from 'node:os';
import { performance } from 'node:perf_hooks';
import { FairQueue } from '../limiter.ts';
import type { App } from './context.ts';
import { AppError } from './errors.ts';

/** Calls of one user that run at a time whatever others do: as many as a browser opens connections, and fewer than the pool has. */
const atOnce = 6;
/** Connections of the pool that a user who is alone leaves free, for whoever comes next. */
const leftFree = 2;
const mostWaiting = 60;
/** Longest wait, milliseconds. */
const patience = 30_000;
/** Milliseconds of running calls that a user has free while others work. */
const burst = 1_000;
/** How fast what is beyond them is paid off as time passes. */
const share = 0.25;
/** Upper limit of the debt, so that it is paid off in acceptable time. */
const mostSpent = 4_000;
/** A user counts as working for this many milliseconds after a call. */
const recent = 1_000;
/** So many are remembered before those with nothing to remember are dropped. */
const mostCallers = 1_000;

interface Spent {
  ms: number;
  since: number;
}

/** The calls of all users. */
class Callers {
  readonly #queue: FairQueue;
  /** Milliseconds that calls of a user have run while others worked; falls as time passes. */
  readonly #spent = new Map<string, Spent>();
  /** The two users who called last, and when. */
  #last = { userId: '', at: -Infinity };
  #before = { userId: '', at: -Infinity };

  constructor(connections: number) {
    const cores = availableParallelism();
    this.#queue = new FairQueue({
      share: atOnce,
      shareOfWaiting: (userId) => (this.#isOver(userId) ? 0 : atOnce),
      idleBelow: (userId) => (this.#isOver(userId) ? Math.max(1, cores - 1) : connections - leftFree),
      most: mostWaiting,
      patience,
      lookEvery: 100,
      refusal: () => new AppError(1019),
    });
  }

  run<Result>(userId: string, work: () => Promise<Result>): Promise<Result> {
    if (this.#last.userId !== userId) this.#before = this.#last;
    this.#last = { userId, at: performance.now() };
    return this.#queue.run(userId, async () => {
      const begun = performance.now();
      try {
        return await work();
      } finally {
        this.#note(userId, performance.now() - begun);
      }
    });
  }

  #note(userId: string, tookMs: number): void {
    if (!this.#hasOthers(userId)) {
      this.#spent.delete(userId);
      return;
    }
    this.#spent.set(userId, {
      ms: Math.min(mostSpent, this.#left(userId) + tookMs),
      since: performance.now(),
    });
    if (this.#spent.size > mostCallers)
      for (const id of this.#spent.keys()) if (this.#left(id) === 0) this.#spent.delete(id);
  }

  #left(userId: string): number {
    const spent = this.#spent.get(userId);
    return spent === undefined ? 0 : Math.max(0, spent.ms - (performance.now() - spent.since) * share);
  }

  /** Others work, and the user has had more than their part. */
  #isOver(userId: string): boolean {
    return this.#spent.size > 0 && this.#left(userId) > burst && this.#hasOthers(userId);
  }

  #hasOthers(userId: string): boolean {
    const other = this.#last.userId === userId ? this.#before : this.#last;
    return performance.now() - other.at < recent;
  }
}

const callersOf = new WeakMap<App, Callers>();

/**
 * Runs a user's call. Nobody waits while connections are idle: a user who is alone has all but two. While others call too, six run at a time,
 * and of whoever keeps more waiting than that and has had a second, those that wait go on at a quarter of the time, and when the running calls
 * of all leave a core idle. So no user can take all connections or keep the processors busy, whatever the calls are; who sends no more than six
 * at a time is never slowed.
 * @throws AppError 1019 too many of their calls wait, or one waited too long
 */
export function atPace<Result>(app: App, userId: string, work: () => Promise<Result>): Promise<Result> {
  const callers = callersOf.get(app) ?? new Callers(app.config.databasePool);
  callersOf.set(app, callers);
  return callers.run(userId, work);
}
