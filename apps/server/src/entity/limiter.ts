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
