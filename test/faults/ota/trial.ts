import { setTimeout as sleep } from 'node:timers/promises';
import { compare, type Counts } from './compare.ts';
import { PauseWatch, type Pause } from './pause.ts';
import type { Process } from '../process.ts';
import { startRig, type Rig } from './rig.ts';
import { patienceMs } from '../process.ts';

export interface OtaFaultOptions {
  readonly vehicles: number;
  readonly ratePerMinute: number;
  /** Progress to standard error. */
  readonly isLoud: boolean;
}

export interface OtaFaultReport {
  readonly counts: Counts;
  readonly pauses: readonly Pause[];
  readonly faults: readonly string[];
  readonly seconds: { readonly freeze: number; readonly rollOut: number };
  /** What is not as it must be. */
  readonly wrong: readonly string[];
}

const task = '/ps/crm/otaTask';
const [paused, finished] = [4, 6];
const mostTries = 100;
const restMs = 30_000;
const [callEveryMs, hurryEveryMs, lookEveryMs, noteEveryMs] = [200, 500, 100, 10_000];

/** As a test: shorter, with one crash of the database. */
const isSmall = ({ vehicles }: Pick<OtaFaultOptions, 'vehicles'>): boolean => vehicles < 10_000;

/** Of many, those that the machine has not come to wait longer: an attempt that is given up meanwhile would be another trial. */
const timeoutMin = (options: Pick<OtaFaultOptions, 'vehicles'>): number => (isSmall(options) ? 3 : 120);

/** Adds the task through the console and starts it. @returns its id, and how long its start took */
async function startTask({ call, pool, firmwareId }: Rig, options: OtaFaultOptions) {
  const few = isSmall(options);
  const { id } = await call<{ id: string }>(`${task}/add`, {
    name: 'Trial',
    firmwareId,
    taskType: 3,
    targetMode: 1,
    vehicleTypeIds: ['1'],
    upgradeMode: 2,
    stages: [
      { percent: few ? 5 : 1, minSuccessRate: 60 },
      { percent: few ? 10 : 5, minSuccessRate: 60 },
      { percent: 100 },
    ],
    ratePerMinute: 1000,
    retryTimes: 1,
    retryIntervalMin: 10,
    downloadTimeoutMin: timeoutMin(options),
    installTimeoutMin: timeoutMin(options),
    abortFailRate: few ? 25 : 10,
    // Failures end sooner than successes: the first results of many are worse than the rest.
    minExecuted: few ? 20 : 500,
    endTime: `${new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10)} 08:00:00`,
  });
  // A hundred thousand vehicles at the rate that people may choose take an hour and forty minutes.
  await pool.query('alter table ota_task drop constraint ck_ota_task_rate_per_minute');
  // Approved, as by somebody else.
  await pool.query('update ota_task set rate_per_minute = $2, status = 2 where id = $1', [id, options.ratePerMinute]);
  const begun = performance.now();
  await call(`${task}/transition`, { id, action: 'start' });
  return { id, seconds: (performance.now() - begun) / 1000 };
}

/** Repeats what may fail while the database is away, until the trial is over. */
function every(ms: number, work: () => Promise<unknown>): () => Promise<void> {
  const stop = new AbortController();
  const running = (async () => {
    while (!stop.signal.aborted) {
      await work().catch(() => undefined);
      await sleep(ms, undefined, { signal: stop.signal }).catch(() => undefined);
    }
  })();
  return () => {
    stop.abort();
    return running;
  };
}

class Trial {
  readonly #rig: Rig;
  readonly #id: string;
  readonly #options: OtaFaultOptions;
  readonly pauses: Pause[] = [];
  readonly faults: string[] = [];
  readonly #begun = Date.now();
  readonly #starts = new Map<Process, Promise<void>>();
  readonly #isSmall: boolean;
  #hurries = true;
  #noted = 0;

