import { machines } from '@wheelhouse/entities/machines';
import { sql } from 'kysely';
import type { Tx } from '../../../db/pool.ts';

const { downloading, installing } = machines['SM-OtaExecution'].states;

/** Ids among `vehicleIds` of vehicles that were told to update and have not come to an end with it. */
export async function withUpdate(tx: Tx, vehicleIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select distinct vehicle_id::text as id from ota_execution
    where vehicle_id = any(${[...vehicleIds]}::bigint[]) and status between ${downloading} and ${installing} and not deleted`.execute(
    tx,
  );
  return new Set(rows.map(({ id }) => id));
}
