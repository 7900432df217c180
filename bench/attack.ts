/**
 * What others wait while one dealer asks for as much as they can: lists of a thousand values on every filter, deep pages and exact totals,
 * several models at once, exports, sixty at a time. `npm run bench -- attack [vehicles]` (default 100,000). Ends with 1 where the 99th
 * percentile of the others is twice what it is without the attack, or more.
 */
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePorts } from '../scripts/tools.ts';
import { fillFleet } from './fleet.ts';
import { callOnce, type Shot } from './load.ts';
import { addAccount, startBench } from './platform.ts';

const vehicles = Number(process.argv[2] ?? 100_000);
const seconds = Number(process.env['SECONDS'] ?? 15);
const attackers = 60;
/** How much longer the slowest in a hundred calls of others may take. */
const mostRatio = 2;
/** Requests of the others in a second. */
const pace = 25;
const name = `dealer.${Date.now()}`;

const [port = 0] = await freePorts(1);
const platform = await startBench('bench-attack', port);
const { pool, base, headers } = platform;
await fillFleet(pool, vehicles);
await pool.query('vacuum analyze');

// A dealer that sees half of the fleet.
const { rows: dealers } = await pool.query<{ id: string }>('select min(dealer_id)::text as id from veh_vehicle');
await pool.query('update veh_vehicle set dealer_id = $1 where id % 2 = 0 and dealer_id is distinct from $1', [
  dealers[0]?.id,
]);
const own = await addAccount(platform, { username: name, role: 'dealer', dealerId: dealers[0]?.id ?? '' });
await pool.query('vacuum analyze');
const many = Array.from({ length: 1000 }, (_, i) => String(i + 1));
const list = (query: object, more: object = {}): Shot => ({
  path: '/veh/crm/vehicle/list',
  body: { query, ...more },
  headers: own,
});
const rest = (models: readonly string[], query: object): Shot => ({
  path: `/rest/r/${models.join(',')}`,
  body: Object.fromEntries(models.map((model) => [model, { query, pageSize: 200, exactTotal: true }])),
  headers: own,
});
const columns = ['soc', 'odometerKm', 'productionDate', 'activationTime', 'lastReportTime', 'createTime'];
const wide = Object.fromEntries(
  columns.flatMap((name) => [
    [`${name}.ge`, name.endsWith('e') ? '2000-01-01' : 0],
    [`${name}.le`, name.endsWith('e') ? '2100-01-01' : 1e6],
  ]),
);

/** The worst that the calls take, and what they refuse. */
const worst: readonly Shot[] = [
  list({ 'vehicleTypeId.in': many, online: 1, 'vin.like': '00', ...wide }, { pageSize: 200, exactTotal: true }),
  list({ 'vin.like': '0', online: 0 }, { page: 400, pageSize: 200, exactTotal: true, orderBy: 'productionDate asc' }),
  list({ keyword: '0000' }, { exactTotal: true, pageSize: 200 }),
  list({}, { page: 900, pageSize: 50, exactTotal: true }),
  rest(['vehicle', 'battery', 'alarm', 'faultReport', 'mileageDay'], { 'createTime.ge': '2000-01-01' }),
  rest(['vehicle', 'vehicle', 'battery'], { 'id.in': many.slice(0, 900) }),
  { path: '/search/global', body: { keyword: '000' }, headers: own },
  { path: '/ref/options', body: { entity: 'vehicle', keyword: '0' }, headers: own },
  { path: '/veh/crm/vehicle/fleetList', body: { query: { 'vehicleTypeId.in': many, 'vin.like': '00' } }, headers: own },
  { path: '/veh/crm/vehicle/export', body: { query: { online: 1 } }, headers: own },
  list(Object.fromEntries(['color', 'dealerId', 'seriesId', 'soc'].map((name) => [`${name}.in`, many]))),
  list(Object.fromEntries(Array.from({ length: 34 }, (_, i) => [`f${i}.in`, many]))),
  rest(
    ['vehicle', 'battery', 'alarm', 'faultReport', 'mileageDay', 'vehicleType', 'dealer', 'ecu', 'trip', 'stolenCase'],
    {},
  ),
];

const { rows: some } = await pool.query<{ id: string; vin: string }>(
  'select id, vin from veh_vehicle where not deleted and vin is not null order by id limit 500',
);
const pick = (i: number) => some[(i * 7919) % some.length] ?? { id: '1', vin: '' };
/** What other people do. */
const usual: readonly ((i: number) => Shot)[] = [
  () => ({ path: '/veh/crm/vehicle/list', body: {}, headers }),
  (i) => ({ path: '/veh/crm/vehicle/detail', body: { id: pick(i).id }, headers }),
  (i) => ({ path: '/veh/crm/vehicle/list', body: { query: { keyword: pick(i).vin.slice(-6) } }, headers }),
];

const codeOf = (text: string): string => /"code":(-?\d+)/.exec(text)?.[1] ?? 'none';

/** Others at their pace, whatever the server does. @returns their times in ms */
async function others(): Promise<number[]> {
  const times: number[] = [];
  const open: Promise<void>[] = [];
  const end = performance.now() + seconds * 1000;
  for (let i = 0; performance.now() < end; i++) {
    const shot = usual[i % usual.length]?.(i);
    if (shot) {
      const begun = performance.now();
      open.push(
        callOnce<{ code: number }>(base, shot).then(({ code }) => {
          if (code !== 0) throw new Error(`${shot.path} answered ${code}`);
          times.push(performance.now() - begun);
        }),
      );
    }
    await sleep(1000 / pace);
  }
  await Promise.all(open);
  return times.toSorted((a, b) => a - b);
}

async function attack(until: () => boolean): Promise<Map<string, number>> {
  const codes = new Map<string, number>();
  const one = async (n: number): Promise<void> => {
    for (let i = n; !until(); i++) {
      const shot = worst[i % worst.length];
      if (!shot) continue;
      const code = codeOf(JSON.stringify(await callOnce<unknown>(base, shot)).slice(0, 200));
      codes.set(code, (codes.get(code) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: attackers }, (_, n) => one(n)));
  return codes;
}

const at = (times: readonly number[], q: number): number =>
  times[Math.min(times.length - 1, Math.floor(times.length * q))] ?? 0;
await others();
const alone = await others();
let done = false;
const attacking = attack(() => done);
await sleep(2000);
const during = await others();
done = true;
const codes = await attacking;

const line = (who: string, times: readonly number[]) =>
  `| ${who} | ${times.length} | ${at(times, 0.5).toFixed(1)} | ${at(times, 0.99).toFixed(1)} | ${(times.at(-1) ?? 0).toFixed(1)} |`;
console.log(
  `\n${vehicles.toLocaleString('en-US')} vehicles, ${pace} calls a second of others, one dealer with ${attackers} at a time\n`,
);
console.log('| others | calls | p50 ms | p99 ms | longest ms |\n|---|---|---|---|---|');
console.log(line('alone', alone));
console.log(line('during the attack', during));
const ratio = at(during, 0.99) / at(alone, 0.99);
console.log(`\np99 during / alone: ${ratio.toFixed(2)}, less than ${mostRatio} is wanted`);
if (!(ratio < mostRatio)) process.exitCode = 1;
console.log(`the dealer's answers by code: ${[...codes].map(([code, n]) => `${code} × ${n}`).join(', ')}`);
await pool.query(`update sys_user set deleted = true where username = $1`, [name]);
await platform.stop();
