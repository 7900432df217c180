/**
 * Statistics as the fleet grows: every page with its usual 30 days and with a year, and the dashboard, through the whole server, beside one question of each
 * in SQL written by hand, on two installations that take turns. `npm run bench -- statistics [vehicles]` (default 1,000,000, with ten days of mileage each;
 * compared with a tenth of them); ONLY names statistics, dashboard or build, CALLS how often a page is opened (default 200, for at most SECONDS, 20). No two calls ask for the
 * same days, so that nothing comes from a cache; the dashboard, which is asked for nothing, is shown as people see it, and as its first visitor does.
 */
import { statistics } from '@wheelhouse/entities/statistics/all';
import type { Statistic } from '@wheelhouse/entities/statistics/define';
import { addDays, type Days } from '@wheelhouse/entities/statistics/period';
import { formatDay } from '@wheelhouse/contract/time';
import { freePorts } from '../scripts/tools.ts';
import { startBench } from './platform.ts';
import { callsOf, dashboardCalls, dashboardSql, questionOf } from './statistics-questions.ts';
import { countsOf, fillStatistics } from './statistics-rows.ts';

const vehicles = Number(process.argv[2] ?? 1_000_000);
const only = process.env['ONLY']?.split(',');
const wanted = (name: string): boolean => only === undefined || only.includes(name);
const most = Number(process.env['CALLS'] ?? 200);
const patience = Number(process.env['SECONDS'] ?? 20) * 1000;
const rowsOfVehicle = 10;
/** A statement took too long, or waited too long for its turn. */
const tooLong: readonly number[] = [1000, 1019];
const [smallPort = 0, largePort = 0] = await freePorts(2);

async function side(port: number, size: number) {
  const platform = await startBench(`bench-statistics-${size}`, port);
  const started = performance.now();
  await fillStatistics(platform.pool, { vehicles: size, days: size * rowsOfVehicle });
  return { ...platform, size, filled: (performance.now() - started) / 1000 };
}
type Side = Awaited<ReturnType<typeof side>>;
type Shot = { readonly path: string; readonly body: object };

const small = await side(smallPort, vehicles / 10);
const large = await side(largePort, vehicles);
const sides = [small, large] as const;
const n = (value: number): string => value.toLocaleString('en-US');

let refused = 0;

