import type pg from 'pg';
import { secretOf } from '../../bench/devices.ts';
import { Fleet } from '../faults/fleet.ts';
import { compare, type FaultReport, Trial } from '../faults/trial.ts';
import { Callers } from './callers.ts';
import { signIn } from './http.ts';
import type { Installation } from './installation.ts';
import { Listeners } from './listeners.ts';

export interface Load {
  /** IMEIs of the vehicles, made by `addVehicles`. */
  readonly imeis: readonly string[];
  readonly callers: number;
  /** After each answer, ms. */
  readonly pauseMs: number;
  readonly listeners: number;
}

export interface LoadReport extends FaultReport {
  readonly requests: number;
  readonly failed: number;
  /** How often requests failed, by what was asked and what came of it. */
  readonly failures: ReadonlyMap<string, number>;
  readonly written: number;
  /** Writes that were answered as done, and are not stored. */
  readonly lost: number;
  readonly writtenTwice: number;
  /** Requests and connections that haproxy tried again. */
  readonly retries: number;
  readonly events: number;
  readonly gaps: number;
  readonly unnoticed: number;
  readonly behind: number;
}

/** Something happens to an installation while vehicles report, people work at the console and their pages listen. */
export async function underLoad(
  installation: Installation,
  pool: pg.Pool,
  { imeis, callers, pauseMs, listeners }: Load,
  work: (trial: Trial) => Promise<void>,
): Promise<LoadReport> {
  const { http, mqtt, seen } = installation.balancer;
  const token = await signIn(http, installation.adminPassword);
  const fleet = new Fleet(
    [mqtt],
    imeis.map((imei) => ({ imei, secret: secretOf(imei) })),
  );
  const people = new Callers(http, token, { pauseMs });
  const pages = new Listeners(http, token, pool);
  const trial = new Trial(pool, fleet, undefined, () => people.answers.at(-1) ?? 0);
  pages.start(listeners);
  fleet.start();
  people.start(callers);
  await work(trial);
  const { lost, twice: writtenTwice } = await people.finish(pool);
  const heard = await pages.finish();
  const counts = await compare(pool, fleet);
  const { retries } = await seen();
  return {
    ...counts,
    recoveries: trial.recoveries,
    ...people.counts,
    failures: people.failures,
    lost,
    writtenTwice,
    retries,
    ...heard,
  };
}
