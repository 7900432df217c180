import { randomInt } from 'node:crypto';
import type { Simulation } from '@wheelhouse/contract/calls/events/raffles';
import { poolOdds, type PoolRow, wholeOdds } from '@wheelhouse/entities/events/raffle-pool';

/** Expected counts below this say nothing about a fit: their rows are taken together. */
const leastExpected = 5;

/** Natural logarithm of the gamma function (Lanczos). */
function lnGamma(x: number): number {
  const c = [
    76.18009172947146, -86.50532032941678, 24.01409824083091, -1.231739572450155, 0.001208650973866179,
    -5.395239384953e-6,
  ];
  const sum = c.reduce((total, one, at) => total + one / (x + at + 1), 1.000000000190015);
  const t = x + 5.5;
  return (x + 0.5) * Math.log(t) - t + Math.log((2.5066282746310007 * sum) / x);
}

/** How likely chi-square with so many degrees of freedom is as large: the upper regularised incomplete gamma function. */
export function chiSquareTail(value: number, freedom: number): number {
  const [a, x] = [freedom / 2, value / 2];
  if (x <= 0) return 1;
  const scale = Math.exp(-x + a * Math.log(x) - lnGamma(a));
  if (x < a + 1) {
    let [term, sum, n] = [1 / a, 1 / a, a];
    for (let step = 0; step < 500 && Math.abs(term) > Math.abs(sum) * 1e-12; step++) {
      n += 1;
      term *= x / n;
      sum += term;
    }
    return 1 - sum * scale;
  }
  let [b, c, d] = [x + 1 - a, 1e300, 1 / (x + 1 - a)];
  let fraction = d;
  for (let i = 1; i < 500; i++) {
    const an = -i * (i - a);
    b += 2;
    d = 1 / (an * d + b || 1e-300);
    c = b + an / c || 1e-300;
    const step = d * c;
    fraction *= step;
    if (Math.abs(step - 1) < 1e-12) break;
  }
  return scale * fraction;
}

/** The first row whose summed odds exceed a number; -1: none. */
function pick(odds: readonly number[], number: number): number {
  let sum = 0;
  return odds.findIndex((one) => {
    sum += one;
    return number < sum;
  });
}

/** Draws so often with the odds of a pool, by the random numbers of the system, and says how well the result fits them. */
export function simulate(prizes: readonly PoolRow[], times: number): Simulation {
  const odds = poolOdds(prizes);
  const counts = odds.map(() => 0);
  let nothing = 0;
  for (let n = 0; n < times; n++) {
    const at = pick(odds, randomInt(wholeOdds));
    if (at < 0) nothing++;
    else counts[at] = (counts[at] ?? 0) + 1;
  }
  const rest = wholeOdds - odds.reduce((sum, one) => sum + one, 0);
  const rows = [
    ...prizes.map((row, at) => ({ levelName: row.levelName, odds: odds[at] ?? 0, picked: counts[at] ?? 0 })),
    { levelName: '', odds: rest, picked: nothing },
  ].map((row) => ({ ...row, expected: (row.odds / wholeOdds) * times }));
  const few = rows.filter(({ expected }) => expected < leastExpected);
  const together = few.reduce(
    (sum, row) => ({ picked: sum.picked + row.picked, expected: sum.expected + row.expected }),
    {
      picked: 0,
      expected: 0,
    },
  );
  const groups = [...rows.filter(({ expected }) => expected >= leastExpected), together].filter(
    ({ expected }) => expected > 0,
  );
  const chiSquare = groups.reduce((sum, { picked, expected }) => sum + (picked - expected) ** 2 / expected, 0);
  return {
    times,
    rows,
    chiSquare,
    pValue: groups.length < 2 ? null : chiSquareTail(chiSquare, groups.length - 1),
  };
}
