import { distributedTables } from '../apps/server/src/entity/distribution.ts';

/** What one run on one machine showed. */
export interface Measured {
  /** Uplinks a second, with gateway, PostgreSQL and load on this machine's cores. */
  readonly uplinksPerSec: number;
  readonly cores: number;
  /** Core seconds per uplink. */
  readonly gatewaySec: number;
  readonly databaseSec: number;
  readonly walBytesPerUplink: number;
  /** Bytes of a row with its indexes, by table. */
  readonly rowBytes: ReadonlyMap<string, number>;
  /** Bytes of memory that a NATS node takes for a connected vehicle; absent where there is no nats-server. */
  readonly connectionBytes: number | undefined;
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
  /** A core is not planned to be busier. */
  load: 0.6,
  databaseCores: 32,
  gatewayCores: 1,
  nodeMemoryGb: 32,
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

/** Sizes of an installation, by the number of its vehicles. */
export function sizesOf(vehicles: number, measured: Measured) {
  const { ridingAtPeak, reportMovingS, reportParkedS, load, databaseCores, gatewayCores, nodeMemoryGb } = assumed;
  const average = (vehicles * uplinksADay()) / daySec;
  const peak = vehicles * (ridingAtPeak / reportMovingS + (1 - ridingAtPeak) / reportParkedS);
  const gateways = Math.ceil((peak * measured.gatewaySec) / load / gatewayCores);
  const database = (peak * measured.databaseSec) / load;
  const tables = tablesAt(vehicles, measured);
  const connections = (vehicles * (measured.connectionBytes ?? 0)) / 1e9;
  return {
    average,
    peak,
    gateways,
    databaseCores: database,
    databaseNodes: Math.ceil(database / databaseCores),
    wal: (peak * measured.walBytesPerUplink) / 1e6,
    connectionGb: connections,
    brokers: Math.max(3, Math.ceil(connections / (nodeMemoryGb * load))),
    bytesADay: tables.reduce((sum, { bytesADay }) => sum + bytesADay, 0),
    kept: tables.reduce((sum, { kept }) => sum + kept, 0),
    tables,
  };
}

/** The tables of docs/scaling.md. */
export function scalingTables(measured: Measured, counts: readonly number[]): string {
  const all = counts.map((vehicles) => sizesOf(vehicles, measured));
  const line = (name: string, cell: (size: ReturnType<typeof sizesOf>) => string): string =>
    row(name, ...all.map(cell));
  const [largest = 0] = counts.slice(-1);
  return [
    '### Measured in this run',
    '',
    row('what', 'value'),
    row('---', '---'),
    row(
      `uplinks a second on ${measured.cores} cores that gateway, PostgreSQL and load share`,
      number(measured.uplinksPerSec),
    ),
    row('core time of the gateway for an uplink', `${number(measured.gatewaySec * 1e6)} µs`),
    row('core time of PostgreSQL for an uplink', `${number(measured.databaseSec * 1e6)} µs`),
    row('write-ahead log for an uplink', `${number(measured.walBytesPerUplink)} bytes`),
    row(
      'memory of a NATS node for a connected vehicle',
      measured.connectionBytes === undefined ? 'not measured' : `${number(measured.connectionBytes / 1e3)} kB`,
    ),
    '',
    '### Sizes',
    '',
    row('vehicles', ...counts.map((vehicles) => vehicles.toLocaleString('en'))),
    row('---', ...counts.map(() => '---')),
    line('uplinks a second, average', ({ average }) => number(average)),
    line('uplinks a second, busiest minute', ({ peak }) => number(peak)),
    line('gateway processes, one core each', ({ gateways }) => String(gateways)),
    line('connections of gateways to PostgreSQL', ({ gateways }) => String(gateways * 10)),
    line('memory of the brokers for connections', ({ connectionGb }) => `${number(connectionGb)} GB`),
    line(`broker nodes of ${assumed.nodeMemoryGb} GB, three at least`, ({ brokers }) => String(brokers)),
    line('cores of PostgreSQL that store them', ({ databaseCores }) => number(databaseCores)),
    line(`PostgreSQL primaries of ${assumed.databaseCores} cores, by cores alone`, ({ databaseNodes }) =>
      String(databaseNodes),
    ),
    line('write-ahead log of them', ({ wal }) => `${number(wal)} MB/s`),
    line('growth of the tables a day', ({ bytesADay }) => gb(bytesADay)),
    line('the same with what is kept, after a year', ({ kept }) => gb(kept)),
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
