/**
 * A notice to many: records a second through the inbox, and what a worker that is killed (`kill -9`) again and again leaves behind. Everybody
 * must have each notice once, in one final state. `npm run bench -- sending [people]` (default 100,000); `CHANNELS=1,2` sends pushes too, through the
 * sandbox, which takes much longer.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { resolve } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { machines } from '@wheelhouse/entities/machines';
import type { QueryResultRow } from 'pg';
import { secretKeyIn } from '../scripts/tools.ts';
import { fillFleet } from './fleet.ts';
import { callOnce } from './load.ts';
import { startBench } from './platform.ts';

const people = Number(process.argv[2] ?? 100_000);
const channels = (process.env['CHANNELS'] ?? '1').split(',');
const kills = 5;
const { waiting, sent } = machines['SM-Message'].states;
const name = `bench-sending-${people}`;

const platform = await startBench(name, 18_192);
const { pool, databaseUrl } = platform;
await fillFleet(pool, people, people);
await pool.query('vacuum analyze');

async function one<Row extends QueryResultRow>(query: string, values: unknown[] = []): Promise<Row> {
  const { rows } = await pool.query<Row>(query, values);
  const [row] = rows;
  if (row === undefined) throw new Error(`nothing answers ${query}`);
  return row;
}

/** A worker as its own process. */
function launch(): ChildProcess {
  return spawn(process.execPath, ['apps/server/src/main.ts'], {
    env: {
      ...process.env,
      DATABASE_URL: databaseUrl,
      DATA_DIR: resolve('data', name),
      SECRET_KEY: secretKeyIn(resolve('data', name)),
      SEED: 'none',
      ROLES: 'worker',
      PORT: '0',
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
}

async function end(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  const ended = once(child, 'exit');
  child.kill(signal);
  await ended;
}

/** A notice that was approved, to all users of the app. */
async function approved(): Promise<string> {
  const { id } = await one<{ id: string }>(
    `with made as (insert into msg_system (msg_no, title, notice_type, receivers, channels, content, pinned, popup, end_time, status, target_count, read_count)
     select 'MN' || to_char(clock_timestamp(), 'YYMMDDHH24MISSMS'), '例行维护通知', (select min(code) from sys_item_code where category = 'NoticeType'), '{1}', $1::text[], '<p>例行维护</p>', 0, 0,
       now() + interval '30 days', $2::smallint, 0, 0
     returning id)
     insert into sys_approval (entity, entity_id, round, step) select 'systemMessage', id, 1, 'waived' from made returning entity_id::text as id`,
    [channels, waiting],
  );
  return id;
}

const boxes = async (id: string): Promise<number> =>
  (
    await one<{ n: number }>(
      `select count(*)::int as n from msg_inbox where ref_type = 'systemMessage' and ref_id = $1`,
      [id],
    )
  ).n;
const isSent = async (id: string): Promise<boolean> => {
  const { rows } = await pool.query(
    `select 1 from msg_system where id = $1 and status = $2 and not exists (
       select 1 from msg_push_record where ref_type = 'systemMessage' and ref_id = $1::text and status in (0, 1) and next_time is not null)`,
    [id, sent],
  );
  return rows.length > 0;
};
async function until(met: () => Promise<boolean>): Promise<void> {
  while (!(await met())) await sleep(200);
}

interface Outcome {
  /** People with one record in a final state on each channel. */
  readonly whole: number;
  readonly boxes: number;
  readonly records: number;
  readonly open: number;
  readonly counted: number;
  /** Records in the inbox a second, from the first part to the last. */
  readonly rate: number;
}

async function outcomeOf(id: string): Promise<Outcome> {
  // The tables have grown by all people since the statistics were taken.
  await pool.query('analyze msg_inbox, msg_push_record');
  return one<Outcome>(
    `with mine as (
       select i.id, i.user_id, i.create_time, count(r.*) as n, count(*) filter (where r.status in (0, 1) or r.next_time is not null) as open
       from msg_inbox i left join msg_push_record r on r.inbox_id = i.id where i.ref_type = 'systemMessage' and i.ref_id = $1 group by i.id, i.user_id, i.create_time),
     person as (select user_id, count(*) as boxes, sum(n) as n, sum(open) as open from mine group by 1)
     select (select count(*)::int from person where boxes = 1 and n = $2 and open = 0) as whole, (select count(*)::int from mine) as boxes,
       (select sum(n)::int from mine) as records, (select sum(open)::int from mine) as open,
       (select coalesce(sum(n), 0)::int from msg_push_count where ref_type = 'systemMessage' and ref_id = $1) as counted,
       (select (count(*) filter (where create_time < last.at) / nullif(extract(epoch from last.at - min(create_time)), 0))::float8
        from mine, (select max(create_time) as at from mine) last group by last.at) as rate`,
    [id, channels.length],
  );
}

const steady = await approved();
const worker = launch();
await until(() => isSent(steady));
await end(worker, 'SIGTERM');
const calm = await outcomeOf(steady);
const begun = performance.now();
const { code, message } = await callOnce<{ code: number; message: string }>(platform.base, {
  path: '/msg/crm/systemMessage/transition',
  body: { id: steady, action: 'revoke' },
  headers: platform.headers,
});
const withdrawnMs = Math.round(performance.now() - begun);
if (code !== 0) throw new Error(`not withdrawn: ${code} ${message}`);

const cut = await approved();
for (let n = 1; n <= kills; n++) {
  const child = launch();
  await until(async () => (await boxes(cut)) >= (people * n) / (kills + 1));
  await end(child, 'SIGKILL');
}
const last = launch();
await until(() => isSent(cut));
await end(last, 'SIGTERM');
const killed = await outcomeOf(cut);

const line = (outcome: Outcome, isSteady: boolean) => ({
  people,
  'have it once, in a final state': outcome.whole,
  'inbox rows': outcome.boxes,
  records: outcome.records,
  'records that are open': outcome.open,
  'records by the stored count': outcome.counted,
  ...(isSteady && { 'inbox records /s': Math.round(outcome.rate), 'withdrawn after, ms': withdrawnMs }),
});
console.table({ 'one worker': line(calm, true), [`killed ${kills} times`]: line(killed, false) });
await platform.stop();
const isWhole = ({ whole, boxes: inboxes, open, counted, records }: Outcome): boolean =>
  whole === people && inboxes === people && open === 0 && counted === records;
process.exit(isWhole(calm) && isWhole(killed) ? 0 : 1);
