import { PgBoss } from 'pg-boss';
import type { App } from '../http/context.ts';
import { accessJobs } from './access/jobs.ts';
import { startAlarmRules } from './alarms/evaluator.ts';
import { alarmJobs } from './alarms/jobs.ts';
import { fileJobs } from './files/jobs.ts';
import type { Job } from './job.ts';
import { startDelivery } from './messages/delivery.ts';
import { messageJobs } from './messages/jobs.ts';
import { statisticsJobs } from './statistics/active-days.ts';
import { supportJobs } from './support/jobs.ts';
import { deviceJobs } from './vehicles/device/jobs.ts';
import { controlJobs } from './vehicles/control/jobs.ts';
import { startCommandSweep } from './vehicles/control/sweep.ts';
import { vehicleJobs } from './vehicles/vehicle/jobs.ts';
import { theftJobs } from './vehicles/theft/jobs.ts';
import { unbindJobs } from './vehicles/unbind/jobs.ts';
import { startTrips } from './vehicles/trips/worker.ts';

const jobs: readonly Job[] = [
  ...accessJobs,
  ...alarmJobs,
  ...fileJobs,
  ...messageJobs,
  ...statisticsJobs,
  ...supportJobs,
  ...controlJobs,
  ...vehicleJobs,
  ...theftJobs,
  ...unbindJobs,
  ...deviceJobs,
];

/** Work that goes on all the time, shared by however many processes there are. */
const services: readonly ((app: App) => { stop(): Promise<void> })[] = [
  startDelivery,
  startCommandSweep,
  startTrips,
  startAlarmRules,
];

/** Runs the jobs of all modules, each at its times, in one of however many processes there are. */
export async function startWorker(app: App): Promise<{ stop(): Promise<void> }> {
  const boss = new PgBoss({ schema: 'jobs', db: { executeSql: (text, values) => app.pool.query(text, values) } });
  boss.on('error', (error) => app.log.warn({ err: error }, 'job queue'));
  await boss.start();
  for (const job of jobs) {
    await boss.createQueue(job.name, {
      policy: 'singleton',
      retryLimit: 0,
      expireInSeconds: 3600,
      deleteAfterSeconds: 7 * 86_400,
    });
    await boss.work(job.name, { pollingIntervalSeconds: 30 }, async () => {
      await job.run(app).catch((error: unknown) => {
        app.log.error({ err: error, job: job.name }, 'job failed');
        throw error;
      });
    });
    await boss.schedule(job.name, job.cron, null, { tz: 'Asia/Shanghai', missed: 'once' });
  }
  const running = services.map((start) => start(app));
  return {
    async stop() {
      await Promise.all(running.map((service) => service.stop()));
      await boss.stop({ graceful: true, close: false, timeout: 8_000 });
    },
  };
}
