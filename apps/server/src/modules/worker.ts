import { PgBoss } from 'pg-boss';
import type { App } from '../http/context.ts';
import { inTrace } from '../tracing/spans.ts';
import { works } from '../work/list.ts';
import { startWorks } from '../work/start.ts';
import { jobMetrics } from './job-metrics.ts';
import { modules } from './list.ts';

const jobs = modules.flatMap(({ jobs: own = [] }) => own);
const services = modules.flatMap(({ services: own = [] }) => own);

/**
 * What holds for every job. A running job says so every 15 s as long as its process lives; one that has said nothing for two minutes has
 * been cut off, and its queue goes on.
 */
const limits = { retryLimit: 0, expireInSeconds: 3600, deleteAfterSeconds: 7 * 86_400, heartbeatSeconds: 120 };

/** A job that no module has any more, or that has another name now, is not asked for again. */
async function forgetOthers(boss: PgBoss): Promise<void> {
  const known = new Set(jobs.map(({ name }) => name));
  for (const { name } of await boss.getSchedules()) if (!known.has(name)) await boss.unschedule(name);
}

/** Runs the jobs of all modules, each at its times, in one of however many processes there are. */
export async function startWorker(app: App): Promise<{ stop(): Promise<void> }> {
  const boss = new PgBoss({ schema: 'jobs', db: { executeSql: (text, values) => app.pool.query(text, values) } });
  boss.on('error', (error) => app.log.warn({ err: error }, 'job queue'));
  await boss.start();
  await forgetOthers(boss);
  const metrics = jobMetrics(app.metrics);
  for (const job of jobs) {
    await boss.createQueue(job.name, { policy: 'singleton', ...limits });
    // A queue that exists already keeps what it was made with.
    await boss.updateQueue(job.name, limits);
    await boss.work(job.name, { pollingIntervalSeconds: 30, heartbeatRefreshSeconds: 15 }, async () => {
      await metrics
        .watch(job.name, () => inTrace(`job ${job.name}`, {}, () => job.run(app)))
        .catch((error: unknown) => {
          app.log.error({ err: error, job: job.name }, 'job failed');
          throw error;
        });
    });
    await boss.schedule(job.name, job.cron, null, { tz: 'Asia/Shanghai', missed: 'once' });
  }
  const running = [...services.map((start) => start(app)), startWorks(app, works())];
  return {
    async stop() {
      await Promise.all(running.map((service) => service.stop()));
      await boss.stop({ graceful: true, close: false, timeout: 8_000 });
    },
  };
}