/** @returns milliseconds until the answer was read, also of one that took too long and was refused */
async function timed(at: Side, { path, body }: Shot): Promise<number> {
  const started = performance.now();
  const answer = await fetch(`${at.base}${path}`, {
    method: 'POST',
    headers: { ...at.headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  const { code, message } = (await answer.json()) as { code: number; message: string };
  if (tooLong.includes(code)) refused++;
  else if (code !== 0) throw new Error(`${path} ${JSON.stringify(body)}: ${code} ${message}`);
  return performance.now() - started;
}

async function clock(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

const quantile = (times: readonly number[], q: number): number => {
  const sorted = times.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))] ?? 0;
};
const pair = (times: readonly number[]): string =>
  `${quantile(times, 0.5).toFixed(0)} / ${quantile(times, 0.95).toFixed(0)}`;

/** Days that end a little earlier each time, so that no answer is known already. */
const today = formatDay(new Date());
let asked = 0;
function daysOf(length: number): Days {
  const to = addDays(today, -(asked++ % 240));
  return { from: addDays(to, 1 - length), to };
}

interface Measured {
  readonly page: readonly number[];
  readonly slowest: readonly [path: string, times: readonly number[]];
  readonly question: readonly number[];
  readonly byHand: readonly number[];
}

async function measure(at: Side, statistic: Statistic, length: number): Promise<Measured> {
  const page: number[] = [];
  const calls = new Map<string, number[]>();
  const end = performance.now() + patience;
  while (page.length < most && (page.length < 3 || performance.now() < end)) {
    const shots = callsOf(statistic, daysOf(length));
    page.push(
      await clock(() =>
        Promise.all(
          shots.map(async (shot) => {
            const key = `${shot.path.split('/').at(-1)} ${'by' in shot.body ? String(shot.body.by) : ''}`.trim();
            calls.set(key, [...(calls.get(key) ?? []), await timed(at, shot)]);
          }),
        ),
      ),
    );
  }
  const [question, byHand]: [number[], number[]] = [[], []];
  const over = performance.now() + patience / 4;
  while (question.length < 3 || (question.length < 20 && performance.now() < over)) {
    const { call, sql } = questionOf(statistic, daysOf(length));
    question.push(await timed(at, call));
    byHand.push(await clock(() => at.pool.query(sql)));
  }
  const slowest = [...calls].reduce((a, b) => (quantile(b[1], 0.95) > quantile(a[1], 0.95) ? b : a));
  return { page, slowest, question, byHand };
}

const ratio = (a: readonly number[], b: readonly number[]): string => (quantile(a, 0.5) / quantile(b, 0.5)).toFixed(2);

async function comparePage(statistic: Statistic, length: number): Promise<void> {
  const found: Measured[] = [];
  for (const at of sides) found.push(await measure(at, statistic, length));
  const [a, b] = found;
  if (a === undefined || b === undefined) return;
  console.log(
    `| ${[statistic.name, length, b.page.length, pair(b.page), `${b.slowest[0]} ${pair(b.slowest[1])}`, pair(b.question), pair(b.byHand), ratio(b.question, b.byHand), pair(a.page), ratio(b.page, a.page)].join(' | ')} |`,
  );
}

async function compareDashboard(): Promise<void> {
  const found: { first: number; seen: number[]; byHand: number[] }[] = [];
  for (const at of sides) {
    const open = (): Promise<number> => clock(() => Promise.all(dashboardCalls.map((shot) => timed(at, shot))));
    const first = await open();
    const seen: number[] = [];
    while (seen.length < most) seen.push(await open());
    const byHand: number[] = [];
    while (byHand.length < 5) byHand.push(await clock(() => at.pool.query(dashboardSql)));
    found.push({ first, seen, byHand });
  }
  const [a, b] = found;
  if (a === undefined || b === undefined) return;
  console.log(
    `| dashboard | now | ${b.seen.length} | ${pair(b.seen)} | first visitor ${b.first.toFixed(0)} | ${pair(b.seen)} | ${pair(b.byHand)} | ${ratio(b.seen, b.byHand)} | ${pair(a.seen)} | ${(b.first / a.first).toFixed(2)} |`,
  );
}

for (const at of sides) {
  console.log(`\n${n(at.size)} vehicles, made in ${at.filled.toFixed(0)} s:`);
  console.log((await countsOf(at.pool)).map(([name, rows]) => `${n(rows)} ${name}`).join(', '));
}
console.log(
  `\n| page | days | opened | p50 / p95 ms | slowest call | a question p50 / p95 ms | by hand | ratio | page at a tenth | growth |\n|---|---|---|---|---|---|---|---|---|---|`,
);
for (const statistic of Object.values(statistics))
  if (wanted(statistic.name)) for (const length of [30, 365]) await comparePage(statistic, length);
if (wanted('dashboard')) await compareDashboard();

if (wanted('build')) {
  console.log('\n| what is built of a day | seconds | at a tenth | growth |\n|---|---|---|---|');
  const day = addDays(today, -2);
  const body = { from: day, to: day };
  const times: number[] = [];
  for (const at of sides) times.push((await timed(at, { path: '/stat/crm/rebuild', body })) / 1000);
  const [a = 0, b = 0] = times;
  console.log(`| all tables | ${b.toFixed(2)} | ${a.toFixed(2)} | ${(b / a).toFixed(2)} |`);
}

console.log(`\n${refused} calls were refused because others took too long`);
await small.stop();
await large.stop();
