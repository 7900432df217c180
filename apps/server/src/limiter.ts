/** Lets at most `most` pieces of work run at a time; the others wait in order. */
export function limiter(most: number): <Result>(work: () => Promise<Result>) => Promise<Result> {
  const waiting: (() => void)[] = [];
  let running = 0;
  return async (work) => {
    if (running >= most) await new Promise<void>((resolve) => waiting.push(resolve));
    else running++;
    try {
      return await work();
    } finally {
      // The place is handed on without becoming free, so that nobody overtakes.
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}

interface LineOptions {
  readonly most: number;
  /** Longest wait, milliseconds. */
  readonly patience: number;
  /** What one is refused with that finds the line full, or has waited too long. */
  readonly refusal: () => Error;
}

/** Work that waits for its start, in order. */
class WaitingLine {
  readonly #options: LineOptions;
  readonly #waiting: { readonly start: () => void; readonly giveUp: NodeJS.Timeout }[] = [];

  constructor(options: LineOptions) {
    this.#options = options;
  }

  get length(): number {
    return this.#waiting.length;
  }

  /** Resolves when it is started. @throws the line's refusal */
  async wait(): Promise<void> {
    const { most, patience, refusal } = this.#options;
    if (this.#waiting.length >= most) throw refusal();
    await new Promise<void>((start, refuse) => {
      const giveUp = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(one), 1);
        refuse(refusal());
      }, patience);
      const one = { start, giveUp };
      this.#waiting.push(one);
    });
  }

  /** Starts what has waited longest. @returns false where nothing waits */
  startNext(): boolean {
    const next = this.#waiting.shift();
    if (next === undefined) return false;
    clearTimeout(next.giveUp);
    next.start();
    return true;
  }
}

interface FairOptions extends LineOptions {
  /** Pieces of one key that run at a time, whatever others do. */
  readonly share: number;
  /** The same for a key that keeps more waiting, where it is less at times. */
  readonly shareOfWaiting?: (key: string) => number;
  /** As long as fewer pieces run in all, a key goes beyond its share: what nobody takes within theirs is idle. */
  readonly idleBelow: (key: string) => number;
  /** Pieces of all keys within their shares; what a key runs beyond its own is not held against the others. */
  readonly inAll?: number;
  /** The shares change as time passes: those who wait are looked at again after so many milliseconds. */
  readonly lookEvery?: number;
}

interface Line {
  running: number;
  readonly waiting: WaitingLine;
}

/**
 * Runs pieces of work by key, fair and without idling: each key has a share that nobody takes from it, and more as long as that leaves others
 * theirs. Keys with work waiting take turns. `most` pieces of a key may wait.
 */
export class FairQueue {
  readonly #options: FairOptions;
  /** Keys with work, in the order of their next turn. */
  readonly #lines = new Map<string, Line>();
  #running = 0;
  #waiting = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: FairOptions) {
    this.#options = options;
  }

  /** @throws the refusal of the options: too much of the key waits already, or it waited too long */
  async run<Result>(key: string, work: () => Promise<Result>): Promise<Result> {
    const line = this.#lines.get(key) ?? { running: 0, waiting: new WaitingLine(this.#options) };
    this.#lines.set(key, line);
    if (this.#mayBegin(key, line)) this.#started(key, line);
    else await this.#wait(key, line);
    try {
      return await work();
    } finally {
      line.running--;
      this.#running--;
      this.#putLast(key, line);
      this.#look();
    }
  }

  async #wait(key: string, line: Line): Promise<void> {
    this.#waiting++;
    this.#lookLater();
    try {
      await line.waiting.wait();
    } catch (error) {
      this.#waiting--;
      this.#putLast(key, line);
      throw error;
    }
  }

  /** Whether work starts at once. */
  #mayBegin(key: string, line: Line): boolean {
    if (line.waiting.length > 0) return false;
    return this.#isWithin(line, this.#options.share) || (this.#waiting === 0 && this.#isIdle(key));
  }

  #isWithin({ running }: Line, share: number): boolean {
    if (running >= share) return false;
    const { inAll } = this.#options;
    if (inAll === undefined) return true;
    let sum = 0;
    for (const line of this.#lines.values()) sum += Math.min(line.running, this.#options.share);
    return sum < inAll;
  }

  #isIdle(key: string): boolean {
    return this.#running < this.#options.idleBelow(key);
  }

  #started(key: string, line: Line): void {
    line.running++;
    this.#running++;
    this.#putLast(key, line);
  }

  /** Who has just had a turn goes behind all others; who has nothing left is forgotten. */
  #putLast(key: string, line: Line): void {
    this.#lines.delete(key);
    if (line.running > 0 || line.waiting.length > 0) this.#lines.set(key, line);
  }

  #look(): void {
    const { share, shareOfWaiting = () => share } = this.#options;
    const isShared = (key: string, line: Line): boolean => this.#isWithin(line, shareOfWaiting(key));
    while (this.#waiting > 0) {
      const waiting = [...this.#lines].filter(([, line]) => line.waiting.length > 0);
      // First everybody within their share, then what is idle.
      const next = waiting.find(([key, line]) => isShared(key, line)) ?? waiting.find(([key]) => this.#isIdle(key));
      if (next === undefined) return;
      const [key, line] = next;
      line.waiting.startNext();
      this.#waiting--;
      this.#started(key, line);
    }
  }

  #lookLater(): void {
    const { lookEvery } = this.#options;
    if (lookEvery === undefined || this.#timer !== undefined || this.#waiting === 0) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#look();
      this.#lookLater();
    }, lookEvery);
  }
}