  constructor(rig: Rig, id: string, options: OtaFaultOptions) {
    [this.#rig, this.#id, this.#options, this.#isSmall] = [rig, id, options, isSmall(options)];
  }

  #note(what: string): void {
    const at = Math.round((Date.now() - this.#begun) / 100) / 10;
    if (this.#options.isLoud) console.error(`${at} s: ${what}`);
  }

  #progress(state: object | undefined): void {
    if (Date.now() < this.#noted + noteEveryMs) return;
    this.#noted = Date.now();
    this.#note(JSON.stringify({ ...state, heard: this.#rig.fleet.heard.size, awake: this.#rig.fleet.awake }));
  }

  /** Wakes vehicles for which something waits, as the network would. */
  async callVehicles(): Promise<void> {
    const { pool, fleet } = this.#rig;
    const { rows } = await pool.query<{ imei: string }>(
      'select distinct device_id as imei from dev_downlink where expire_time > now()',
    );
    fleet.call(rows.map(({ imei }) => imei));
  }

  /** Waiting times pass quickly: those until a retry, and those of phases of which nothing more will be heard. */
  async hurry(): Promise<void> {
    const { pool, fleet } = this.#rig;
    if (!this.#hurries) return;
    // A vehicle whose gateway was killed before it acknowledged the failure says it once more, before it hears of the next attempt.
    await pool.query(
      `update ota_execution set next_time = now() where status = 7 and next_time > now() and next_time < now() + interval '595 s'`,
    );
    const stuck = fleet.stuck.map((job) => job.split('.'));
    if (stuck.length === 0) return;
    const { rows } = await pool.query<{ id: string; attempt: number }>(
      `update ota_execution x set deadline = now() from unnest($1::bigint[], $2::int[]) as u (id, attempt)
       where x.id = u.id and x.attempt = u.attempt and x.deadline > now() returning x.id::text as id, x.attempt`,
      [stuck.map(([id]) => id), stuck.map(([, attempt]) => attempt)],
    );
    const done = new Set(rows.map(({ id, attempt }) => `${id}.${attempt}`));
    fleet.stuck.splice(0, fleet.stuck.length, ...fleet.stuck.filter((job) => !done.has(job)));
  }

  async #state() {
    const { rows } = await this.#rig.pool.query<{ status: number; ended: number; open: number }>(
      `select t.status::int as status, coalesce(c.ended, 0)::int as ended, coalesce(c.open, 0)::int as open from ota_task t
       left join lateral (select sum(n) filter (where c.status >= 5) as ended, sum(n) filter (where c.status between 1 and 4) as open
         from ota_execution_count c where c.task_id = t.id) c on true where t.id = $1`,
      [this.#id],
    );
    return rows[0] ?? { status: 0, ended: 0, open: 0 };
  }

  async #until(what: string, is: (state: { status: number; ended: number; open: number }) => boolean): Promise<void> {
    for (const end = Date.now() + patienceMs; ; await sleep(lookEveryMs)) {
      const state = await this.#state().catch(() => undefined);
      if (state && is(state)) return;
      if (state?.status === paused) await this.#watch('automatic');
      this.#progress(state);
      if (Date.now() > end) throw new Error(`${what} does not happen: ${JSON.stringify(state)}`);
    }
  }

  #ended(share: number): Promise<void> {
    return this.#until(`${share * 100} %`, ({ ended }) => ended >= share * this.#options.vehicles);
  }

  async #suffer(fault: string, harm: () => Promise<void> | void): Promise<void> {
    await harm();
    this.faults.push(fault);
    this.#note(fault);
  }

