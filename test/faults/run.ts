/**
 * Kills parts of a loaded platform and counts what it costs: `npm run faults [-- --devices 50 --seconds 6 --broker both|outside|embedded]`.
 * Two platform processes; kill -9 of one of them, of the broker (outside), of PostgreSQL. Acknowledged and not stored must be 0, stored
 * twice must be 0. Behind a Mosquitto (2 or later, of this machine), and with the brokers the platform brings along.
 */
import { parseArgs } from 'node:util';
import { mosquittoProgram } from '../../apps/server/test/support/mosquitto.ts';
import { type FaultOptions, runFaults } from './faults.ts';

const { values } = parseArgs({
  options: {
    devices: { type: 'string', default: '50' },
    seconds: { type: 'string', default: '6' },
    broker: { type: 'string', default: 'both' },
  },
});

const asked = (['embedded', 'outside'] as const).filter((one) => values.broker === 'both' || values.broker === one);
if (asked.length === 0) {
  console.error(`--broker is embedded, outside or both, not "${values.broker}"`);
  process.exit(2);
}
for (const broker of asked) {
  if (broker === 'outside' && mosquittoProgram === undefined) {
    console.error('There is no mosquitto on this machine: the trial behind an outside broker is left out.');
    continue;
  }
  const options: FaultOptions = { broker, devices: Number(values.devices), seconds: Number(values.seconds) };
  const { recoveries, ...counts } = await runFaults(options);
  console.log(broker === 'outside' ? '\nbehind a Mosquitto' : '\nwith brokers of its own');
  console.table({
    ...counts,
    ...Object.fromEntries(recoveries.map(({ fault, seconds }) => [`${fault}: back after, s`, seconds])),
  });
  if (counts.missing > 0 || counts.twice > 0) process.exitCode = 1;
}
