import type { TestApp } from '../support/app.ts';

/** What has to hold before samples of statistics are added. */
export const statisticsSamples: Readonly<
  Record<string, (app: TestApp, form: Record<string, unknown>) => Promise<void>>
> = {
  async reportSubscription({ app }, form) {
    await app.pool.query(`update sys_user set email = 'admin@fleet.example' where username = 'admin'`);
    for (const name of ['weekday', 'dayOfMonth', 'filters']) Reflect.deleteProperty(form, name);
    Object.assign(form, { statistic: 'alarm', timeOfDay: '08:00' });
  },
  async exploration(_app, form) {
    Reflect.deleteProperty(form, 'filters');
    Object.assign(form, { statistic: 'alarm', measures: ['alarms'], dimensions: ['level'], chart: 'auto' });
  },
  async dashboardLayout(_app, form) {
    form['cards'] = [{ card: 'trend', w: 6, h: 8 }];
  },
};
