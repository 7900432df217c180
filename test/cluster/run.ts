/**
 * Installations of several servers that lose parts of themselves under load: `npm run cluster [-- nats backup processes clocks postgres upgrade] [--devices 100 --seconds 6 --minutes 5]`.
 * Acknowledged and not stored must be 0, stored twice must be 0. A scenario whose programs are not installed is left out and says so.
 */
import { parseArgs } from 'node:util';
import { backup } from './backup.ts';
import { nats, natsNetwork } from './nats.ts';
import { postgres } from './postgres.ts';
import { clocks, processes } from './processes.ts';
import type { Recovery } from '../faults/trial.ts';
import type { Scenario } from './scenario.ts';
import { upgrade } from './upgrade.ts';

const scenarios: Readonly<Record<string, Scenario>> = {
  nats,
  'nats-network': natsNetwork,
  backup,
  processes,
  clocks,
  postgres,
  upgrade,
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    devices: { type: 'string', default: '100' },
    seconds: { type: 'string', default: '6' },
    minutes: { type: 'string', default: '5' },
  },
});

for (const name of positionals.length > 0 ? positionals : Object.keys(scenarios)) {
  const scenario = scenarios[name];
  if (!scenario) {
    console.error(`there is no scenario ${name}, only ${Object.keys(scenarios).join(', ')}`);
    process.exit(2);
  }
  const reason = scenario.leftOut();
  if (reason !== undefined) {
    console.log(`${name} is left out: ${reason}`);
    continue;
  }
  const {
    recoveries,
    more,
    notes = [],
    wrong = [],
    ...counts
  } = await scenario.run({
    devices: Number(values.devices),
    seconds: Number(values.seconds),
    minutes: Number(values.minutes),
  });
  console.log(`\n${scenario.title}`);
  console.table({ ...counts, ...more, ...linesOf(recoveries) });
  for (const note of notes) console.log(note);
  if (wrong.length > 0) console.error(`Not as it must be:\n${wrong.join('\n')}`);
  if (counts.missing > 0 || counts.twice > 0 || wrong.length > 0) process.exitCode = 1;
}

/** A line for each kind of fault, with the worst of its recoveries. */
function linesOf(recoveries: readonly Recovery[]): Record<string, number> {
  const byFault = Map.groupBy(recoveries, ({ fault }) => fault);
  return Object.fromEntries(
    [...byFault].map(([fault, all]) => [
      `${all.length === 1 ? '' : `${all.length} × `}${fault}: back after, s${all.length === 1 ? '' : ' at most'}`,
      Math.max(...all.map(({ seconds }) => seconds)),
    ]),
  );
}
