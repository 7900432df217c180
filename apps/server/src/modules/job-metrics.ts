import { Counter, Gauge, type Registry } from 'prom-client';
import { once } from '../db/metrics.ts';

/** What the jobs of this process did: how often each ended, how, and when and after how long it was done last. */
export function jobMetrics(registry: Registry) {
  const labelNames = ['job'] as const;
  const gauge = (name: string, help: string) =>
    once(registry, name, () => new Gauge({ name, help, labelNames, registers: [registry] }));
  const runs = once(
    registry,
    'wheelhouse_job_runs_total',
    () =>
      new Counter({
        name: 'wheelhouse_job_runs_total',
        help: 'Runs of jobs that have ended, by result: done, failed',
        labelNames: ['job', 'result'] as const,
        registers: [registry],
      }),
  );
  const done = gauge('wheelhouse_job_done_timestamp_seconds', 'When the job was done last');
  const took = gauge('wheelhouse_job_seconds', 'How long it took then');
  return {
    /** Runs a job and notes how it ended. @throws whatever it throws */
    async watch(job: string, run: () => Promise<unknown>): Promise<void> {
      const begun = performance.now();
      try {
        await run();
      } catch (error) {
        runs.inc({ job, result: 'failed' });
        throw error;
      }
      runs.inc({ job, result: 'done' });
      done.set({ job }, Date.now() / 1000);
      took.set({ job }, (performance.now() - begun) / 1000);
    },
  };
}
