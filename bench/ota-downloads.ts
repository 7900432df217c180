/**
 * Firmware by signed addresses: many vehicles that download one package in ranges, against the same file from a bare static server, in one run, taking
 * turns. `npm run bench -- ota-downloads [vehicles at once] [MB of the package]` (default 1,000 and 32). Exit 1 below 0.9 of the bare server,
 * with a wrong answer, or when the server holds more than 512 MB.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { machines } from '@wheelhouse/entities/machines';
import { readSecrets } from '../apps/server/src/config.ts';
import { packageUrl } from '../apps/server/src/modules/ota/firmware/links.ts';
import { type Downloaded, download } from './downloads.ts';
import { startOtaBench } from './ota-platform.ts';

const clients = Number(process.argv[2] ?? 1_000);
const size = Number(process.argv[3] ?? 32) * 1024 * 1024;
const rounds = Number(process.env['ROUNDS'] ?? 5);
const seconds = Number(process.env['SECONDS'] ?? 4);
/** Bytes that a vehicle asks for at once. */
const range = Number(process.env['RANGE'] ?? 256 * 1024);
const ports = { product: 18_194, bare: 18_195 };
const wanted = { ratio: 0.9, mostMb: 512 };

// Half of what a pod of the chart has. With the memory of a large machine V8 collects so late that garbage alone exceeds the limit.
process.env['NODE_OPTIONS'] = `${process.env['NODE_OPTIONS'] ?? ''} --max-old-space-size=512`;
const platform = await startOtaBench('bench-ota-downloads', ports.product);
const { pool, dataDir, keyId } = platform;

/** A released package, as its rows and its file are after upload, test and review. @returns its id and its file */
async function releasedPackage(): Promise<{ id: string; file: string }> {
  const storageKey = `files/2026/11/bench${Date.now()}`;
  const file = join(dataDir, 'files', storageKey);
  // Not those of earlier runs too.
  rmSync(dirname(file), { recursive: true, force: true });
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, Buffer.alloc(size, 'firmware of the bench '));
  const fileId = storageKey.slice(-12);
  await pool.query(
    `insert into sys_file (file_id, biz, name, content_type, size, sha256, storage_key, uploader_type)
     values ($1, 'firmware', 'bench.bin', 'application/octet-stream', $2, repeat('0', 64), $3, 'system')`,
    [fileId, size, storageKey],
  );
  const { rows } = await pool.query<{ id: string }>(
    `insert into ota_firmware (firmware_no, generation, name, device_type, part_model, version, package_type, package_file, file_size, sha256, signature, sign_key_id, vehicle_type_ids, change_log, status)
     values ('FWB' || $1, 2, 'Bench', 1, 'ZK3', 'V9.' || right($1, 6), 1, $1, $2, repeat('0', 64), 'bench', $3, '{}', 'bench', $4) returning id::text as id`,
    [fileId, size, keyId, machines['SM-Firmware'].states.released],
  );
  return { id: rows[0]?.id ?? '', file };
}

/** A vehicle that downloads the package. @returns its execution */
async function attemptOf(firmwareId: string): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(
    `with task as (insert into ota_task (task_no, generation, name, firmware_id, retry_times, status, target_count, vins)
       values ('OTAB' || $1, 1, 'Bench', $1::bigint, 0, 3, 1, '') returning id),
     vehicle as (select v.id, v.vehicle_type_id from veh_vehicle v where not exists (select from ota_execution x where x.vehicle_id = v.id) limit 1)
     insert into ota_execution (generation, task_id, vehicle_id, ecu_id, device_type, vehicle_type_id, to_version, stage, position, status, attempt)
     select 1, task.id, vehicle.id, 0, 1, vehicle.vehicle_type_id, 'bench', 1, 1, 2, 1 from task, vehicle returning id::text as id`,
    [firmwareId],
  );
  return rows[0]?.id ?? '';
}

