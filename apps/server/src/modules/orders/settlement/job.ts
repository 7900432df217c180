import { formatDay } from '@wheelhouse/contract/time';
import type { Job } from '../../module.ts';
import { generate } from './generate.ts';

/** The month before that of a time, in Asia/Shanghai. */
export function monthBefore(now: Date): string {
  const [year = 0, month = 0] = formatDay(now).split('-').map(Number);
  return new Date(Date.UTC(year, month - 2, 1)).toISOString().slice(0, 7);
}

/** On the 3rd, after the bills of the month's last days were reconciled: the statements of the month before, for every partner. */
export const settleMonth: Job = {
  name: 'orders.settleMonth',
  cron: '0 11 3 * *',
  async run(app) {
    const made = await generate(app, { month: monthBefore(new Date()) });
    app.log.info({ statements: made.length }, 'the statements of the month before were generated');
  },
};
