import { sql } from 'kysely';
import type { Db, Tx } from '../db/pool.ts';
import type { App } from './context.ts';
import { AppError } from './errors.ts';
import { RateLimit } from './rate.ts';

const seconds = { minute: 60, hour: 3600, day: 24 * 3600 } as const;

/**
 * How often an owner may make a call. What counts by the minute is kept by each process, for floods; by hour or day in the database, so that it holds
 * over processes and restarts.
 */
export interface AppLimit {
  readonly most: number;
  readonly within: keyof typeof seconds;
  /** The same by vehicle, for all who may use it together: the call counts it once it knows that the caller may (`ctx.countVehicle`). */
  readonly ofVehicle?: number;
}

const floods = new WeakMap<App, Map<string, RateLimit>>();

function flood(app: App, name: string, most: number): RateLimit {
  const known = floods.get(app) ?? new Map<string, RateLimit>();
  floods.set(app, known);
  const limit = known.get(name) ?? new RateLimit(most, most / seconds.minute);
  known.set(name, limit);
  return limit;
}

interface Counted extends Omit<AppLimit, 'ofVehicle'> {
  readonly path: string;
  /** Whose calls are counted: an owner's, or a vehicle's. */
  readonly of: `owner ${string}` | `vehicle ${string}`;
}

/** @throws AppError 1104 too many */
export async function countCall(app: App, db: Db | Tx, { path, of, most, within }: Counted): Promise<void> {
  if (within === 'minute') {
    const [kind = ''] = of.split(' ');
    if (flood(app, `${path} ${kind}`, most).take(of)) return;
  } else {
    const { rows } = await sql<{ allowed: boolean }>`
      select allowed from count_attempt('app-call', ${`${path} ${of}`}, ${most}, ${seconds[within]})`.execute(db);
    if (rows[0]?.allowed === true) return;
  }
  throw new AppError(1104);
}
