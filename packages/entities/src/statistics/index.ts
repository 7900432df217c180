import { activationStatistics } from './activation-statistics.ts';
import { alarmStatistics } from './alarm-statistics.ts';
import type { Statistic } from './define.ts';
import { faultStatistics } from './fault-statistics.ts';
import { repairStatistics } from './repair-statistics.ts';

const all: readonly Statistic[] = [alarmStatistics, faultStatistics, repairStatistics, activationStatistics];

/** Every statistic, by its name. */
export const statistics: Readonly<Record<string, Statistic>> = Object.fromEntries(all.map((one) => [one.name, one]));

/** The statistic that a route shows. */
export const statisticOf = (route: string): Statistic | undefined => all.find((one) => one.route === route);
