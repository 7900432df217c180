/**
 * Three times more than the platform can take in, all the time: devices keep three times its in-flight window (16,000 messages) waiting
 * for their acknowledgement. Its memory must stay where it is, and what is acknowledged must be stored.
 *
 *   npm run bench -- overload [--seconds 30] [--devices 2400] [--window 20]      the documented run: --seconds 300
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { pino } from 'pino';
import { metricsReader, runLoad, startBench, storedRows, watchMemory } from './gateway-rig.ts';

const { values: args } = parseArgs({
  options: {
    seconds: { type: 'string', default: '30' },
    devices: { type: 'string', default: '2400' },
    window: { type: 'string', default: '20' },
  },
});
const bench = await startBench(Number(args.devices), pino({ level: 'warn' }));
const memory = watchMemory();
let mostInflight = 0;
const watch = setInterval(() => {
  void metricsReader(bench.metrics).then((metric) => {
    mostInflight = Math.max(mostInflight, metric('wheelhouse_gateway_inflight_messages'));
  });
}, 500);
const report = await runLoad({
  port: bench.gateway.port,
  devices: bench.devices,
  seconds: Number(args.seconds),
  window: Number(args.window),
  samples: 1,
});
memory.stop();
clearInterval(watch);
await sleep(500);
const stored = await storedRows(bench.pool);
const third = Math.max(1, Math.floor(memory.samples.length / 3));
const most = (list: readonly number[]): number => Math.round(Math.max(...list));

console.table({
  'messages waiting for their acknowledgement': Number(args.devices) * Number(args.window),
  'in the platform at once, most': mostInflight,
  seconds: Math.round(report.seconds),
  'acknowledged /s': Math.round(report.acked / report.seconds),
  'distinct messages acknowledged': report.distinct,
  'rows stored': stored,
  'acknowledged and not stored': report.distinct - stored,
  'ack p50 / p99 / max, ms': `${report.p50} / ${report.p99} / ${report.max}`,
  'RSS, most in the first / second / last third, MB': [0, 1, 2]
    .map((n) => most(memory.samples.slice(n * third, (n + 1) * third)))
    .join(' / '),
});
await bench.stop();
process.exit(stored === report.distinct ? 0 : 1);
