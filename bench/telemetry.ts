/**
 * Telemetry through the whole device side: sockets, broker, authentication, validation, once-only, history, latest state, acknowledgement
 * after the commit. The load comes from a process of its own, device by device, QoS 1, with some messages sent twice.
 *
 *   node bench/telemetry.ts [--devices 1000] [--seconds 20] [--window 10] [--samples 1]
 *
 * Uses DATABASE_URL when set (a scratch database is made on that server), else an embedded PostgreSQL with full durability.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { pino } from 'pino';
import { metricsReader, runLoad, startBench } from './gateway-rig.ts';

const { values: args } = parseArgs({
  options: {
    devices: { type: 'string', default: '1000' },
    seconds: { type: 'string', default: '20' },
    window: { type: 'string', default: '10' },
    samples: { type: 'string', default: '1' },
  },
});
const devices = Number(args.devices);
const log = pino({ level: 'warn' });

const bench = await startBench(devices, log);
const { pool, metrics, gateway } = bench;

let peakRss = 0;
const watch = setInterval(() => (peakRss = Math.max(peakRss, process.memoryUsage.rss())), 200);
const cpu = process.cpuUsage();
const report = await runLoad({
  port: gateway.port,
  devices: bench.devices,
  seconds: Number(args.seconds),
  window: Number(args.window),
  samples: Number(args.samples),
});
const used = process.cpuUsage(cpu);
clearInterval(watch);
await sleep(500);
const { rows } = await pool.query<{ rows: string; vehicles: string; online: string }>(
  `select (select count(*) from veh_telemetry) as rows, (select count(distinct vehicle_id) from veh_telemetry) as vehicles,
     (select count(*) from veh_vehicle_status where soc is not null) as online`,
);
const stored = Number(rows[0]?.rows);
const expected = report.distinct * Number(args.samples);
const metric = await metricsReader(metrics);

console.table({
  'devices × window': `${devices} × ${args.window}`,
  'messages acknowledged /s': Math.round(report.acked / report.seconds),
  'messages acknowledged': report.acked,
  'distinct messages': report.distinct,
  'rows stored': stored,
  'acknowledged = stored': stored === expected ? 'yes' : `NO: ${expected} expected`,
  'duplicates sent / dropped': `${report.acked - report.distinct} / ${metric('wheelhouse_gateway_duplicates_total')}`,
  'vehicles with latest state': Number(rows[0]?.online),
  'ack p50 / p99 / max, ms': `${report.p50} / ${report.p99} / ${report.max}`,
  'connect of all, s': report.connectSeconds,
  'batch mean, messages': Math.round(
    metric('wheelhouse_gateway_batch_messages_sum') / metric('wheelhouse_gateway_batch_messages_count'),
  ),
  'commit mean, ms': Math.round(
    (1000 * metric('wheelhouse_gateway_commit_seconds_sum')) / metric('wheelhouse_gateway_commit_seconds_count'),
  ),
  'gateway CPU, cores': Math.round((used.user + used.system) / 1e4 / report.seconds) / 100,
  'peak RSS of the gateway, MB': Math.round(peakRss / 1e6),
});
await bench.stop();
process.exit(stored === expected ? 0 : 1);
