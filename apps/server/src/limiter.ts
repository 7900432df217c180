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
export class WaitingLine {
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

/** Too much work of one key is waiting. */
export class TooMuchWaiting extends Error {
  override readonly name = 'TooMuchWaiting';
}

interface Fair {
  /** Takes part in the queue for as long as `work` runs; what it does in `turn` is done in turns. @throws TooMuchWaiting */
  <Result>(
    key: string,
    work: (turn: <Part>(part: () => Promise<Part>) => Promise<Part>) => Promise<Result>,
  ): Promise<Result>;
}

/**
 * Lets one piece of work run at a time and gives turns by key: each key with work waiting gets one turn after the other, so that the
 * many of one do not hold up the one of another. At most `perKey` pieces of a key are under way.
 */
export function fairTurns(perKey: number): Fair {
  const underWay = new Map<string, number>();
  /** Keys in the order of their next turn. */
  const waiting = new Map<string, (() => void)[]>();
  let busy = false;
  const takeTurn = async (key: string): Promise<void> => {
    if (!busy) {
      busy = true;
      return;
    }
    await new Promise<void>((resolve) => {
      const own = waiting.get(key) ?? [];
      own.push(resolve);
      waiting.set(key, own);
    });
  };
  const endTurn = (ended: string): void => {
    const rest = waiting.get(ended);
    // Who has just had a turn goes behind all others.
    if (rest !== undefined) {
      waiting.delete(ended);
      waiting.set(ended, rest);
    }
    const [next] = waiting;
    if (next === undefined) {
      busy = false;
      return;
    }
    const [key, own] = next;
    waiting.delete(key);
    const go = own.shift();
    if (own.length > 0) waiting.set(key, own);
    go?.();
  };
  return async (key, work) => {
    const own = underWay.get(key) ?? 0;
    if (own >= perKey) throw new TooMuchWaiting();
    underWay.set(key, own + 1);
    try {
      return await work(async (part) => {
        await takeTurn(key);
        try {
          return await part();
        } finally {
          endTurn(key);
        }
      });
    } finally {
      const left = (underWay.get(key) ?? 1) - 1;
      if (left > 0) underWay.set(key, left);
      else underWay.delete(key);
    }
  };
}
