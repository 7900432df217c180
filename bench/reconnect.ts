/**
 * A fleet that comes back all at once after the network was away, each vehicle with the samples it has kept: until everybody is connected,
 * and until everything is acknowledged.
 *
 *   npm run bench -- reconnect [--vehicles 10000] [--samples 20]
 */
import { parseArgs } from 'node:util';
import { pino } from 'pino';
import { runLoad, startBench, storedRows, watchMemory } from './gateway-rig.ts';

const { values: args } = parseArgs({
  options: { vehicles: { type: 'string', default: '10000' }, samples: { type: 'string', default: '20' } },
});
const [vehicles, samples] = [Number(args.vehicles), Number(args.samples)];
const bench = await startBench(vehicles, pino({ level: 'warn' }));
const memory = watchMemory(100);
const report = await runLoad({
  port: bench.gateway.port,
  devices: bench.devices,
  seconds: 0,
  window: 1,
  samples,
  messages: 1,
});
memory.stop();
const stored = await storedRows(bench.pool);
const { rows } = await bench.pool.query<{ online: string }>(
  'select count(*) as online from veh_vehicle_status where soc is not null',
);

console.table({
  'vehicles × samples': `${vehicles} × ${samples}`,
  'everybody connected after, s': report.connectSeconds,
  'everything acknowledged after, s': Math.round(report.seconds * 100) / 100,
  'connections /s': Math.round(vehicles / report.connectSeconds),
  'samples /s': Math.round((vehicles * samples) / report.seconds),
  'samples stored': stored,
  'samples lost': vehicles * samples - stored,
  'vehicles with latest state': Number(rows[0]?.online),
  'ack p50 / p99 / max, ms': `${report.p50} / ${report.p99} / ${report.max}`,
  'peak RSS of the gateway, MB': Math.round(Math.max(...memory.samples)),
});
await bench.stop();
process.exit(stored === vehicles * samples ? 0 : 1);
