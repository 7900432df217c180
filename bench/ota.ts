/**
 * OTA tasks at size: what a target comes to, the start that fixes it, the monitor and the list of vehicles, each against its limit.
 * `npm run bench -- ota [vehicles] [targets]` (default 1,000,000 and 100,000). Exit 1 when a median is over its limit.
 */
import { fillFleet } from './fleet.ts';
import { callOnce, load } from './load.ts';
import { startOtaBench } from './ota-platform.ts';
import { addFirmware, addVins, fillOta, passTime } from './ota-rows.ts';

const vehicles = Number(process.argv[2] ?? 1_000_000);
const targets = Number(process.argv[3] ?? 100_000);
const seconds = Number(process.env['SECONDS'] ?? 3);
const limits = { preview: 1_000, start: 5_000, monitor: 100, list: 100 } as const;
const base = '/ps/crm/otaTask';

const platform = await startOtaBench('bench-ota', 18_192);
const { pool, headers } = platform;
await fillFleet(pool, vehicles);
await fillOta(pool);
const { id: firmwareId } = await addFirmware(pool, platform.keyId);
const vinFile = await addVins(pool, targets);
const { rows: models } = await pool.query<{ id: string; city: string }>(
  `select t.id::text as id, (select city_id from dlr_dealer limit 1) as city from veh_type t where ota_generation = 2 order by 1`,
);
const one = { id: models[0]?.id ?? '', city: models[0]?.city ?? '' };

interface Line {
  readonly call: string;
  readonly p50: number;
  readonly p99: number;
  readonly limit: number;
  readonly failed: number;
}
const lines: Line[] = [];

/** A call by one user, again and again. */
async function measure(call: string, path: string, body: object, limit: number): Promise<void> {
  await callOnce(platform.base, { path, body, headers });
  const { p50, p99, failed } = await load(platform.base, () => ({ path, body, headers }), { connections: 1, seconds });
  lines.push({ call, p50, p99, limit, failed });
}

async function ask<Data>(path: string, body: object): Promise<Data> {
  const answer = await callOnce<{ code: number; message: string; data: Data }>(platform.base, { path, body, headers });
  if (answer.code !== 0) throw new Error(`${path}: ${answer.code} ${answer.message} ${JSON.stringify(answer.data)}`);
  return answer.data;
}

const aim = { firmwareId, taskType: 3, targetMode: 1 } as const;
const previews: Readonly<Record<string, object>> = {
  'all models': aim,
  'one model': { ...aim, vehicleTypeIds: [one.id] },
  'two versions, a day of production on': { ...aim, fromVersions: ['V2.3.1', 'V2.3.2'], productionFrom: '2025-06-01' },
  'a hardware and a city': { ...aim, hardwareVersions: ['V1.2'], cityCodes: [one.city] },
  [`${targets.toLocaleString('en-US')} imported VINs`]: { ...aim, targetMode: 2, vinFile },
};
const reached: Record<string, object> = {};
for (const [what, body] of Object.entries(previews)) {
  const { count, excluded } = await ask<{ count: number; excluded: { reason: string; count: number }[] }>(
    `${base}/previewTarget`,
    body,
  );
  reached[what] = { reached: count, ...Object.fromEntries(excluded.map(({ reason, count: n }) => [reason, n])) };
  await measure(`preview: ${what}`, `${base}/previewTarget`, body, limits.preview);
}

async function start(what: string, body: object): Promise<string> {
  const { id } = await ask<{ id: string }>(`${base}/add`, {
    ...aim,
    ...body,
    name: 'Bench',
    upgradeMode: 2,
    stages: [{ percent: 1 }, { percent: 10 }, { percent: 100 }],
    endTime: `${new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)} 08:00:00`,
  });
  await pool.query('update ota_task set status = 2 where id = $1', [id]);
  await pool.query(`insert into sys_approval (entity, entity_id, round, step) values ('otaTask', $1, 1, 'waived')`, [
    id,
  ]);
  const begun = performance.now();
  await ask(`${base}/transition`, { id, action: 'start' });
  const took = performance.now() - begun;
  const { rows } = await pool.query<{ n: number }>('select count(*)::int as n from ota_execution where task_id = $1', [
    id,
  ]);
  lines.push({
    call: `start: ${rows[0]?.n.toLocaleString('en-US')} ${what}`,
    p50: took,
    p99: took,
    limit: limits.start,
    failed: 0,
  });
  return id;
}
const taskId = await start('by imported VINs', { targetMode: 2, vinFile });
await passTime(pool, taskId);

await measure('monitor', `${base}/monitor`, { id: taskId }, limits.monitor);
await measure('task: detail', `${base}/detail`, { id: taskId }, limits.list);
await measure('tasks: first page', `${base}/list`, {}, limits.list);
const { rows: some } = await pool.query<{ vin: string; id: string }>(
  'select v.vin, x.id::text as id from ota_execution x join veh_vehicle v on v.id = x.vehicle_id where x.task_id = $1 order by hashint8(x.id) limit 1',
  [taskId],
);
const vin = some[0]?.vin ?? '';
const lists: Readonly<Record<string, object>> = {
  'first page': {},
  'page 1,000': { page: 1_000 },
  failed: { query: { 'status.in': [6, 7] } },
  'under way': { query: { 'status.in': [1, 2, 3, 4] } },
  'of a code': { query: { failCode: 'E02' } },
  'of a version': { query: { fromVersion: 'V2.3.3' } },
  'of a version nobody has': { query: { fromVersion: 'V9.9.9' } },
  'of a stage': { query: { stage: 1 } },
  'part of a VIN': { query: { 'vin.like': `%${vin.slice(-6)}%` } },
  'part of a VIN nobody has': { query: { 'vin.like': '%ZZZZZ%' } },
};
for (const [what, body] of Object.entries(lists))
  await measure(`vehicles: ${what}`, `${base}/executions`, { taskId, page: 1, pageSize: 50, ...body }, limits.list);
await measure('log of a vehicle', `${base}/executionLog`, { executionId: some[0]?.id }, limits.list);

console.log(`\n${vehicles.toLocaleString('en-US')} vehicles, ${targets.toLocaleString('en-US')} in a task\n`);
console.table(reached);
const rounded = (ms: number): number => Math.round(ms * 10) / 10;
console.table(
  lines.map(({ call, p50, p99, limit, failed }) => ({
    call,
    'p50 ms': rounded(p50),
    'p99 ms': rounded(p99),
    'limit ms': limit,
    failed,
    'is well': p50 <= limit && failed === 0,
  })),
);
await platform.stop();
process.exit(lines.every(({ p50, limit, failed }) => p50 <= limit && failed === 0) ? 0 : 1);
