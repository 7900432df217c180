import { codes } from '@wheelhouse/entities/codes';
import type { OtaExclusion } from '@wheelhouse/contract/calls/ota/versions';
import { sql } from 'kysely';
import type { Tx } from '../../../db/pool.ts';
import { scopeOfAccount } from '../../access/service.ts';
import type { TaskFirmware } from './firmware.ts';
import { targetColumns } from './stored-task.ts';
import { judged, targetOf, type Target } from './target.ts';
import type { StartedTask } from './start.ts';

/** Why a vehicle is not told: `left` where it is no longer among those that the task is for. */
export type Unfit = Extract<OtaExclusion, 'current' | 'unsupported' | 'fromVersion' | 'dependency'> | 'left';
/** What passes: the vehicle waits until it is over, as for its readiness. */
const passing: readonly OtaExclusion[] = ['inactive', 'stolen', 'offline', 'busy'];
const lasting: readonly Unfit[] = ['current', 'unsupported', 'fromVersion', 'dependency', 'left'];

/** A list names vehicles and not conditions: whoever is in it stays in it. */
const fixedTarget = (target: Target): Target =>
  target.targetMode === codes.OtaTargetMode.vinList
    ? {
        ...target,
        targetMode: codes.OtaTargetMode.conditions,
        vehicleTypeIds: [],
        fromVersions: [],
        hardwareVersions: [],
        cityCodes: [],
        dealerIds: [],
        productionFrom: null,
        productionTo: null,
        tagIds: [],
      }
    : target;

/**
 * Judges the conditions of a task once more for vehicles that are about to be told, as at its start: software, hardware, parts and owners change
 * while stages wait. @returns those that are left out, by vehicle
 */
export async function unfitOf(
  tx: Tx,
  taskId: string,
  firmware: TaskFirmware,
  vehicleIds: readonly string[],
): Promise<ReadonlyMap<string, Unfit>> {
  if (vehicleIds.length === 0) return new Map();
  const { rows: stored } = await sql<StartedTask>`
    select ${targetColumns} from ota_task t where t.id = ${taskId}`.execute(tx);
  const [task] = stored;
  if (task === undefined) return new Map();
  const userId = task.createBy ?? '0';
  const asked = {
    target: fixedTarget(targetOf(task, taskId)),
    firmware,
    scope: await scopeOfAccount(tx, userId),
    userId,
    among: sql`v.id = any(${[...vehicleIds]}::bigint[])`,
  };
  const { rows } = await sql<{ id: string; reason: OtaExclusion | null }>`
    select j.id::text as id, j.reason from (${judged(asked)}) j`.execute(tx);
  const reasons = new Map(rows.map(({ id, reason }) => [id, reason]));
  return new Map(
    vehicleIds.flatMap((id): [string, Unfit][] => {
      const reason = reasons.get(id);
      if (reason === null || (reason !== undefined && passing.includes(reason))) return [];
      return [[id, lasting.find((one) => one === reason) ?? 'left']];
    }),
  );
}
