import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { pino } from 'pino';
import { readSecrets, type Secrets } from '../../apps/server/src/config.ts';
import { startEmbedded } from '../../apps/server/src/db/embedded.ts';
import { migrate } from '../../apps/server/src/db/migrate.ts';
import { haproxyProgram } from '../../apps/server/test/support/haproxy.ts';
import { addVehicles, imeiOf } from '../../bench/devices.ts';
import type { Trial } from '../faults/trial.ts';
import { type Installation, poolOf, startInstallation } from './installation.ts';
import { type LoadReport, underLoad } from './load.ts';
import { type PushService, startPushService } from './push-service.ts';
import type { ClusterOptions, ClusterReport, Scenario } from './scenario.ts';
import { addPeople, type SendCounts, sendNotice, sent } from './send.ts';

const log = pino({ level: 'fatal' });
const roles = ['api', 'api', 'gateway', 'gateway', 'worker', 'worker'];
/** Pushes a second, all workers together. */
const pushRate = 20;
const people = 1_000;
/** From one kill to the next, ms. */
const killEveryMs = 5_000;

/** Every process, one after the other. */
async function restartAll(trial: Trial, installation: Installation, seconds: number): Promise<void> {
  await sleep(seconds * 1000);
  for (const part of installation.parts)
    await trial.suffer(`SIGTERM of ${part.name}, started again`, () => installation.restart(part));
  await sleep(seconds * 1000);
}

/** One process every five seconds, in turn; each is started again at once. */
async function killInTurn(trial: Trial, { parts, isWhole }: Installation, minutes: number): Promise<void> {
  const end = Date.now() + minutes * 60_000;
  for (let n = 0; Date.now() < end; n++) {
    const part = parts[n % parts.length];
    if (!part) throw new Error('there are no processes');
    const next = Date.now() + killEveryMs;
    await trial.suffer(`kill -9 of ${part.name}`, () => part.process.end('SIGKILL'));
    await part.process.start();
    await isWhole();
    await sleep(Math.max(0, next - Date.now()));
  }
}

interface Stage {
  readonly pool: pg.Pool;
  readonly installation: Installation;
  readonly service: PushService;
  readonly secrets: Secrets;
}

/** What happens to vehicles, people and pages, while a notice goes to everybody. */
async function phase(
  { pool, installation, service, secrets }: Stage,
  imeis: readonly string[],
  work: (trial: Trial) => Promise<void>,
): Promise<{ readonly load: LoadReport; readonly send: SendCounts }> {
  await addPeople(pool, secrets, people);
  const first = service.arrivals.length;
  const notice = await sendNotice(pool);
  const load = await underLoad(installation, pool, { imeis, callers: 6, pauseMs: 20, listeners: 6 }, work);
  return { load, send: await sent(pool, service, notice, first) };
}

/** Jobs that ran, and minutes in which one of them ran more than once: pg-boss keeps a row for each run. */
async function jobsOf(pool: pg.Pool): Promise<{ readonly runs: number; readonly twice: number }> {
  const { rows } = await pool.query<{ runs: number; twice: number }>(
    `select coalesce(sum(n), 0)::int as runs, count(*) filter (where n > 1)::int as twice from (
       select count(*) as n from jobs.job where started_on is not null and name not like '\\_\\_pgboss%'
       group by name, date_trunc('minute', created_on)) run`,
  );
  return rows[0] ?? { runs: 0, twice: 0 };
}

