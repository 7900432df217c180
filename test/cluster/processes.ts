import { globSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { pino } from 'pino';
import { readSecrets, type Secrets } from '../../apps/server/src/config.ts';
import { migrate } from '../../apps/server/src/db/migrate.ts';
import { haproxyProgram } from '../../apps/server/test/support/haproxy.ts';
import { addVehicles, imeiOf } from '../../bench/devices.ts';
import { notZero, type Trial } from '../faults/trial.ts';
import { type Installation, onDatabase, startInstallation } from './installation.ts';
import { type LoadReport, underLoad } from './load.ts';
import { type PushService, startPushService } from './push-service.ts';
import type { ClusterOptions, ClusterReport, Scenario } from './scenario.ts';
import { addPeople, type SendCounts, sendNotice, sent } from './send.ts';

const roles = ['api', 'api', 'gateway', 'gateway', 'worker', 'worker'];
/** Pushes a second, all workers together. */
const pushRate = 20;
const people = 1_000;
/** Debian's `faketime`, which gives a program another time of day. */
const fakeClock = globSync('/usr/lib/*/faketime/libfaketime.so.1')[0];
/** From one kill to the next, ms. */
const killEveryMs = 5_000;

/** Every process, one after the other. */
async function restartAll(trial: Trial, installation: Installation, seconds: number): Promise<void> {
  await sleep(seconds * 1000);
  for (const part of installation.parts)
    await trial.suffer(`SIGTERM of ${part.name}, started again`, () => installation.restart(part));
  await sleep(seconds * 1000);
}

/**
 * One process every five seconds, whether those before are back or not; each is started again at once. Two of one role are never away
 * together.
 */
async function killInTurn(trial: Trial, { parts, isWhole }: Installation, minutes: number): Promise<void> {
  const end = Date.now() + minutes * 60_000;
  const half = parts.length / 2;
  // api 1, gateway 1, worker 1, then the second ones.
  const turns = parts.map((_, n) => parts[(n % half) * 2 + Math.floor(n / half)]);
  const back: Promise<unknown>[] = [];
  for (let n = 0; Date.now() < end; n++) {
    const part = turns[n % turns.length];
    if (!part) throw new Error('there are no processes');
    const next = Date.now() + killEveryMs;
    await back.at(-half);
    await part.process.end('SIGKILL');
    const started = part.process.start();
    back.push(Promise.all([started, trial.suffer(`kill -9 of ${part.name}`, () => undefined)]));
    await sleep(Math.max(0, next - Date.now()));
  }
  await Promise.all(back);
  await isWhole();
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

/** Makes an installation with twice the vehicles, does something with it, and takes it down. */
const onStage = <Result>(
  { devices }: ClusterOptions,
  envOf: (name: string) => Readonly<Record<string, string>>,
  work: (stage: Stage, imeis: readonly string[]) => Promise<Result>,
): Promise<Result> =>
  onDatabase(async ({ dir, url, pool }) => {
    const service = await startPushService(dir);
    let installation: Installation | undefined;
    try {
      await migrate({ url, log: pino({ level: 'fatal' }) });
      const imeis = Array.from({ length: devices * 2 }, (_, n) => imeiOf(n));
      await addVehicles(pool, imeis);
      const secrets = readSecrets({ dataDir: join(dir, 'data'), secretKey: undefined });
      const env = { ...service.env, PUSH_RATE: String(pushRate) };
      installation = await startInstallation({ databaseUrl: url, dir, roles, env, envOf });
      return await work({ pool, installation, service, secrets }, imeis);
    } finally {
      await installation?.stop();
      service.stop();
    }
  });

function run(options: ClusterOptions): Promise<ClusterReport> {
  return onStage(
    options,
    () => ({}),
    async (stage, imeis) => {
      const { pool, installation } = stage;
      const rolling = await phase(stage, imeis.slice(0, options.devices), (trial) =>
        restartAll(trial, installation, options.seconds),
      );
      // What the second half of the vehicles says is counted by itself.
      await pool.query('truncate veh_telemetry');
      await installation.isWhole();
      const killed = await phase(stage, imeis.slice(options.devices), (trial) =>
        killInTurn(trial, installation, options.minutes),
      );
      return reportOf({ 'rolling restart': rolling, 'killed in turn': killed }, await jobsOf(pool));
    },
  );
}

/** Of every role one process whose clock is five minutes ahead of the others' and of the database's, and the work goes on for a minute. */
function runClocks(options: ClusterOptions): Promise<ClusterReport> {
  return onStage(
    options,
    (name) => (name.endsWith(' 2') ? { LD_PRELOAD: fakeClock ?? '', FAKETIME: '+300s', DONT_FAKE_MONOTONIC: '1' } : {}),
    async (stage, imeis) =>
      reportOf(
        { 'clocks apart': await phase(stage, imeis, () => sleep(10 * options.seconds * 1000)) },
        await jobsOf(stage.pool),
      ),
  );
}

type Phase = Awaited<ReturnType<typeof phase>>;

function reportOf(
  phases: Readonly<Record<string, Phase>>,
  jobs: { readonly runs: number; readonly twice: number },
): ClusterReport {
  const all = Object.values(phases);
  const sum = (of: (phase: Phase) => number) => all.reduce((total, each) => total + of(each), 0);
  const loads = (key: Exclude<keyof LoadReport, 'recoveries' | 'failures'>) => sum(({ load }) => load[key]);
  const columns = ({ load, send }: Phase) => ({
    requests: load.requests,
    'failed requests': load.failed,
    'writes answered': load.written,
    'writes lost': load.lost,
    'writes stored twice': load.writtenTwice,
    'tried again by haproxy': load.retries,
    'events heard': load.events,
    'streams opened again': load.gaps,
    'events missed without a gap': load.unnoticed,
    'pages behind in the end': load.behind,
    'have the notice once': send.whole,
    'pushes given': send.pushed,
    'of these again': send.again,
    'pushes a second': send.rate,
    'most pushes in a second': send.mostInASecond,
  });
  // What a killed process had begun may fail, and be handed over again.
  const calm = Object.entries(phases).filter(([name]) => name !== 'killed in turn');
  const mustBeNone = {
    ...Object.fromEntries(
      calm.flatMap(([name, { load, send }]) => [
        [`failed requests, ${name}`, load.failed],
        [`pushes given again, ${name}`, send.again],
      ]),
    ),
    'writes lost': loads('lost'),
    'writes stored twice': loads('writtenTwice'),
    'events missed without a gap': loads('unnoticed'),
    'pages behind': loads('behind'),
    'people without the notice': sum(({ send }) => send.people - send.whole),
    // A second's worth may be sent at once in the beginning.
    'pushes a second above the rate': Math.max(0, ...all.map(({ send }) => Math.round(send.rate - 1.05 * pushRate))),
    'jobs run twice': jobs.twice,
  };
  return {
    sent: loads('sent'),
    acknowledged: loads('acknowledged'),
    stored: loads('stored'),
    missing: loads('missing'),
    twice: loads('twice'),
    recoveries: all.flatMap(({ load }) => load.recoveries),
    more: {
      ...Object.fromEntries(
        Object.entries(phases).flatMap(([phaseName, each]) =>
          Object.entries(columns(each)).map(([name, n]) => [`${phaseName}: ${name}`, n]),
        ),
      ),
      'jobs run': jobs.runs,
      'jobs run twice in a minute': jobs.twice,
    },
    notes: all.flatMap(({ load }) => [...load.failures].map(([what, times]) => `${times} × ${what}`)),
    wrong: notZero(mustBeNone),
  };
}

const leftOut = () => (haproxyProgram === undefined ? 'there is no haproxy on this machine' : undefined);

export const processes: Scenario = {
  title: `two processes of each role behind haproxy, ${people} pushes at ${pushRate} a second`,
  leftOut,
  run,
};

export const clocks: Scenario = {
  title: 'two processes of each role behind haproxy, the second one five minutes ahead',
  leftOut: () => leftOut() ?? (fakeClock === undefined ? 'there is no faketime on this machine' : undefined),
  run: runClocks,
};
