import { distributedTables } from '../apps/server/src/entity/distribution.ts';
import { maxKnown } from '../apps/server/src/gateway/devices.ts';
import { maxUnacknowledged } from '../apps/server/src/gateway/nats/stream.ts';

/** What it costs to follow a vehicle that has reported: core seconds of the worker and of PostgreSQL, and bytes of log. */
interface Following {
  readonly workerSec: number;
  readonly databaseSec: number;
  readonly walBytes: number;
}

/** What one run on one machine showed. */
export interface Measured {
  /** Uplinks a second, with gateway, PostgreSQL and load on this machine's cores. */
  readonly uplinksPerSec: number;
  readonly cores: number;
  /** Of an uplink: core seconds, and bytes of log. */
  readonly store: { readonly gatewaySec: number; readonly databaseSec: number; readonly walBytes: number };
  readonly trips: Following;
  readonly alarms: Following;
  /** From the begin of a batch to its commit, at full speed. */
  readonly commitSec: number;
  /** Bytes of a row with its indexes, by table. */
  readonly rowBytes: ReadonlyMap<string, number>;
  /** Bytes of memory that a NATS node takes for a connected vehicle; absent where there is no nats-server. */
  readonly connectionBytes: number | undefined;
  /** Bytes of memory that an API process takes for a vehicle. */
  readonly mapBytes: number;
}

/** What vehicles do, and how full machines may be. */
export const assumed = {
  riddenADay: 0.6,
  minutesRidden: 45,
  tripsRidden: 2.2,
  /** Vehicles that are ridden at the busiest minute. */
  ridingAtPeak: 0.12,
  reportMovingS: 10,
  reportParkedS: 300,
  /** Trips of ridden vehicles are followed at least so often; what was reported meanwhile is followed together. */
  tripsFreshS: 60,
  /** A core is not planned to be busier. */
  load: 0.6,
  databaseCores: 32,
  gatewayCores: 1,
  nodeMemoryGb: 32,
  /** What a backup comes back with, its log included. */
  restoreGbPerSec: 0.5,
} as const;

const daySec = 86_400;

/** Uplinks of a vehicle on a day. */
function uplinksADay(): number {
  const { riddenADay, minutesRidden, reportMovingS, reportParkedS } = assumed;
  const riding = riddenADay * minutesRidden * 60;
  return riding / reportMovingS + (daySec - riding) / reportParkedS;
}

interface Growth {
  /** Rows of a vehicle on a day, its owner's with them. */
  readonly rows: number;
  /** Days until they are deleted; absent: kept for good. */
  readonly days?: number;
  /** One row a vehicle, or a few, whatever the time. */
  readonly steady?: number;
}

const { riddenADay, minutesRidden, tripsRidden } = assumed;
const growths: Readonly<Record<string, Growth>> = {
  veh_telemetry: { rows: uplinksADay(), days: 180 },
  veh_battery_snapshot: { rows: riddenADay * minutesRidden + 24, days: 365 },
  veh_trip: { rows: riddenADay * tripsRidden },
  veh_trip_mark: { rows: riddenADay * tripsRidden, days: 31 },
  veh_mileage_day: { rows: riddenADay },
  stat_active_day: { rows: riddenADay, days: 400 },
  veh_device_event: { rows: 1 },
  alm_fault_report: { rows: 0.02, days: 365 },
  veh_ble_log: { rows: riddenADay * tripsRidden, days: 365 },
  dev_connection: { rows: 4, days: 30 },
  dev_device_day: { rows: 1, days: 90 },
  sim_flow_day: { rows: 1, days: 396 },
  msg_inbox: { rows: 0.3, days: 180 },
  msg_push_record: { rows: 0.6, days: 180 },
  veh_vehicle_status: { rows: 0, steady: 1 },
  veh_trip_progress: { rows: 0, steady: 1 },
  veh_uplink_seen: { rows: 0, steady: 3 },
  veh_telemetry_late: { rows: 0, steady: 0 },
  msg_audience: { rows: 0, steady: 0 },
};

const yearDays = 365;
/** Of a row that the demo data have too few of to measure. */
const unmeasuredBytes = 200;
const gb = (bytes: number): string => `${(bytes / 1e9).toLocaleString('en', { maximumSignificantDigits: 3 })} GB`;
const number = (value: number): string =>
  value.toLocaleString('en', value < 100 ? { maximumSignificantDigits: 2 } : { maximumSignificantDigits: 3 });
