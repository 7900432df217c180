import { keysOf } from '@wheelhouse/contract/object';
import { formatDay } from '@wheelhouse/contract/time';
import { addDays } from '@wheelhouse/entities/statistics/period';
import type { PoolClient } from 'pg';
import { clientTransaction } from '../../../db/pool.ts';
import type { App } from '../../../http/context.ts';
import { AppError } from '../../../http/errors.ts';
import { buildActiveDay } from './active.ts';
import { buildBatteryDay } from './battery.ts';

/** Tables of days, and what builds one of their days from records, whatever it held before. */
export const dayTables = {
  stat_active_day: buildActiveDay,
  stat_battery_day: buildBatteryDay,
} as const satisfies Readonly<Record<string, (client: PoolClient, day: string) => Promise<number>>>;
export type DayTable = keyof typeof dayTables;

/** Data that comes later than this many days is counted when somebody builds its day again. */
const lateDays = 3;
const buildLock = 7_239_455;

/** Builds days of some tables, each in a transaction of its own: a day is whole, before and after. @throws AppError 8002 somebody builds already */
export async function buildDays(app: App, tables: readonly DayTable[], days: readonly string[]): Promise<number> {
  let built = 0;
  for (const day of days)
    for (const name of tables)
      built += await clientTransaction(app.pool, async (client) => {
        const { rows: locks } = await client.query<{ free: boolean }>('select pg_try_advisory_xact_lock($1) as free', [
          buildLock,
        ]);
        if (locks[0]?.free !== true) throw new AppError(8002);
        const rows = await dayTables[name](client, day);
        await client.query(
          `insert into stat_built (name, stat_date, build_time, rows) values ($1, $2, now(), $3)
           on conflict (name, stat_date) do update set build_time = excluded.build_time, rows = excluded.rows`,
          [name, day, rows],
        );
        return rows;
      });
  return built;
}

/** Every night: yesterday, and the days before for which data may have come late (catalogue 11, §0). */
export async function buildLastDays(app: App): Promise<void> {
  const today = formatDay(new Date());
  await buildDays(
    app,
    keysOf(dayTables),
    Array.from({ length: lateDays }, (_, n) => addDays(today, n - lateDays)),
  );
}

/** Every hour: today, as far as it has come. */
export async function buildToday(app: App): Promise<void> {
  await buildDays(app, ['stat_battery_day'], [formatDay(new Date())]);
}

const keptDays = 1_100;

/** Days end after three years. */
export async function forgetDays({ pool }: App): Promise<void> {
  const last = addDays(formatDay(new Date()), 0 - keptDays);
  for (const table of ['stat_battery_day', 'stat_online_peak', 'stat_app_day', 'stat_built'])
    await pool.query(`delete from ${table} where stat_date < $1`, [last]);
}