  /** Watches a paused task for a while, then lets it go on. */
  async #watch(kind: Pause['kind']): Promise<void> {
    const { pool, fleet, call } = this.#rig;
    const watch = await PauseWatch.begin({ pool, fleet, taskId: this.#id, kind });
    this.#note(`paused, ${kind}`);
    await sleep(this.#isSmall ? 1_500 : 6_000);
    // Whoever is at it ends first: what goes wrong with the bad batch is not counted again.
    for (const end = Date.now() + restMs; fleet.awake > 0 && Date.now() < end;) await sleep(lookEveryMs);
    this.pauses.push(await watch.end());
    await call(`${task}/transition`, { id: this.#id, action: 'resume', remark: 'Trial' });
    this.#note('goes on');
  }

  async #kill(process: Process): Promise<void> {
    await this.#starts.get(process);
    await process.end('SIGKILL');
  }

  /** Meanwhile the others do its work. As a process manager would, it starts it again where it ends because the database is away. */
  #startAgain(process: Process): void {
    const start = async (triesLeft: number): Promise<void> => {
      try {
        await process.start();
      } catch (error) {
        await process.end('SIGKILL');
        if (triesLeft === 0) throw error;
        await sleep(lookEveryMs);
        await start(triesLeft - 1);
      }
    };
    const started = start(mostTries);
    started.catch(() => undefined);
    this.#starts.set(process, started);
  }

  /** A bad batch, until the task is paused because of it; a worker is killed meanwhile. */
  async #badBatch(): Promise<void> {
    const { fleet, worker } = this.#rig;
    this.#hurries = false;
    fleet.road.isBad = true;
    await this.#ended(0.16);
    await this.#suffer('kill -9 of a worker while failures rise', () => this.#kill(worker));
    await this.#until('the automatic pause', ({ status }) => status === paused);
    fleet.road.isBad = false;
    this.#startAgain(worker);
    await this.#watch('automatic');
    this.#hurries = true;
  }

  /** Paused by hand right after a gateway was killed, while much waits for its vehicles. */
  async #pauseWithoutGateway(): Promise<void> {
    const { gateways, call } = this.#rig;
    await this.#suffer('kill -9 of a gateway, then a pause', () => this.#kill(gateways[1]));
    await sleep(300);
    await call(`${task}/transition`, { id: this.#id, action: 'pause', remark: 'Trial' });
    this.#startAgain(gateways[1]);
    await this.#watch('by hand');
  }

  async run(): Promise<void> {
    const { gateways, worker, killDatabase } = this.#rig;
    await this.#ended(0.06);
    await this.#suffer('kill -9 of a gateway', () => this.#kill(gateways[0]));
    await this.#ended(0.12);
    this.#startAgain(gateways[0]);
    await this.#badBatch();
    await this.#ended(0.4);
    await this.#suffer('kill -9 of PostgreSQL', killDatabase);
    await this.#ended(0.55);
    await this.#pauseWithoutGateway();
    await this.#ended(0.7);
    await this.#suffer('kill -9 of a worker', () => this.#kill(worker));
    if (!this.#isSmall) {
      await sleep(500);
      await this.#suffer('kill -9 of PostgreSQL, a worker away', killDatabase);
    }
    await this.#ended(0.8);
    this.#startAgain(worker);
    await this.#finish();
    await Promise.all(this.#starts.values());
  }

  /** What vehicles never heard of, as its gateway was killed with it, is over when nobody has anything more to say. */
  async #finish(): Promise<void> {
    const { pool, fleet } = this.#rig;
    for (let quiet = 0, end = Date.now() + patienceMs; ; await sleep(lookEveryMs)) {
      const state = await this.#state().catch(() => undefined);
      if (state?.status === finished) return this.#note('finished');
      if (state?.status === paused) await this.#watch('automatic');
      this.#progress(state);
      if (Date.now() > end) throw new Error(`the task does not finish: ${JSON.stringify(state)}`);
      const isWaiting = state && state.ended + state.open === this.#options.vehicles;
      quiet = isWaiting && fleet.awake === 0 ? quiet + 1 : 0;
      // Those that got their job a moment ago are called in a moment.
      const jobSec = timeoutMin(this.#options) * 60 - 5;
      if (quiet > 10)
        await pool
          .query(
            'update ota_execution set deadline = now() where deadline > now() and deadline < now() + make_interval(secs => $2) and task_id = $1',
            [this.#id, jobSec],
          )
          .catch(() => undefined);
    }
  }
}

/** Rolls an update out to a fleet, kills parts of the platform meanwhile, and counts on both sides. */
export async function runOtaFaults(options: OtaFaultOptions): Promise<OtaFaultReport> {
  const rig = await startRig(options.vehicles);
  try {
    const { id, seconds: freeze } = await startTask(rig, options);
    const trial = new Trial(rig, id, options);
    const begun = performance.now();
    const stops = [every(callEveryMs, () => trial.callVehicles()), every(hurryEveryMs, () => trial.hurry())];
    try {
      await trial.run();
    } finally {
      for (const stop of stops) await stop();
    }
    const rollOut = (performance.now() - begun) / 1000;
    const { counts, wrong } = await compare({
      ...rig,
      taskId: id,
      pauses: trial.pauses,
      ratePerMinute: options.ratePerMinute,
    });
    return { counts, wrong, pauses: trial.pauses, faults: trial.faults, seconds: { freeze, rollOut } };
  } finally {
    await rig.stop();
  }
}
