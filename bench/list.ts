/**
 * The generic calls against the same SQL written by hand behind a bare fastify and pg, in one run, on one database, taking turns.
 * `npm run bench -- list [vehicles]` (default 1,000,000). Numbers are ratios; absolute ones depend on the machine.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { fillFleet } from './fleet.ts';
import { load, type Result, type Shot } from './load.ts';
import { startBench } from './platform.ts';

const vehicles = Number(process.argv[2] ?? 1_000_000);
const rounds = Number(process.env['ROUNDS'] ?? 3);
const seconds = Number(process.env['SECONDS'] ?? 4);
const ports = { product: 18_180, bare: 18_181 };

function start(file: string, env: Record<string, string>, ready: RegExp): Promise<ChildProcess> {
  const child = spawn(process.execPath, [file], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return new Promise((done, fail) => {
    child.stdout.on('data', (text: Buffer) => {
      if (ready.test(text.toString())) done(child);
    });
    child.once('exit', (code) => fail(new Error(`${file} ended with ${code}`)));
  });
}

const platform = await startBench('bench', ports.product);
const { pool, headers } = platform;
await fillFleet(pool, vehicles);
await pool.query('vacuum analyze');
const { rows: sample } = await pool.query<{ id: string; vin: string; imei: string }>(
  'select id, vin, imei from veh_vehicle tablesample system (0.5) where not deleted and vin is not null limit 2000',
);
const bare = await start('bench/bare.ts', { DATABASE_URL: platform.databaseUrl, PORT: String(ports.bare) }, /ready/);

const bases = { product: platform.base, bare: `http://127.0.0.1:${ports.bare}` };
const pick = (i: number) => sample[(i * 7919) % sample.length] ?? { id: '1', vin: 'LZX', imei: '' };
const revs = new Map<string, number>();

const scenarios: readonly { name: string; product: (i: number) => Shot; bare: (i: number) => Shot }[] = [
  {
    name: 'first page with total',
    product: () => ({ path: '/veh/crm/vehicle/list', body: { page: 1, pageSize: 10 }, headers }),
    bare: () => ({ path: '/first', body: {} }),
  },
  {
    name: 'filter + like',
    product: (i) => ({
      path: '/veh/crm/vehicle/list',
      body: { query: { activationStatus: 1, 'vin.like': `%${pick(i).vin.slice(11, 16)}%` } },
      headers,
    }),
    bare: (i) => ({ path: '/search', body: { activationStatus: 1, part: pick(i).vin.slice(11, 16) } }),
  },
  {
    name: 'last six of an IMEI',
    product: (i) => ({
      path: '/veh/crm/vehicle/list',
      body: { query: { keyword: pick(i).imei.slice(-6) } },
      headers,
    }),
    bare: (i) => ({ path: '/end', body: { end: pick(i).imei.slice(-6) } }),
  },
  {
    name: 'one by id',
    product: (i) => ({ path: '/veh/crm/vehicle/detail', body: { id: pick(i).id }, headers }),
    bare: (i) => ({ path: '/one', body: { id: pick(i).id } }),
  },
];

async function compare(name: string, a: (i: number) => Shot, b: (i: number) => Shot): Promise<void> {
  const best: { product?: Result; bare?: Result } = {};
  for (let round = 0; round < rounds; round++) {
    for (const side of round % 2 === 0 ? (['product', 'bare'] as const) : (['bare', 'product'] as const)) {
      const result = await load(bases[side], side === 'product' ? a : b, { seconds });
      if (result.rate > (best[side]?.rate ?? 0)) best[side] = result;
    }
  }
  const { product: p, bare: q } = best;
  if (p && q)
    console.log(
      `| ${name} | ${p.rate.toFixed(0)} | ${q.rate.toFixed(0)} | ${(p.rate / q.rate).toFixed(2)} | ${p.p50.toFixed(1)} / ${p.p99.toFixed(1)} | ${q.p50.toFixed(1)} / ${q.p99.toFixed(1)} | ${p.failed + q.failed} |`,
    );
}

console.log(
  `\n${vehicles.toLocaleString('en-US')} vehicles\n\n| call | product /s | bare /s | ratio | product p50 / p99 ms | bare p50 / p99 ms | failed |\n|---|---|---|---|---|---|---|`,
);
for (const scenario of scenarios) await compare(scenario.name, scenario.product, scenario.bare);

// An update of the product checks the form, its references and the revision, and writes the log; each worker keeps to rows of its own.
for (const one of sample) {
  const { rows } = await pool.query<{ rev: number }>('select rev from veh_vehicle where id = $1', [one.id]);
  revs.set(one.id, rows[0]?.rev ?? 1);
}
const half = (side: 0 | 1, i: number) =>
  sample[(i * 2 + side) % (sample.length - (sample.length % 2))] ?? { id: '1', vin: '' };
let turn = 0;
await compare(
  'update',
  () => {
    const { id } = half(0, turn++);
    const rev = revs.get(id) ?? 1;
    revs.set(id, rev + 1);
    return { path: '/veh/crm/vehicle/update', body: { id, rev, remark: `bench ${turn}` }, headers };
  },
  (i) => {
    // Rows of its own: the product's revisions stay as it knows them.
    const { id } = half(1, i);
    return { path: '/update', body: { id, remark: `bench ${i}` } };
  },
);

bare.kill();
await platform.stop();
