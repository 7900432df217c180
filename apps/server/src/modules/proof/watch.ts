import { sql } from 'kysely';
import type { Registry } from 'prom-client';
import { scrapedGauges } from '../../db/metrics.ts';
import type { App } from '../../http/context.ts';

interface Newest {
  readonly name: string;
  readonly wrong: number;
  readonly time: number;
}

const newest = async ({ db }: Pick<App, 'db'>): Promise<readonly Newest[]> => {
  const { rows } = await sql<Newest>`
      select s.name, (s.wrong_count + (s.error is not null)::int)::float8 as wrong, extract(epoch from r.end_time)::float8 as time
      from (select id, end_time from sys_proof_run order by id desc limit 1) r join sys_proof_result s on s.run_id = r.id`.execute(
    db,
  );
  return rows;
};

/** What the newest run has found, as `read` says. */
export function proofGauges(metrics: Registry, read: () => Promise<readonly Newest[]>): void {
  const scraped = scrapedGauges(metrics, read);
  scraped(
    {
      name: 'wheelhouse_proof_wrong',
      help: 'What each check of the newest run has found wrong; 1 as well where it could not look',
      labelNames: ['check'],
    },
    (gauge, rows) => {
      for (const { name, wrong } of rows) gauge.set({ check: name }, wrong);
    },
  );
  scraped({ name: 'wheelhouse_proof_run_timestamp_seconds', help: 'When the newest run has ended' }, (gauge, rows) => {
    const [newest] = rows;
    if (newest !== undefined) gauge.set(newest.time);
  });
}

/** The same at every process with the role worker. */
export function watchProofs(app: App): { stop(): Promise<void> } {
  proofGauges(app.metrics, () => newest(app));
  return { stop: async () => undefined };
}
