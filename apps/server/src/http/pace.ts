import { performance } from 'node:perf_hooks';
import { WaitingLine } from '../limiter.ts';
import type { App } from './context.ts';
import { AppError } from './errors.ts';

/** Calls of one user that run at a time: as many as a browser opens connections, and fewer than the pool has. */
const atOnce = 6;
const mostWaiting = 60;
/** Longest wait, milliseconds. */
const patience = 30_000;
/** Milliseconds of running calls that a user has free while others work; beyond them waiting calls of the user get `share` of the time. */
const burst = 2_000;
const share = 0.25;
/** Upper limit of the debt, so that it is paid off in acceptable time. */
const mostSpent = burst + patience * share;

/** A user counts as working for this many milliseconds after a call. */
const recent = 1_000;

/** The calls of one user. */
class Caller {
  readonly #all: Callers;
  readonly #userId: string;
  running = 0;
  readonly #waiting = new WaitingLine({ most: mostWaiting, patience, refusal: () => new AppError(1019) });
  /** Milliseconds their calls have run; falls by `share` as time passes. */
  #spent = 0;
  #since = performance.now();
  #timer: NodeJS.Timeout | undefined;

  constructor(all: Callers, userId: string) {
    this.#all = all;
    this.#userId = userId;
  }

  /** @throws AppError 1019 too many wait already, or the wait was too long */
  async enter(): Promise<void> {
    this.#all.note(this.#userId);
    if (this.running < atOnce && this.#waiting.length === 0) {
      this.running++;
      return;
    }
    await this.#waiting.wait();
  }

  leave(tookMs: number): void {
    this.running--;
    this.#spent = this.#all.hasOthers(this.#userId) ? Math.min(mostSpent, this.#left() + tookMs) : 0;
    this.#startWaiting();
  }

  /** True when nothing is left to remember. */
  isIdle(): boolean {
    return this.running === 0 && this.#waiting.length === 0 && this.#left() === 0;
  }

  #left(): number {
    const now = performance.now();
    this.#spent = Math.max(0, this.#spent - (now - this.#since) * share);
    this.#since = now;
    return this.#spent;
  }

  #startWaiting(): void {
    clearTimeout(this.#timer);
    const spent = this.#left();
    if (spent > burst) {
      if (this.#waiting.length > 0) this.#timer = setTimeout(() => this.#startWaiting(), (spent - burst) / share);
      return;
    }
    // Near the end of the free time calls run one by one, so that none exceeds it by much.
    const most = spent < burst / 2 ? atOnce : 1;
    while (this.running < most) {
      if (!this.#waiting.startNext()) return;
      this.running++;
    }
  }
}

/** So many are remembered before those with nothing to remember are dropped. */
const mostCallers = 1_000;

/** Everybody who calls, and who of them called last. */
class Callers {
  readonly #callers = new Map<string, Caller>();
  /** The two users who called last, and when. */
  #last = { userId: '', at: -Infinity };
  #before = { userId: '', at: -Infinity };

  of(userId: string): Caller {
    const known = this.#callers.get(userId);
    if (known) return known;
    if (this.#callers.size >= mostCallers)
      for (const [id, caller] of this.#callers) if (caller.isIdle()) this.#callers.delete(id);
    const caller = new Caller(this, userId);
    this.#callers.set(userId, caller);
    return caller;
  }

  note(userId: string): void {
    if (this.#last.userId !== userId) this.#before = this.#last;
    this.#last = { userId, at: performance.now() };
  }

  hasOthers(userId: string): boolean {
    const other = this.#last.userId === userId ? this.#before : this.#last;
    return performance.now() - other.at < recent;
  }
}

const callersOf = new WeakMap<App, Callers>();

/**
 * Runs a user's call: six at a time, the others wait in order. While others call too, whoever keeps more waiting than that and has had two
 * seconds goes on at a quarter of the time. So no user can take all connections or keep the processor busy, whatever the calls are; who sends
 * no more than six at a time is never slowed.
 * @throws AppError 1019 too many of their calls wait, or one waited too long
 */
export async function atPace<Result>(app: App, userId: string, work: () => Promise<Result>): Promise<Result> {
  const callers = callersOf.get(app) ?? new Callers();
  callersOf.set(app, callers);
  const caller = callers.of(userId);
  await caller.enter();
  const begun = performance.now();
  try {
    return await work();
  } finally {
    caller.leave(performance.now() - begun);
  }
}
