import type { EventUplink } from '@wheelhouse/contract/device/payloads';
import { round } from './random.ts';
import type { Vehicle } from './vehicle.ts';

/** Something that befalls a vehicle now and then, and that its control unit reports as an event. */
export interface Mishap {
  /** A type of D:AlarmType or its four digits: devices say either. */
  readonly code: string;
  readonly severity: NonNullable<EventUplink['severity']>;
  /** Hours between two on one vehicle, while it can happen. */
  readonly meanHours: number;
  /** Seconds until it is over; absent: nothing but people end it. */
  readonly lastsS?: readonly [number, number];
  readonly can: (vehicle: Vehicle) => boolean;
  readonly data: (vehicle: Vehicle) => Readonly<Record<string, unknown>>;
}

const guarded = (vehicle: Vehicle): boolean => !vehicle.riding && vehicle.armed;
const riding = (vehicle: Vehicle): boolean => vehicle.riding;
const standing = (vehicle: Vehicle): boolean => !vehicle.riding;
const charging = (vehicle: Vehicle): boolean => vehicle.charging;
const always = (): boolean => true;
const g =
  (from: number, to: number) =>
  ({ random }: Vehicle) => ({ g: round(random.between(from, to), 1) });

/** Knocks are common; what is dangerous is rare. */
export const mishaps: readonly Mishap[] = [
  { code: 'VIBRATION', severity: 'warning', meanHours: 20, lastsS: [60, 90], can: guarded, data: g(1.2, 3.8) },
  {
    code: '1002',
    severity: 'critical',
    meanHours: 420,
    lastsS: [120, 900],
    can: guarded,
    data: ({ random }) => ({ movedM: random.int(31, 160) }),
  },
  {
    code: 'TOW',
    severity: 'critical',
    meanHours: 1100,
    lastsS: [300, 1500],
    can: guarded,
    data: ({ random }) => ({ tiltDeg: random.int(16, 34) }),
  },
  {
    code: 'POWER_CUT',
    severity: 'major',
    meanHours: 260,
    lastsS: [60, 1200],
    can: standing,
    data: ({ random }) => ({ backupV: round(random.between(3.7, 4.1), 2) }),
  },
  {
    code: 'TIP_OVER',
    severity: 'major',
    meanHours: 320,
    lastsS: [60, 900],
    can: standing,
    data: ({ random }) => ({ tiltDeg: random.int(46, 88) }),
  },
  { code: 'CRASH', severity: 'critical', meanHours: 700, can: riding, data: g(4.1, 7.5) },
  {
    code: '2007',
    severity: 'major',
    meanHours: 220,
    lastsS: [4, 30],
    can: riding,
    data: ({ random }) => ({ amps: round(random.between(38, 55), 1) }),
  },
  {
    code: 'CELL_OVER_TEMP',
    severity: 'critical',
    meanHours: 900,
    lastsS: [300, 1800],
    can: charging,
    data: ({ random }) => ({ tempC: round(random.between(55.5, 60), 1) }),
  },
  {
    code: 'CHARGER_ABNORMAL',
    severity: 'minor',
    meanHours: 130,
    lastsS: [120, 1200],
    can: charging,
    data: ({ random }) => ({ chargerV: round(random.between(48, 72), 1) }),
  },
  { code: 'GPS_FAULT', severity: 'info', meanHours: 200, lastsS: [120, 2400], can: always, data: () => ({}) },
  { code: '300D', severity: 'info', meanHours: 260, lastsS: [600, 7200], can: always, data: () => ({ lamp: 'rear' }) },
  { code: 'COMM_METER', severity: 'minor', meanHours: 500, lastsS: [35, 300], can: riding, data: () => ({}) },
  { code: 'SEAT_HEAT', severity: 'minor', meanHours: 2500, lastsS: [60, 600], can: riding, data: () => ({}) },
];