function startBare(file: string): Promise<ChildProcess> {
  const child = spawn(process.execPath, ['bench/bare-files.ts'], {
    env: { ...process.env, FILE: file, PORT: String(ports.bare) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return new Promise((done, fail) => {
    child.stdout.once('data', () => done(child));
    child.once('exit', (code) => fail(new Error(`the bare server ended with ${code}`)));
  });
}

/** What a process holds and has worked: Linux says it in /proc. */
function stateOf(pid: number | undefined): { rssMb: number; cpuMs: number } {
  const resident = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return { rssMb: Number(resident) / 1024, cpuMs: (Number(fields[11]) + Number(fields[12])) * 10 };
}

const { id, file } = await releasedPackage();
const bare = await startBare(file);
const path = packageUrl(
  { secrets: readSecrets({ dataDir, secretKey: undefined }), config: { publicUrl: undefined } },
  { executionId: await attemptOf(id), attempt: 1 },
);
const sides = {
  product: { port: ports.product, path, pid: platform.pid },
  bare: { port: ports.bare, path: '/', pid: bare.pid },
} as const;

interface Round extends Downloaded {
  readonly cpuMs: number;
  readonly peakMb: number;
}

async function round(side: keyof typeof sides): Promise<Round> {
  const { port, path: from, pid } = sides[side];
  let peakMb = 0;
  const watch = setInterval(() => (peakMb = Math.max(peakMb, stateOf(pid).rssMb)), 50);
  const before = stateOf(pid);
  const result = await download({ port, path: from, size, range }, clients, seconds);
  clearInterval(watch);
  return { ...result, cpuMs: stateOf(pid).cpuMs - before.cpuMs, peakMb };
}

const started = { product: stateOf(platform.pid).rssMb, bare: stateOf(bare.pid).rssMb };
const all: Record<keyof typeof sides, Round[]> = { product: [], bare: [] };
for (let n = 0; n < rounds; n++)
  for (const side of n % 2 === 0 ? (['product', 'bare'] as const) : (['bare', 'product'] as const))
    all[side].push(await round(side));
await new Promise((done) => setTimeout(done, 2_000));

const at = (values: readonly number[], q: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * q))] ?? 0;
const rateOf = ({ bytes, seconds: took }: Round): number => bytes / took / 1e6;
const line = (side: keyof typeof sides) => {
  const of = all[side];
  const times = of.flatMap((one) => one.times);
  return {
    'MB/s (median of rounds)': Math.round(at(of.map(rateOf), 0.5)),
    'ranges /s': Math.round(
      at(
        of.map((one) => one.ranges / one.seconds),
        0.5,
      ),
    ),
    // Of one core; other work on the machine does not change it much.
    'CPU ms per 100 MB': Math.round(
      at(
        of.map((one) => (one.cpuMs / one.bytes) * 1e8),
        0.5,
      ),
    ),
    'p50 ms': Math.round(at(times, 0.5)),
    'p99 ms': Math.round(at(times, 0.99)),
    'wrong answers': of.reduce((sum, { failed }) => sum + failed, 0),
    'MB before': Math.round(started[side]),
    'MB at most': Math.round(Math.max(...of.map(({ peakMb }) => peakMb))),
    'MB after': Math.round(stateOf(sides[side].pid).rssMb),
  };
};
const lines = { product: line('product'), bare: line('bare') };
// Round by round, as neighbours in time: what else the machine does meets both.
const ratio = at(
  all.product.map((one, n) => rateOf(one) / Math.max(1, rateOf(all.bare[n] ?? one))),
  0.5,
);
console.log(`\n${clients} vehicles at once, a package of ${size / 1024 / 1024} MB in ranges of ${range / 1024} kB\n`);
console.table(lines);
console.log(`product / bare: ${ratio.toFixed(2)} (wanted: ${wanted.ratio} or more)`);
bare.kill();
await platform.stop();
const isWell =
  ratio >= wanted.ratio && lines.product['wrong answers'] === 0 && lines.product['MB at most'] <= wanted.mostMb;
process.exit(isWell ? 0 : 1);
