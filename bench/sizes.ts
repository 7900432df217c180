import type { Pool } from 'pg';
import { load, type Shot } from './load.ts';
import type { BenchPlatform } from './platform.ts';

/** What is asked of an installation in its turn `i`. */
export type Ask<Side extends BenchPlatform> = (at: Side, i: number) => Omit<Shot, 'headers'>;

/** @for samples of what is asked for: values of the column `x` of a query, in turn */
export async function samples(pool: Pool, query: string): Promise<(i: number) => string> {
  const { rows } = await pool.query<{ x: string }>(query);
  return (i) => rows[(i * 7919) % rows.length]?.x ?? '';
}

/**
 * Calls at two installations that take turns: prints the medians of the best of `ROUNDS` rounds (3) of `SECONDS` seconds (2), and their ratio. Only calls whose
 * names begin with `only`.
 * @for the time of calls at few rows and at many, in one run
 */
export async function compareSizes<Side extends BenchPlatform>(
  { small, large, only }: { readonly small: Side; readonly large: Side; readonly only: string },
  title: string,
  calls: Readonly<Record<string, Ask<Side>>>,
): Promise<void> {
  const rounds = Number(process.env['ROUNDS'] ?? 3);
  const seconds = Number(process.env['SECONDS'] ?? 2);
  console.log(
    `\n${title}\n\n| call | p50 ms at 10,000 | p50 ms at many | ratio | p99 ms at many | failed |\n|---|---|---|---|---|---|`,
  );
  for (const [name, ask] of Object.entries(calls)) {
    if (!name.startsWith(only)) continue;
    const best = new Map<Side, { p50: number; p99: number; failed: number }>();
    for (let round = 0; round < rounds; round++)
      for (const at of round % 2 === 0 ? [small, large] : [large, small]) {
        const next = (i: number): Shot => ({ ...ask(at, i), headers: at.headers });
        const result = await load(at.base, next, { connections: 1, seconds });
        const known = best.get(at);
        if (known === undefined || result.p50 < known.p50) best.set(at, result);
      }
    const [a, b] = [best.get(small), best.get(large)];
    if (a && b)
      console.log(
        `| ${name} | ${a.p50.toFixed(1)} | ${b.p50.toFixed(1)} | ${(b.p50 / a.p50).toFixed(2)} | ${b.p99.toFixed(1)} | ${a.failed + b.failed} |`,
      );
  }
}
