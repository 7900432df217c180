/**
 * Kills parts of a loaded platform and counts what it costs.
 *
 *   npm run faults [-- --devices 50 --seconds 6 --broker both|outside|embedded]
 *   npm run faults -- ota [--vehicles 100000 --rate 30000]
 *   npm run faults -- payments [--orders 5000 --connections 50]
 *   npm run faults -- draws [--draws 20000 --prizes 100 --connections 200]
 *
 * The first: two platform processes; kill -9 of one of them, of the broker (outside), of PostgreSQL. Acknowledged and not stored must be 0, stored
 * twice must be 0. Behind a Mosquitto (2 or later, of this machine), and with the brokers the platform brings along.
 *
 * The second: an OTA task rolled out to so many vehicles over MQTT, stage by stage, with a pause by hand and one because of failures, and kill -9 of
 * workers, gateways and PostgreSQL. Counted by the vehicles and in the database. The rate a minute is above the 1,000 that people may choose, and the
 * waits for retries and for silent vehicles are cut short.
 *
 * The third: a campaign from which so many connections draw, and kill -9 of the server and of PostgreSQL. What was won is what there was, a request answers
 * the same when it is repeated, and the verifier finds nothing in the receipts.
 *
 * The fourth: WeChat Pay calls back twice for every order, some of them closed or paid in another amount, with kill -9 of the server and of PostgreSQL. Every
 * order and every entry is there once.
 */
import { parseArgs } from 'node:util';
import { mosquittoProgram } from '../../apps/server/test/support/mosquitto.ts';
import { type FaultOptions, runFaults } from './faults.ts';
import { runDrawFaults } from './draws/trial.ts';
import { expectedOf, runPayFaults } from './payments/trial.ts';
import { runOtaFaults } from './ota/trial.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    devices: { type: 'string', default: '50' },
    seconds: { type: 'string', default: '6' },
    broker: { type: 'string', default: 'both' },
    vehicles: { type: 'string', default: '100000' },
    rate: { type: 'string', default: '30000' },
    orders: { type: 'string', default: '5000' },
    draws: { type: 'string', default: '20000' },
    prizes: { type: 'string', default: '100' },
    connections: { type: 'string', default: '200' },
  },
});

async function telemetry(): Promise<void> {
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
}

async function ota(): Promise<void> {
  const options = { vehicles: Number(values.vehicles), ratePerMinute: Number(values.rate), isLoud: true };
  const { counts, pauses, faults, seconds, wrong } = await runOtaFaults(options);
  console.log(`\n${faults.join('\n')}\n`);
  console.table({
    ...counts,
    'targets fixed in, s': Math.round(seconds.freeze * 100) / 100,
    'roll-out, s': Math.round(seconds.rollOut),
  });
  console.table(pauses);
  if (wrong.length === 0) return;
  console.error(`Not as it must be:\n${wrong.join('\n')}`);
  process.exitCode = 1;
}

async function draws(): Promise<void> {
  const prizes = Number(values.prizes);
  const options = { draws: Number(values.draws), prizes, connections: Number(values.connections) };
  const { faults, ...counts } = await runDrawFaults(options);
  console.log(`\n${faults.join('\n')}\n`);
  console.table(counts);
  const right = [counts.wins, counts.records, counts.won, counts.reserved].every((n) => n === prizes);
  if (!right || counts.differ > 0 || counts.findings > 0 || counts.draws !== options.draws) process.exitCode = 1;
}

async function payments(): Promise<void> {
  const orders = Number(values.orders);
  const { faults, ...counts } = await runPayFaults({ orders, connections: Math.min(50, Number(values.connections)) });
  console.log(`\n${faults.join('\n')}\n`);
  console.table(counts);
  const wrong = Object.entries(expectedOf(orders)).filter(([name, n]) => Reflect.get(counts, name) !== n);
  if (wrong.length === 0) return;
  console.error(`Not as it must be: ${wrong.map(([name, n]) => `${name} is not ${n}`).join(', ')}`);
  process.exitCode = 1;
}

const [what] = positionals;
if (what === undefined) await telemetry();
else if (what === 'ota') await ota();
else if (what === 'draws') await draws();
else if (what === 'payments') await payments();
else {
  console.error(
    `There is no trial "${what}"; there are ota, draws and payments, and without a name the one of telemetry`,
  );
  process.exit(2);
}
