/**
 * The fleet map with many vehicles: what a view costs by zoom, and what is pushed to open views while vehicles move.
 * `npm run bench -- map [vehicles with a position] [moving]` (default 100,000 and 2,000).
 */
import { performance } from 'node:perf_hooks';
import { gzipSync } from 'node:zlib';
import type { FleetPush, FleetView } from '../packages/contract/src/fleet.ts';
import { fillFleet } from './fleet.ts';
import { startBench } from './platform.ts';

const placed = Number(process.argv[2] ?? 100_000);
const moving = Number(process.argv[3] ?? 2_000);
const seconds = Number(process.env['SECONDS'] ?? 10);
/** The filler gives a position to the activated ones, 82 of a hundred. */
const vehicles = Math.ceil(placed / 0.82);
const screen = { width: 1440, height: 700 };
const shanghai = { lng: 121.4737, lat: 31.2304 };
const zooms = [3, 5, 7, 9, 11, 13, 15, 17];

/** What a map of a screen's size shows around Shanghai. */
function boxAt(zoom: number): [number, number, number, number] {
  const lngs = (screen.width / (512 * 2 ** zoom)) * 180;
  const lats = (screen.height / (512 * 2 ** zoom)) * 180 * Math.cos((shanghai.lat * Math.PI) / 180);
  const { lng, lat } = shanghai;
  return [lng - lngs, Math.max(-85, lat - lats), lng + lngs, Math.min(85, lat + lats)];
}

const platform = await startBench('bench-map', 18_182);
const { pool, base, headers } = platform;
await fillFleet(pool, vehicles);

async function ask(body: unknown): Promise<{ view: FleetView; bytes: number; gzip: number; ms: number }> {
  const begun = performance.now();
  const res = await fetch(`${base}/veh/crm/vehicle/fleet`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json', 'accept-encoding': 'identity' },
    body: JSON.stringify(body),
  });
  const text = await res.text();
  const ms = performance.now() - begun;
  const answer = JSON.parse(text) as { code: number; message: string; data: FleetView };
  if (answer.code !== 0) throw new Error(`${answer.code} ${answer.message}`);
  return { view: answer.data, bytes: text.length, gzip: gzipSync(text).length, ms };
}

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

const loading = performance.now();
await ask({ bbox: boxAt(3), zoom: 3 });
console.log(
  `\n${placed.toLocaleString('en-US')} vehicles on the map, read at its first use in ${(performance.now() - loading).toFixed(0)} ms\n`,
);
console.log('| zoom | in view | clusters | single | median ms | kB | kB gzip |\n|---|---|---|---|---|---|---|');
for (const zoom of zooms) {
  const times: number[] = [];
  let last = await ask({ bbox: boxAt(zoom), zoom });
  for (let i = 0; i < 20; i++) {
    last = await ask({ bbox: boxAt(zoom), zoom });
    times.push(last.ms);
  }
  const { view, bytes, gzip } = last;
  console.log(
    `| ${zoom} | ${view.total} | ${view.clusters.length} | ${view.vehicles.length} | ${median(times).toFixed(1)} | ${(bytes / 1000).toFixed(1)} | ${(gzip / 1000).toFixed(1)} |`,
  );
}

const { rows: admin } = await pool.query<{ id: string }>("select id from sys_user where username = 'admin'");

/** One open map: what it is sent. */
interface Watched {
  readonly zoom: number;
  pushes: number;
  bytes: number;
  moved: number;
  readonly lateMs: number[];
}
const stop = new AbortController();
let updatedAt = 0;

async function watch(zoom: number): Promise<Watched> {
  const watched: Watched = { zoom, pushes: 0, bytes: 0, moved: 0, lateMs: [] };
  const view = `${admin[0]?.id}-bench${String(zoom).padStart(4, '0')}`;
  const res = await fetch(`${base}/live/stream?topics=fleet:${view}`, { headers, signal: stop.signal });
  if (!res.ok || !res.body) throw new Error(`live stream: ${res.status}`);
  await ask({ bbox: boxAt(zoom), zoom, view, seq: 1 });
  const read = async (): Promise<void> => {
    const decoder = new TextDecoder();
    let rest = '';
    for await (const part of res.body ?? []) {
      rest += decoder.decode(part as Uint8Array, { stream: true });
      const lines = rest.split('\n\n');
      rest = lines.pop() ?? '';
      for (const line of lines.filter((one) => one.startsWith('data: '))) {
        const push = (JSON.parse(line.slice(6)) as { d: Partial<FleetPush> }).d;
        if (push.moved === undefined) continue;
        watched.pushes++;
        watched.bytes += line.length;
        watched.moved += push.moved.length;
        watched.lateMs.push(performance.now() - updatedAt);
      }
    }
  };
  read().catch(() => undefined);
  return watched;
}

/** As the gateway writes and says it: new positions, then their ids. */
async function move(ids: readonly string[]): Promise<void> {
  await pool.query(
    `update veh_vehicle_status set gps_lng = gps_lng + (random() - 0.5) / 2000, gps_lat = gps_lat + (random() - 0.5) / 2000, speed_kmh = 25, acc = 1, online = 1,
       gps_time = now(), report_time = now(), recv_time = now() where vehicle_id = any($1::bigint[])`,
    [ids],
  );
  updatedAt = performance.now();
  for (let at = 0; at < ids.length; at += 500)
    await pool.query("select pg_notify('wh_live', $1)", [
      JSON.stringify({ t: 'telemetry', d: { ids: ids.slice(at, at + 500).map(Number) } }),
    ]);
}

const { rows: movers } = await pool.query<{ id: string }>(
  `select vehicle_id as id from veh_vehicle_status where gps_lng between 120.8 and 122.2 and gps_lat between 30.6 and 31.9 order by vehicle_id limit $1`,
  [moving],
);
const ids = movers.map(({ id }) => id);
const open = await Promise.all(zooms.map(watch));
const until = performance.now() + seconds * 1000;
while (performance.now() < until) {
  const begun = performance.now();
  await move(ids);
  await new Promise((done) => setTimeout(done, Math.max(0, 1000 - (performance.now() - begun))));
}
await new Promise((done) => setTimeout(done, 1_000));
stop.abort();
console.log(
  `\n${ids.length.toLocaleString('en-US')} of them moving every second, one open map at each zoom\n\n| zoom | pushes /s | moved in each | kB/s | median ms after the write |\n|---|---|---|---|---|`,
);
for (const { zoom, pushes, bytes, moved, lateMs } of open)
  console.log(
    `| ${zoom} | ${(pushes / seconds).toFixed(1)} | ${pushes === 0 ? 0 : Math.round(moved / pushes)} | ${(bytes / 1000 / seconds).toFixed(1)} | ${median(lateMs).toFixed(0)} |`,
  );
await platform.stop();
