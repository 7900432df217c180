import { PgBoss } from 'pg-boss';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Registry } from 'prom-client';
import { jobMetrics } from '../../src/modules/job-metrics.ts';
import { startWorker } from '../../src/modules/index.ts';
import { createTestApp, type TestApp } from '../support/app.ts';

let t: TestApp;
beforeAll(async () => {
  t = await createTestApp();
});
afterAll(() => t.stop());

const queue = 'files.unfinished';

test('the queue of a job whose process has died goes on after two minutes, also one that exists already', async () => {
  const { pool } = t.app;
  await (await startWorker(t.app)).stop();
  await pool.query('update jobs.queue set heartbeat_seconds = null');
  await (await startWorker(t.app)).stop();

  const boss = new PgBoss({
    schema: 'jobs',
    db: { executeSql: (text, values) => pool.query(text, values) },
    supervise: false,
    schedule: false,
    monitorIntervalSeconds: 1,
  });
  await boss.start();
  try {
    await pool.query('delete from jobs.job');
    await boss.send(queue);
    const [dead] = await boss.fetch(queue);
    await boss.send(queue);
    expect(await boss.fetch(queue)).toEqual([]);
    await pool.query(`update jobs.job set heartbeat_on = heartbeat_on - interval '2 minutes' where id = $1`, [
      dead?.id,
    ]);
    await boss.supervise(queue);
    expect(await boss.fetch(queue)).toHaveLength(1);
    expect((await boss.findJobs(queue, { id: dead?.id ?? '' }))[0]?.state).toBe('failed');
  } finally {
    await boss.stop({ graceful: false, close: false });
  }
});

test('runs of jobs are counted by how they ended, and the connections of the process are shown', async () => {
  const registry = new Registry();
  const { watch } = jobMetrics(registry);
  await watch('some.job', async () => undefined);
  await expect(watch('some.job', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  const text = await registry.metrics();
  expect(text).toContain('wheelhouse_job_runs_total{job="some.job",result="done"} 1');
  expect(text).toContain('wheelhouse_job_runs_total{job="some.job",result="failed"} 1');
  expect(text).toMatch(/wheelhouse_job_done_timestamp_seconds\{job="some.job"\} \d{10}/);
  expect(await t.app.metrics.metrics()).toMatch(/wheelhouse_database_pool\{state="busy"\} \d/);
});

test('a job that no module has any more is not asked for again', async () => {
  const { pool } = t.app;
  const names = async (): Promise<readonly string[]> =>
    (await pool.query<{ name: string }>('select name from jobs.schedule order by name')).rows.map(({ name }) => name);
  await (await startWorker(t.app)).stop();
  const known = await names();
  const boss = new PgBoss({
    schema: 'jobs',
    db: { executeSql: (text, values) => pool.query(text, values) },
    schedule: false,
  });
  await boss.start();
  await boss.createQueue('gone.job');
  await boss.schedule('gone.job', '* * * * *');
  await boss.stop({ graceful: false, close: false });
  await (await startWorker(t.app)).stop();
  expect(await names()).toEqual(known);
});
