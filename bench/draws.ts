import { parseArgs } from 'node:util';
import { startDrawRig } from '../test/faults/draws/rig.ts';

/**
 * Draws of a campaign with all rules on, by many connections at once: `npm run bench -- draws [--draws 20000] [--connections 20,200]`. Each draw is of
 * another user and goes through the whole call: token, limit of calls, audience, draw, receipt. A fifth of them pick a prize, most of which is gone soon.
 * The callers share the processor with the server and PostgreSQL: what each uses for a draw says more than the rate when others use the machine too.
 */
const { values } = parseArgs({
  options: { draws: { type: 'string', default: '20000' }, connections: { type: 'string', default: '20,200' } },
});
const draws = Number(values.draws);

const rows = [];
for (const connections of values.connections.split(',').map(Number)) {
  const rig = await startDrawRig({ users: draws, quantity: 1_000, probability: 20 }, connections);
  const times: number[] = [];
  let [next, failed, wins] = [0, 0, 0];
  const worker = async (): Promise<void> => {
    for (let at = next++; at < draws; at = next++) {
      const begun = performance.now();
      const found = await rig.draw(at, `bench-request-${at}`);
      times.push(performance.now() - begun);
      if (found === undefined) failed++;
      else wins += found.win;
    }
  };
  const before = { ...rig.cpuMs(), callers: process.cpuUsage() };
  const begun = performance.now();
  await Promise.all(Array.from({ length: connections }, worker));
  const seconds = (performance.now() - begun) / 1000;
  const [after, callers] = [rig.cpuMs(), process.cpuUsage(before.callers)];
  await rig.stop();
  const perDraw = (ms: number): number => Math.round((ms / draws) * 100) / 100;
  times.sort((a, b) => a - b);
  const at = (share: number): number => Math.round(times[Math.floor(times.length * share)] ?? 0);
  rows.push({
    connections,
    'draws/s': Math.round(draws / seconds),
    'p50, ms': at(0.5),
    'p99, ms': at(0.99),
    'CPU ms a draw: server': perDraw(after.server - before.server),
    PostgreSQL: perDraw(after.postgres - before.postgres),
    callers: perDraw((callers.user + callers.system) / 1000),
    wins,
    failed,
  });
}
console.table(rows);
