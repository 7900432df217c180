import { codes } from '@wheelhouse/entities/codes';
import { sql } from 'kysely';
import type { Tx } from '../../../../db/pool.ts';

const stages = [{ percent: 100, count: null, minHours: null, minSuccessRate: null, minSample: null }] as const;

/** The one way in which tasks of the first platform go: all vehicles of a list, one stage, nobody is asked, it never pauses. */
export const oldTarget = {
  taskType: codes.OtaTaskType.full,
  targetMode: codes.OtaTargetMode.vinList,
  stages,
} as const;

/** It as columns of a task, where the worker reads the strategy of every task. */
export const oldStrategy = {
  task_type: oldTarget.taskType,
  target_mode: oldTarget.targetMode,
  stages: JSON.stringify(stages),
  current_stage: 1,
  upgrade_mode: codes.UpgradeMode.silent,
  min_soc: 30,
  allow_charging: 1,
  min_csq: 0,
  require_aux: 0,
  rate_per_minute: 100,
  retry_interval_min: 10,
  download_timeout_min: 30,
  install_timeout_min: 20,
} as const;

export async function writeStrategy(tx: Tx, id: string): Promise<void> {
  const sets = Object.entries(oldStrategy).map(([column, value]) => sql`${sql.ref(column)} = ${value}`);
  await sql`update ota_task set ${sql.join(sets)} where id = ${id}`.execute(tx);
}
