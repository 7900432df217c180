import { alarmStatistics } from './alarm-statistics.ts';
import type { Statistic } from './define.ts';

/** Every statistic, by its name. */
export const statistics: Readonly<Record<string, Statistic>> = {
  [alarmStatistics.name]: alarmStatistics,
};

/** The statistic that a route shows. */
export const statisticOf = (route: string): Statistic | undefined =>
  Object.values(statistics).find((one) => one.route === route);
