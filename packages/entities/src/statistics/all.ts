import { activationStatistics } from './activation-statistics.ts';
import { alarmStatistics } from './alarm-statistics.ts';
import type { Statistic } from './define.ts';
import { faultStatistics } from './fault-statistics.ts';
import { ownerStatistics } from './owner-statistics.ts';
import { repairStatistics } from './repair-statistics.ts';
import { ownerReport } from './owner-report.ts';
import { vehicleReport } from './vehicle-report.ts';
import { batteryReport } from './battery-report.ts';
import { serviceReport } from './service-report.ts';
import { messageReport } from './message-report.ts';
import { trafficStatistics } from './traffic-statistics.ts';

const all: readonly Statistic[] = [
  faultStatistics,
  alarmStatistics,
  repairStatistics,
  activationStatistics,
  trafficStatistics,
  ownerStatistics,
  ownerReport,
  vehicleReport,
  batteryReport,
  serviceReport,
  messageReport,
];

/** Every statistic, by its name. */
export const statistics: Readonly<Record<string, Statistic>> = Object.fromEntries(all.map((one) => [one.name, one]));

/** The statistic that a route shows. */
export const statisticOf = (route: string): Statistic | undefined => all.find((one) => one.route === route);
