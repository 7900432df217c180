import { sql, type RawBuilder } from 'kysely';
import { withTransaction, type Tx } from '../../../db/pool.ts';
import type { App } from '../../../http/context.ts';
import { callOff, devicesOf } from './cancel.ts';
import { notifyReverted } from './notices.ts';
import { actors, execStates, lockExecutions, type Changed, type Execution } from './rows.ts';
import { asLate, asReverted } from './steps.ts';
import { saveExecutions } from './store.ts';

const { notified, downloading, ready, installing, succeeded, rolledBack } = execStates;
/** States in which a vehicle may have a job. */
const withJob: readonly number[] = [notified, downloading, ready];
const most = 500;

/** Same version, with or without the V. */
export const sameVersion = (one: string, other: string): RawBuilder<unknown> =>
  sql.raw(`ltrim(${one}, 'V') = ltrim(${other}, 'V')`);

/** That the part of the execution `x` runs the new version, and does not say that its test of itself failed. */
export const hasVersion = sql`exists (select from veh_ecu e where e.vehicle_id = x.vehicle_id and e.device_type = x.device_type
  and not e.deleted and coalesce(e.self_test, 1) = 1 and ${sameVersion('e.software_version', 'x.to_version')})`;

/** Executions of these whose part runs the new version, and those whose part runs the one before. */
export async function installedOf(tx: Tx, rows: readonly Execution[]) {
  const { rows: found } = await sql<{ id: string; isNew: boolean; isOld: boolean }>`
    select x.id::text as id, ${hasVersion} as is_new, exists (select from veh_ecu e where e.vehicle_id = x.vehicle_id and e.device_type = x.device_type
      and not e.deleted and ${sameVersion('e.software_version', 'x.from_version')}) as is_old
    from ota_execution x where x.id = any(${rows.map(({ id }) => id)}::bigint[])`.execute(tx);
  return {
    isNew: new Set(found.filter((one) => one.isNew).map(({ id }) => id)),
    isOld: new Set(found.filter((one) => one.isOld).map(({ id }) => id)),
  };
}

/** A vehicle that came to the version after its attempt had been given up. */
export const lateSuccess = (row: Execution): Changed => ({
  row: asLate(row),
  entries: [{ event: 'lateSuccess', status: succeeded, actor: actors.vehicle, text: row.toVersion }],
});

const reverted = (row: Execution): Changed => ({
  row: asReverted(row),
  entries: [{ event: 'reverted', status: rolledBack, code: 'E09', actor: actors.vehicle }],
});

/** What follows for the last execution of a part whose software has changed. */
function afterNews(row: Execution, isNew: boolean, isOld: boolean): Changed | undefined {
  if (row.status === succeeded) return isOld && !isNew ? reverted(row) : undefined;
  // The first attempt says itself that it installs; a later one has nothing more to do.
  const isFirst = row.attempt === 1 && (row.status === downloading || row.status === ready);
  return isNew && row.status !== installing && !isFirst ? lateSuccess(row) : undefined;
}

const takeSomeNews = ({ db }: Pick<App, 'db'>): Promise<{ taken: number; changed: number }> =>
  withTransaction(db, async (tx) => {
    const { rows: news } = await sql<{ vehicleId: string; deviceType: number }>`
      delete from ota_part_news where id in (select id from ota_part_news order by id limit ${most} for update skip locked)
      returning vehicle_id::text as vehicle_id, device_type::int as device_type`.execute(tx);
    if (news.length === 0) return { taken: 0, changed: 0 };
    const parts = JSON.stringify(news.map(({ vehicleId, deviceType }) => ({ vehicle: vehicleId, type: deviceType })));
    const rows = await lockExecutions(tx, {
      where: sql`x.id in (select (select max(o.id) from ota_execution o where o.vehicle_id = n.vehicle and o.device_type = n.type and o.attempt > 0 and not o.deleted)
        from json_to_recordset(${parts}::json) as n (vehicle bigint, type smallint))`,
      most,
    });
    const { isNew, isOld } = await installedOf(tx, rows);
    const all = rows.map((row) => ({ row, after: afterNews(row, isNew.has(row.id), isOld.has(row.id)) }));
    const changed = all.flatMap(({ after }) => after ?? []);
    await saveExecutions(tx, changed);
    const over = all.filter(({ row, after }) => after !== undefined && withJob.includes(row.status));
    await callOff(
      tx,
      await devicesOf(
        tx,
        over.map(({ row }) => row),
      ),
    );
    await notifyReverted(
      tx,
      changed.filter(({ row }) => row.status === rolledBack).map(({ row }) => row),
    );
    return { taken: news.length, changed: changed.length };
  });

/**
 * Late successes and updates that were undone, as parts report them: the version is believed whenever it comes, and the one before as well.
 * @returns how many executions changed
 */
export async function takeNews(app: Pick<App, 'db'>): Promise<number> {
  let changed = 0;
  for (let taken = most; taken === most;) {
    const done = await takeSomeNews(app);
    taken = done.taken;
    changed += done.changed;
  }
  return changed;
}
