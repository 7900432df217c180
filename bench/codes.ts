/**
 * External codes of a coupon at size: as many files of 100,000 as it takes, each through the real call, while somebody else asks for a list four times a second; then a
 * file with mistakes, of which nothing may be stored. `npm run bench -- codes [codes]` (default 1,000,000). The ratio is that to PostgreSQL alone,
 * which makes as many rows of the same size in a table with the same indexes. Exit 1 when a code is neither stored nor reported, one can be read or
 * is there twice, or the server holds more than 1 GB.
 */
import { readFileSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CodeImport } from '@wheelhouse/contract/calls/prizes/coupons';
import { formatInstant } from '@wheelhouse/contract/time';
import { codes } from '@wheelhouse/entities/codes';
import { mostCodes } from '@wheelhouse/entities/prizes/coupon';
import { freePorts } from '../scripts/tools.ts';
import { callOnce } from './load.ts';
import { startBench } from './platform.ts';

const many = Number(process.argv[2] ?? 1_000_000);
const mostMb = 1_024;
/** Of the file with mistakes: no code, one of the file, one that another coupon has, in turn. */
const wrongEvery = 200;
const name = 'bench-codes';
const base = '/act/crm/coupon';

rmSync(resolve('data', name), { recursive: true, force: true });
const [port = 0] = await freePorts(1);
const platform = await startBench(name, port);
const { pool, headers } = platform;
const rssMb = (): number =>
  Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${platform.pid}/status`, 'utf8'))?.[1]) / 1024;
const one = (value: number, digits = 1): number => Number(value.toFixed(digits));

interface Answer<Data> {
  readonly code: number;
  readonly message: string;
  readonly data: Data;
}

async function call<Data>(path: string, body: unknown): Promise<Data> {
  const { code, message, data } = await callOnce<Answer<Data>>(platform.base, { path, body, headers });
  if (code !== 0) throw new Error(`${path}: ${code} ${message}`);
  return data;
}

const added = (total: number): Promise<{ readonly id: string }> =>
  call(`${base}/add`, {
    name: `券码${total}`,
    couponType: codes.CouponType.external,
    thresholdFen: 0,
    scope: codes.CouponScope.mall,
    total,
    perUserLimit: 1,
    validMode: codes.ValidMode.fixed,
    validStart: formatInstant(new Date()),
    validEnd: formatInstant(new Date(Date.now() + 30 * 86_400_000)),
    description: '向合作商户出示券码即可使用。',
  });

/** Codes in no order that an index likes. */
const codeOf = (n: number): string => `${((n * 7_919) % 1_000_003).toString(36).padStart(4, '0')}-${n}-BENCH`;
const fileOf = (rows: readonly string[]): Blob => new Blob([`券码\n${rows.join('\n')}\n`], { type: 'text/csv' });

async function upload(id: string, file: Blob): Promise<CodeImport> {
  const form = new FormData();
  form.set('id', id);
  form.set('file', file, 'codes.csv');
  const answer = await fetch(`${platform.base}${base}/importCodes`, { method: 'POST', headers, body: form });
  const { code, message, data } = (await answer.json()) as Answer<CodeImport>;
  if (code !== 0) throw new Error(`the import was refused: ${code} ${message}`);
  return data;
}

/** Seconds, the most memory of the server, and what somebody else waited for a list meanwhile. */
async function measured<Result>(work: () => Promise<Result>) {
  const before = rssMb();
  let [peak, isOver] = [before, false];
  const watch = setInterval(() => (peak = Math.max(peak, rssMb())), 50);
  const waits: number[] = [];
  const other = async (): Promise<void> => {
    for (; !isOver; await sleep(250)) {
      const asked = performance.now();
      await call(`${base}/list`, {});
      waits.push(performance.now() - asked);
    }
  };
  const asking = other();
  const started = performance.now();
  const result = await work();
  const seconds = (performance.now() - started) / 1000;
  isOver = true;
  clearInterval(watch);
  await asking;
  return { result, seconds, before, peak, wait: Math.max(...waits) };
}

async function bareSeconds(): Promise<number> {
  await pool.query('create table bench_code (like act_coupon_code including all)');
  const started = performance.now();
  await pool.query(
    `insert into bench_code (coupon_id, code_hash, code_enc, create_by)
     select 1, substr(sha256(n::text::bytea), 1, 16), substr(sha256(n::text::bytea) || sha256(n::text::bytea), 1, 44), 1 from generate_series(1, $1::int) n`,
    [many],
  );
  const seconds = (performance.now() - started) / 1000;
  await pool.query('drop table bench_code');
  return seconds;
}

const stored = async () =>
  (
    await pool.query<{ n: number; different: number; clear: number }>(
      `select count(*)::int as n, count(distinct code_hash)::int as different,
         count(*) filter (where position(convert_to('-BENCH', 'UTF8') in code_enc) > 0)::int as clear from act_coupon_code`,
    )
  ).rows[0];

async function importAll(id: string, files: readonly Blob[]): Promise<readonly CodeImport[]> {
  const reports: CodeImport[] = [];
  for (const file of files) reports.push(await upload(id, file));
  return reports;
}

function withMistakes(): string[] {
  const rows = Array.from({ length: mostCodes }, (_, n) => codeOf(many + n));
  for (let at = wrongEvery; at < rows.length; at += wrongEvery)
    rows[at] = ['坏', rows[at - 1] ?? '', codeOf(at % many)][(at / wrongEvery) % 3] ?? '';
  return rows;
}

try {
  const bare = await bareSeconds();
  const { id } = await added(many);
  const files = Array.from({ length: Math.ceil(many / mostCodes) }, (_, file) =>
    fileOf(
      Array.from({ length: Math.min(mostCodes, many - file * mostCodes) }, (_code, n) => codeOf(file * mostCodes + n)),
    ),
  );
  const all = await measured(() => importAll(id, files));
  const imported = all.result.reduce((sum, report) => sum + report.imported, 0);
  const there = await stored();
  console.table([
    {
      codes: many,
      files: all.result.length,
      imported,
      different: there?.different,
      seconds: one(all.seconds),
      'codes/s': Math.round(many / all.seconds),
      'PostgreSQL alone, s': one(bare),
      ratio: one(all.seconds / bare, 2),
      'MB before': Math.round(all.before),
      'MB at most': Math.round(all.peak),
      'a list meanwhile, ms at most': Math.round(all.wait),
    },
  ]);
  const other = await added(mostCodes);
  const rows = withMistakes();
  const wrong = await measured(() => upload(other.id, fileOf(rows)));
  const after = await stored();
  const expected = Math.ceil(rows.length / wrongEvery) - 1;
  const reasons = (reason: string): number => wrong.result.errors.filter((fault) => fault.reason === reason).length;
  console.table([
    {
      'rows with mistakes': rows.length,
      wrong: expected,
      refused: wrong.result.failed,
      'no codes': reasons('format'),
      'twice in the file': reasons('double'),
      'of another coupon': reasons('taken'),
      stored: (after?.n ?? 0) - (there?.n ?? 0),
      seconds: one(wrong.seconds),
      'MB at most': Math.round(wrong.peak),
    },
  ]);
  await call(`${base}/transition`, {
    id,
    rev: (await call<{ rev: number }>(`${base}/detail`, { id })).rev,
    action: 'publish',
  });
  const isWhole = imported === many && there?.n === many && there.different === many && there.clear === 0;
  const isRefused = wrong.result.failed === expected && wrong.result.imported === 0 && after?.n === many;
  if (!isWhole || !isRefused || Math.max(all.peak, wrong.peak) > mostMb) process.exitCode = 1;
} finally {
  await platform.stop();
  rmSync(resolve('data', name), { recursive: true, force: true });
}