async function run(options: ClusterOptions): Promise<ClusterReport> {
  const dir = mkdtempSync(join(tmpdir(), 'wheelhouse-cluster-'));
  // The database runs as somebody else when started by root.
  chmodSync(dir, 0o755);
  const database = await startEmbedded({ dir: join(dir, 'pg'), log });
  const pool = poolOf(database.url);
  const service = await startPushService(dir);
  let installation: Installation | undefined;
  try {
    await migrate({ url: database.url, log });
    const imeis = Array.from({ length: options.devices * 2 }, (_, n) => imeiOf(n));
    await addVehicles(pool, imeis);
    const secrets = readSecrets({ dataDir: join(dir, 'data'), secretKey: undefined });
    const env = { ...service.env, PUSH_RATE: String(pushRate) };
    installation = await startInstallation({ databaseUrl: database.url, dir, roles, env });
    const stage = { pool, installation, service, secrets };
    const { isWhole } = installation;
    const calm = installation;
    const rolling = await phase(stage, imeis.slice(0, options.devices), (trial) =>
      restartAll(trial, calm, options.seconds),
    );
    // What the second half of the vehicles says is counted by itself.
    await pool.query('truncate veh_telemetry');
    await isWhole();
    const killed = await phase(stage, imeis.slice(options.devices), (trial) =>
      killInTurn(trial, calm, options.minutes),
    );
    return reportOf(rolling, killed, await jobsOf(pool));
  } finally {
    await installation?.stop();
    service.stop();
    await pool.end();
    await database.stop();
    rmSync(dir, { recursive: true, force: true });
  }
}

type Phase = Awaited<ReturnType<typeof phase>>;

function reportOf(
  rolling: Phase,
  killed: Phase,
  jobs: { readonly runs: number; readonly twice: number },
): ClusterReport {
  const both = (key: Exclude<keyof LoadReport, 'recoveries' | 'failures'>) => rolling.load[key] + killed.load[key];
  const columns = (of: Phase) => ({
    requests: of.load.requests,
    'failed requests': of.load.failed,
    'writes answered': of.load.written,
    'writes lost': of.load.lost,
    'writes stored twice': of.load.writtenTwice,
    'tried again by haproxy': of.load.retries,
    'events heard': of.load.events,
    'streams opened again': of.load.gaps,
    'events missed without a gap': of.load.unnoticed,
    'pages behind in the end': of.load.behind,
    'have the notice once': of.send.whole,
    'pushes given': of.send.pushed,
    'of these again': of.send.again,
    'pushes a second': of.send.rate,
    'most pushes in a second': of.send.mostInASecond,
  });
  const [first, second] = [columns(rolling), columns(killed)];
  const mustBeNone = {
    'failed requests, rolling': rolling.load.failed,
    'pushes given again, rolling': rolling.send.again,
    'writes lost': both('lost'),
    'writes stored twice': both('writtenTwice'),
    'events missed without a gap': both('unnoticed'),
    'pages behind': both('behind'),
    'people without the notice': rolling.send.people + killed.send.people - rolling.send.whole - killed.send.whole,
    'pushes a second above the rate': Math.max(0, rolling.send.rate - pushRate, killed.send.rate - pushRate),
    'jobs run twice': jobs.twice,
  };
  const failures = [...rolling.load.failures, ...killed.load.failures];
  return {
    sent: both('sent'),
    acknowledged: both('acknowledged'),
    stored: both('stored'),
    missing: both('missing'),
    twice: both('twice'),
    recoveries: [...rolling.load.recoveries, ...killed.load.recoveries],
    more: {
      ...Object.fromEntries(Object.entries(first).map(([name, n]) => [`rolling restart: ${name}`, n])),
      ...Object.fromEntries(Object.entries(second).map(([name, n]) => [`killed in turn: ${name}`, n])),
      'jobs run': jobs.runs,
      'jobs run twice in a minute': jobs.twice,
    },
    notes: failures.map(([what, times]) => `${times} × ${what}`),
    wrong: Object.entries(mustBeNone).flatMap(([name, n]) => (n === 0 ? [] : [`${name}: ${n}`])),
  };
}

export const processes: Scenario = {
  title: `two processes of each role behind haproxy, ${people} pushes at ${pushRate} a second`,
  leftOut: () => (haproxyProgram === undefined ? 'there is no haproxy on this machine' : undefined),
  run,
};
