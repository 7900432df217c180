/**
 * SIM cards at size: one import of 100,000 cards, some of them with mistakes, through the whole server; then a night, in which all of them are read
 * from the sandbox of their carrier, states and usage, at the carrier's rate. `npm run bench -- sim-cards [cards]` (default 100,000). Exit 1 when a row
 * is neither stored nor reported, a card is not read, or the server holds more than 1 GB.
 */
import { readFileSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { entityNamed, labelOf } from '@wheelhouse/entities/registry';
import { secretKeyIn } from '../scripts/tools.ts';
import { readConfig } from '../apps/server/src/config.ts';
import { createDb, createPool } from '../apps/server/src/db/pool.ts';
import { createLog } from '../apps/server/src/log.ts';
import { syncDue } from '../apps/server/src/modules/sim/sync.ts';
import { startWorkbook, xlsxType } from '../apps/server/src/sheet/write.ts';
import { memorySink } from '../apps/server/src/sheet/zip.ts';
import { startBench } from './platform.ts';

const cards = Number(process.argv[2] ?? 100_000);
/** Every so many rows have a mistake: a wrong carrier, a wrong number, the number of another row in turn. */
const wrongEvery = 200;
const mostMb = 1_024;
const name = 'bench-sim-cards';
const port = 18_196;

rmSync(resolve('data', name), { recursive: true, force: true });
const platform = await startBench(name, port);
const rssMb = (): number =>
  Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${platform.pid}/status`, 'utf8'))?.[1]) / 1024;

const columns = ['iccid', 'msisdn', 'carrier', 'poolId', 'packageCode', 'openTime', 'expireTime'] as const;

function rowOf(n: number): string[] {
  const no = String(n).padStart(8, '0');
  const right = [`8986040${no}00001`, `10647${no}`, '1', 'POOL_CMCC_1', 'M30', '2025-01-10', '2031-01-10'];
  if (n % wrongEvery !== 0) return right;
  const wrong = [...right];
  const mistake = (n / wrongEvery) % 3;
  if (mistake === 0) wrong[2] = '2';
  else wrong[0] = mistake === 1 ? '12345' : (rowOf(n - 1)[0] ?? '');
  return wrong;
}

async function workbook(): Promise<Buffer<ArrayBuffer>> {
  const { sink, bytes } = memorySink();
  const book = await startWorkbook(sink, ['SIM']);
  const sheet = await book.sheet(columns.map((column) => ({ title: labelOf(entityNamed('simCard'), column).zh })));
  for (let at = 1; at <= cards; at += 5_000)
    await sheet.rows(Array.from({ length: Math.min(5_000, cards - at + 1) }, (_, n) => rowOf(at + n)));
  await sheet.end();
  await book.finish();
  return Buffer.from(bytes());
}

interface Report {
  readonly total: number;
  readonly success: number;
  readonly failed: number;
  readonly errors: readonly { readonly row: number; readonly field: string; readonly message: string }[];
  readonly errorFileName: string | null;
}

async function importAll(): Promise<{ report: Report; seconds: number; before: number; peak: number; after: number }> {
  const file = new Blob([await workbook()], { type: xlsxType });
  const form = new FormData();
  form.set('file', file, 'cards.xlsx');
  const before = rssMb();
  let peak = before;
  const watch = setInterval(() => (peak = Math.max(peak, rssMb())), 50);
  const started = performance.now();
  const answer = await fetch(`${platform.base}/veh/crm/simCard/import`, {
    method: 'POST',
    headers: platform.headers,
    body: form,
  });
  const seconds = (performance.now() - started) / 1000;
  clearInterval(watch);
  const { code, data, message } = (await answer.json()) as { code: number; data: Report; message: string };
  if (code !== 0) throw new Error(`the import was refused: ${code} ${message}`);
  return { report: data, seconds, before, peak, after: rssMb() };
}

async function readAll(): Promise<{ seconds: number; requests: number; read: number; days: number }> {
  const log = createLog('warn');
  const dataDir = resolve('data', name);
  const config = readConfig({
    DATABASE_URL: platform.databaseUrl,
    DATA_DIR: dataDir,
    SECRET_KEY: secretKeyIn(dataDir),
    SEED: 'none',
  });
  const pool = createPool({ url: platform.databaseUrl, max: 8, log, statementTimeout: 0 });
  const app = { config, pool, db: createDb(pool), log };
  await pool.query('update sim_card set sim_status = 3, next_sync_time = now(), next_usage_time = now()');
  const started = performance.now();
  while ((await syncDue(app)) > 0);
  const seconds = (performance.now() - started) / 1000;
  const { rows } = await pool.query<{ read: number; requests: number; days: number }>(
    `select (select count(*)::int from sim_card where last_sync_time is not null and next_sync_time is null and next_usage_time is null) as read,
       (select count(*)::int from sim_carrier_log) as requests, (select count(*)::int from sim_flow_day) as days`,
  );
  await pool.end();
  return { seconds, ...(rows[0] ?? { read: 0, requests: 0, days: 0 }) };
}

try {
  const made = await importAll();
  const { report } = made;
  console.table([
    {
      rows: report.total,
      stored: report.success,
      refused: report.failed,
      'listed errors': report.errors.length,
      'all errors in a file': report.errorFileName !== null,
      seconds: Math.round(made.seconds * 10) / 10,
      'MB before': Math.round(made.before),
      'MB at most': Math.round(made.peak),
      'MB after': Math.round(made.after),
    },
  ]);
  for (const { row, field, message } of report.errors.slice(0, 3)) console.log(`row ${row}, ${field}: ${message}`);
  const night = await readAll();
  console.table([
    {
      cards: night.read,
      requests: night.requests,
      'days of usage': night.days,
      seconds: Math.round(night.seconds),
      'cards in an hour': Math.round((night.read / night.seconds) * 3_600),
    },
  ]);
  const whole = report.total === cards && report.success + report.failed === cards && night.read === report.success;
  if (!whole || made.peak > mostMb) process.exitCode = 1;
} finally {
  await platform.stop();
}
