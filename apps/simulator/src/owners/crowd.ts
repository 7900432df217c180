import { setTimeout as sleep } from 'node:timers/promises';
import type { SimulatedOwners } from '@wheelhouse/contract/simulated-fleet';
import { clamp } from '../random.ts';
import { Owner } from './owner.ts';
import type { AppServer } from './server.ts';

/** Who misses their time by so much (a computer slept, many were waiting) does something else. */
const lateMs = 30 * 60_000;
/** Pauses between two looks for owners whose time has come, real time. */
const [shortestMs, longestMs] = [250, 60_000];

interface CrowdOptions {
  readonly server: AppServer;
  /** The time of owners passes so many times as fast. */
  readonly rate: number;
  /** Reports a fault of the simulator. */
  readonly complain: (message: string, more: Readonly<Record<string, unknown>>) => void;
}

/** All simulated owners. They use the app one after the other, so that they never crowd the server. */
export class Crowd {
  readonly #owners: readonly Owner[];
  readonly #promoCodes: readonly string[];
  readonly #options: CrowdOptions;
  readonly #stop = new AbortController();
  #openings = 0;

  /** @param now milliseconds since 1970 */
  constructor({ owners, promoCodes }: SimulatedOwners, now: number, options: CrowdOptions) {
    this.#owners = owners.map((spec) => new Owner(spec, now));
    this.#promoCodes = promoCodes;
    this.#options = options;
  }

  get size(): number {
    return this.#owners.length;
  }
  /** How often the app was opened. */
  get openings(): number {
    return this.#openings;
  }

  /** Lets owners live until `stop`. */
  async start(): Promise<void> {
    const { rate } = this.#options;
    const { signal } = this.#stop;
    const begun = Date.now();
    const clock = (): number => begun + (Date.now() - begun) * rate;
    while (!signal.aborted) {
      const next = await this.turn(clock());
      const pause = clamp((next - clock()) / rate, shortestMs, longestMs);
      await sleep(pause, undefined, { signal }).catch(() => undefined);
    }
  }

  stop(): void {
    this.#stop.abort();
  }

  /** Those whose time has come use the app. @returns when the next one's time comes */
  async turn(now: number): Promise<number> {
    const due = this.#owners.filter(({ wakesAt }) => wakesAt <= now).toSorted((a, b) => a.wakesAt - b.wakesAt);
    for (const owner of due) {
      if (this.#stop.signal.aborted) break;
      if (this.#options.server.away || now - owner.wakesAt > lateMs) owner.postpone(now);
      else await this.#open(owner, now);
    }
    return this.#owners.reduce((first, { wakesAt }) => Math.min(first, wakesAt), Infinity);
  }

  async #open(owner: Owner, now: number): Promise<void> {
    this.#openings++;
    try {
      await owner.open(now, this.#options.server, this.#promoCodes);
    } catch (error) {
      // The others go on.
      this.#options.complain('an owner met a fault', { error: error instanceof Error ? error.stack : String(error) });
    }
  }
}
