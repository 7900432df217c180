import { PgBoss } from 'pg-boss';
import type { App } from '../http/context.ts';
import { accessJobs } from './access/jobs.ts';
import { fileJobs } from './files/jobs.ts';
import type { Job } from './job.ts';
import { statisticsJobs } from './statistics/active-days.ts';
import { supportJobs } from './support/jobs.ts';
import { vehicleJobs } from './vehicles/jobs.ts';

const jobs: readonly Job[] = [...accessJobs, ...fileJobs, ...statisticsJobs, ...supportJobs, ...vehicleJobs];

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
  return { stop: () => boss.stop({ graceful: true, close: false, timeout: 8_000 }) };
}
