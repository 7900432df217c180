/**
 * The generic calls against the same SQL written by hand behind a bare fastify and pg, in one run, on one database, taking turns.
 * `npm run bench -- list [vehicles]` (default 1,000,000), by one user and by many; ONLY names a call. Numbers are ratios; absolute ones depend
 * on the machine.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { freePorts } from '../scripts/tools.ts';
import { fillFleet } from './fleet.ts';
import { load, type Result, type Shot } from './load.ts';
import { addAccount, startBench } from './platform.ts';

const vehicles = Number(process.argv[2] ?? 1_000_000);
const rounds = Number(process.env['ROUNDS'] ?? 3);
const seconds = Number(process.env['SECONDS'] ?? 4);
/** One user at eight connections, and as many at sixteen. */
const crowds = [
  { users: 1, connections: 8 },
  { users: 8, connections: 16 },
] as const;
const [port = 0, barePort = 0] = await freePorts(2);

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

const platform = await startBench('bench', port);
const { pool } = platform;
await fillFleet(pool, vehicles);
await pool.query('vacuum analyze');
const people = [platform.headers];
while (people.length < Math.max(...crowds.map(({ users }) => users)))
  people.push(await addAccount(platform, { username: `bench.${people.length}`, role: 'ops' }));
const { rows: sample } = await pool.query<{ id: string; vin: string; imei: string }>(
  'select id, vin, imei from veh_vehicle tablesample system (0.5) where not deleted and vin is not null limit 2000',
);
const bare = await start('bench/bare.ts', { DATABASE_URL: platform.databaseUrl, PORT: String(barePort) }, /ready/);

const bases = { product: platform.base, bare: `http://127.0.0.1:${barePort}` };
const pick = (i: number) => sample[(i * 7919) % sample.length] ?? { id: '1', vin: 'LZX', imei: '' };
const revs = new Map<string, number>();

const scenarios: readonly { name: string; product: (i: number) => Omit<Shot, 'headers'>; bare: (i: number) => Shot }[] =
  [
    {
      name: 'first page with total',
      product: () => ({ path: '/veh/crm/vehicle/list', body: { page: 1, pageSize: 10 } }),
      bare: () => ({ path: '/first', body: {} }),
    },
    {
      name: 'filter + like',
      product: (i) => ({
        path: '/veh/crm/vehicle/list',
        body: { query: { activationStatus: 1, 'vin.like': `%${pick(i).vin.slice(11, 16)}%` } },
      }),
      bare: (i) => ({ path: '/search', body: { activationStatus: 1, part: pick(i).vin.slice(11, 16) } }),
    },
    {
      name: 'last six of an IMEI',
      product: (i) => ({
        path: '/veh/crm/vehicle/list',
        body: { query: { keyword: pick(i).imei.slice(-6) } },
      }),
      bare: (i) => ({ path: '/end', body: { end: pick(i).imei.slice(-6) } }),
    },
    {
      name: 'one by id',
      product: (i) => ({ path: '/veh/crm/vehicle/detail', body: { id: pick(i).id } }),
      bare: (i) => ({ path: '/one', body: { id: pick(i).id } }),
    },
    {
      name: 'one by id, all that is answered',
      product: (i) => ({ path: '/veh/crm/vehicle/detail', body: { id: pick(i).id } }),
      bare: (i) => ({ path: '/whole', body: { id: pick(i).id } }),
    },
  ];

type Make = (i: number) => Omit<Shot, 'headers'>;

async function compare(name: string, a: Make, b: Make): Promise<void> {
  for (const { users, connections } of crowds) {
    const best: { product?: Result; bare?: Result } = {};
    const asUser: (i: number) => Shot = (i) => ({ ...a(i), headers: people[i % users] ?? {} });
    for (let round = 0; round < rounds; round++) {
      for (const side of round % 2 === 0 ? (['product', 'bare'] as const) : (['bare', 'product'] as const)) {
        const result = await load(bases[side], side === 'product' ? asUser : b, { seconds, connections });
        if (result.rate > (best[side]?.rate ?? 0)) best[side] = result;
      }
    }
    const { product: p, bare: q } = best;
    if (p && q)
      console.log(
        `| ${name} | ${users} | ${p.rate.toFixed(0)} | ${q.rate.toFixed(0)} | ${(p.rate / q.rate).toFixed(2)} | ${p.p50.toFixed(1)} / ${p.p99.toFixed(1)} | ${q.p50.toFixed(1)} / ${q.p99.toFixed(1)} | ${p.failed + q.failed} |`,
      );
  }
}

console.log(
  `\n${vehicles.toLocaleString('en-US')} vehicles\n\n| call | users | product /s | bare /s | ratio | product p50 / p99 ms | bare p50 / p99 ms | failed |\n|---|---|---|---|---|---|---|---|`,
);
const only = process.env['ONLY'];
const wanted = (name: string): boolean => only === undefined || name.includes(only);
for (const scenario of scenarios)
  if (wanted(scenario.name)) await compare(scenario.name, scenario.product, scenario.bare);

// An update of the product checks the form, its references and the revision, and writes the log; each worker keeps to rows of its own.
for (const one of sample) {
  const { rows } = await pool.query<{ rev: number }>('select rev from veh_vehicle where id = $1', [one.id]);
  revs.set(one.id, rows[0]?.rev ?? 1);
}
const half = (side: 0 | 1, i: number) =>
  sample[(i * 2 + side) % (sample.length - (sample.length % 2))] ?? { id: '1', vin: '' };
let turn = 0;
if (wanted('update'))
  await compare(
    'update',
    () => {
      const { id } = half(0, turn++);
      const rev = revs.get(id) ?? 1;
      revs.set(id, rev + 1);
      return { path: '/veh/crm/vehicle/update', body: { id, rev, remark: `bench ${turn}` } };
    },
    (i) => {
      // Rows of its own: the product's revisions stay as it knows them.
      const { id } = half(1, i);
      return { path: '/update', body: { id, remark: `bench ${i}` } };
    },
  );

bare.kill();
await platform.stop();