const row = (...cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`;

interface Table {
  readonly name: string;
  readonly by: string;
  readonly rowsADay: number;
  readonly bytesADay: number;
  /** After a year, or all days that are kept. */
  readonly kept: number;
}

/** Tables that grow, for so many vehicles. @throws Error for a table whose growth nobody has stated */
function tablesAt(vehicles: number, { rowBytes }: Measured): Table[] {
  return [...distributedTables()]
    .map(([name, by]): Table => {
      const growth = growths[name];
      if (growth === undefined) throw new Error(`${name}: state how it grows in bench/scaling-model.ts`);
      const bytes = rowBytes.get(name) ?? unmeasuredBytes;
      const rowsADay = growth.rows * vehicles;
      const rows = growth.steady === undefined ? rowsADay * (growth.days ?? yearDays) : growth.steady * vehicles;
      return { name, by, rowsADay, bytesADay: rowsADay * bytes, kept: rows * bytes };
    })
    .toSorted((a, b) => b.kept - a.kept);
}

/** Vehicles that a gateway remembers, and messages that all gateways together may have without an acknowledgement. */
const limits = { devices: maxKnown, unacknowledged: maxUnacknowledged } as const;

/** Vehicles a second that one worker deals with: one after the other, its own time and that of PostgreSQL. */
const paceOf = ({ workerSec, databaseSec }: Following): number => 1 / (workerSec + databaseSec);

/** Sizes of an installation, by the number of its vehicles. */
function sizesOf(vehicles: number, measured: Measured) {
  const { ridingAtPeak, reportMovingS, reportParkedS, tripsFreshS, load, databaseCores, gatewayCores, nodeMemoryGb } =
    assumed;
  const { store, trips, alarms } = measured;
  const average = (vehicles * uplinksADay()) / daySec;
  const peak = vehicles * (ridingAtPeak / reportMovingS + (1 - ridingAtPeak) / reportParkedS);
  const gateways = Math.ceil((peak * store.gatewaySec) / load / gatewayCores);
  // Each report of a parked vehicle is followed by itself, those of a ridden one together.
  const followed = vehicles * (ridingAtPeak / tripsFreshS + (1 - ridingAtPeak) / reportParkedS);
  const database = {
    store: (peak * store.databaseSec) / load,
    trips: (followed * trips.databaseSec) / load,
    alarms: (peak * alarms.databaseSec) / load,
  };
  const databaseAll = database.store + database.trips + database.alarms;
  const tables = tablesAt(vehicles, measured);
  const connections = (vehicles * (measured.connectionBytes ?? 0)) / 1e9;
  const kept = tables.reduce((sum, table) => sum + table.kept, 0);
  return {
    average,
    peak,
    gateways,
    followed,
    tripWorkers: Math.ceil(followed / paceOf(trips) / load),
    alarmWorkers: Math.ceil(peak / paceOf(alarms) / load),
    database,
    databaseAll,
    databaseNodes: Math.ceil(databaseAll / databaseCores),
    wal: {
      store: (peak * store.walBytes) / 1e6,
      trips: (followed * trips.walBytes) / 1e6,
      alarms: (peak * alarms.walBytes) / 1e6,
    },
    connectionGb: connections,
    brokers: Math.max(3, Math.ceil(connections / (nodeMemoryGb * load))),
    bytesADay: tables.reduce((sum, { bytesADay }) => sum + bytesADay, 0),
    kept,
    tables,
    // How much of a limit is used: 1 is all of it.
    consumer: (peak * 2 * measured.commitSec) / limits.unacknowledged,
    devices: vehicles / gateways / limits.devices,
    mapGb: (vehicles * measured.mapBytes) / 1e9,
    restoreHours: kept / 1e9 / assumed.restoreGbPerSec / 3600,
  };
}

const micro = (seconds: number): string => `${number(seconds * 1e6)} µs`;
/** A few bytes are those of what PostgreSQL does at the same time. */
const bytes = (value: number): string => (value < 10 ? 'under 10 bytes' : `${number(value)} bytes`);

function measuredTable({
  uplinksPerSec,
  cores,
  store,
  trips,
  alarms,
  commitSec,
  connectionBytes,
  mapBytes,
}: Measured): string[] {
  return [
    row('what', 'value'),
    row('---', '---'),
    row(`uplinks a second on ${cores} cores that gateway, PostgreSQL and load share`, number(uplinksPerSec)),
    row('time to store a batch at that rate', `${number(commitSec * 1000)} ms`),
    row('vehicles a second whose trips one worker follows, by the times below', number(paceOf(trips))),
    row('vehicles a second that one worker judges by alarm rules, by the times below', number(paceOf(alarms))),
    row(
      'memory of a NATS node for a connected vehicle',
      connectionBytes === undefined ? 'not measured' : `${number(connectionBytes / 1e3)} kB`,
    ),
    row('memory of an API process for a vehicle of the map', bytes(mapBytes)),
    '',
    row('for each', 'core time of the process', 'of PostgreSQL', 'write-ahead log'),
    row('---', '---', '---', '---'),
    row('uplink stored (gateway)', micro(store.gatewaySec), micro(store.databaseSec), bytes(store.walBytes)),
    row(
      'vehicle whose trips are followed (worker)',
      micro(trips.workerSec),
      micro(trips.databaseSec),
      bytes(trips.walBytes),
    ),
    row(
      'vehicle that alarm rules judge (worker)',
      micro(alarms.workerSec),
      micro(alarms.databaseSec),
      bytes(alarms.walBytes),
    ),
  ];
}

/** The tables of docs/scaling.md. */
export function scalingTables(measured: Measured, counts: readonly number[]): string {
  const all = counts.map((vehicles) => sizesOf(vehicles, measured));
  const line = (name: string, cell: (size: ReturnType<typeof sizesOf>) => string): string =>
    row(name, ...all.map(cell));
  const heads = [
    row('vehicles', ...counts.map((vehicles) => vehicles.toLocaleString('en'))),
    row('---', ...counts.map(() => '---')),
  ];
  const percent = (share: number): string => `${number(share * 100)} %`;
  const three = ({ store, trips, alarms }: { store: number; trips: number; alarms: number }): string =>
    `${number(store + trips + alarms)} (${[store, trips, alarms].map(number).join(' + ')})`;
  const [largest = 0] = counts.slice(-1);
  return [
    '### Measured in this run',
    '',
    ...measuredTable(measured),
    '',
    '### Sizes, computed from what is measured and what is assumed',
    '',
    ...heads,
    line('uplinks a second, average', ({ average }) => number(average)),
    line('uplinks a second, busiest minute', ({ peak }) => number(peak)),
    line('gateway processes, one core each', ({ gateways }) => String(gateways)),
    line('connections of gateways to PostgreSQL', ({ gateways }) => String(gateways * 10)),
    line(`vehicles followed a second, ridden ones each ${assumed.tripsFreshS} s`, ({ followed }) => number(followed)),
    line('workers that follow trips', ({ tripWorkers }) => String(tripWorkers)),
    line('workers that judge alarm rules', ({ alarmWorkers }) => String(alarmWorkers)),
    line('memory of the brokers for connections', ({ connectionGb }) => `${number(connectionGb)} GB`),
    line(`broker nodes of ${assumed.nodeMemoryGb} GB, three at least`, ({ brokers }) => String(brokers)),
    line('cores of PostgreSQL (storing + trips + alarm rules)', ({ database }) => three(database)),
    line(`PostgreSQL primaries of ${assumed.databaseCores} cores, by cores alone`, ({ databaseNodes }) =>
      String(databaseNodes),
    ),
    line('write-ahead log, MB/s (storing + trips + alarm rules)', ({ wal }) => three(wal)),
    line('growth of the tables a day', ({ bytesADay }) => gb(bytesADay)),
    line('the same with what is kept, after a year', ({ kept }) => gb(kept)),
    '',
    '### How much of each limit that takes, at the busiest minute',
    '',
    ...heads,
    line(
      `messages without an acknowledgement, ${limits.unacknowledged.toLocaleString('en')} in all (NATS), two batches long each`,
      ({ consumer }) => percent(consumer),
    ),
    line(
      `vehicles that a gateway remembers, ${limits.devices.toLocaleString('en')}; beyond, each report is looked up`,
      ({ devices }) => percent(devices),
    ),
    line('memory of each API process whose map is open', ({ mapGb }) => `${number(mapGb)} GB`),
    line(
      `restore of a backup at ${assumed.restoreGbPerSec} GB/s (assumed)`,
      ({ restoreHours }) => `${number(restoreHours)} h`,
    ),
    '',
    `### Tables that grow, at ${largest.toLocaleString('en')} vehicles`,
    '',
    row('table', 'placed by', 'bytes a row, with indexes', 'rows a day', 'a day', 'after a year'),
    row('---', '---', '---', '---', '---', '---'),
    ...(all.at(-1)?.tables ?? []).map(({ name, by, rowsADay, bytesADay, kept }) =>
      row(
        `\`${name}\``,
        `\`${by}\``,
        measured.rowBytes.has(name) ? number(measured.rowBytes.get(name) ?? 0) : `${unmeasuredBytes}, assumed`,
        number(rowsADay),
        gb(bytesADay),
        gb(kept),
      ),
    ),
  ].join('\n');
}
