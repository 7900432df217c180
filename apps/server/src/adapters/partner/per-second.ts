/** Counts requests in each second by the clock. @returns whether one more is within the limit */
export function perSecondCounter(most: number): () => boolean {
  let second = 0;
  let count = 0;
  return () => {
    const now = Math.floor(Date.now() / 1000);
    if (now !== second) [second, count] = [now, 0];
    return ++count <= most;
  };
}
