import type { OtaEmergency } from '@wheelhouse/contract/calls/ota/tasks';
import { codes } from '@wheelhouse/entities/codes';
import { machines } from '@wheelhouse/entities/machines';
import { entityNamed } from '@wheelhouse/entities/registry';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Tx } from '../../../db/pool.ts';
import { audit } from '../../../entity/audit.ts';
import { findInScope } from '../../../entity/read.ts';
import { defineCall, type Call } from '../../../http/call.ts';
import type { CallContext } from '../../../http/context.ts';
import { id } from '../../../http/kit.ts';
import { notifyProgress } from '../../messages/service.ts';
import { callOff, devicesOf } from './cancel.ts';
import { notifyEmergency } from './notices.ts';
import { actors, execStates, hasJob, lockExecutions, taskStates } from './rows.ts';
import { asRecalled } from './steps.ts';
import { saveExecutions } from './store.ts';

const task = entityNamed('otaTask');
const { waiting, running, paused } = taskStates;
const { notified, installing } = execStates;
const { released, disabled } = machines['SM-Firmware'].states;
/** More than the tasks of a package have. */
const all = 1_000_000;

const emergencyScope = defineCall('POST /ps/crm/otaTask/emergencyScope', {
  access: 'taskList.run',
  effect: 'reads',
  body: z.object({ id }),
  summary: { zh: '紧急停止会停止和召回什么', en: 'What an emergency stop would stop and recall' },
  async run(ctx, { id: taskId }): Promise<OtaEmergency> {
    const { firmwareId } = await findInScope(ctx, task, taskId);
    const { rows } = await sql<OtaEmergency>`
      select f.name as firmware, f.version,
        coalesce((select json_agg(json_build_object('id', t.id::text, 'taskNo', t.task_no, 'name', t.name, 'status', t.status) order by t.id)
          from ota_task t where t.firmware_id = f.id and t.status in (${waiting}, ${running}, ${paused}) and not t.deleted), '[]') as tasks,
        n.recalled, n.installing
      from ota_firmware f cross join lateral (
        select count(*) filter (where ${hasJob})::int as recalled, count(*) filter (where x.status = ${installing})::int as installing
        from ota_task t join ota_execution x on x.task_id = t.id and not x.deleted
        where t.firmware_id = f.id and t.status in (${running}, ${paused}) and not t.deleted) n
      where f.id = ${String(firmwareId)}`.execute(ctx.app.db);
    const [found] = rows;
    if (found === undefined) throw new Error('a task has no package');
    return found;
  },
});

interface Stop {
  readonly taskId: string;
  readonly taskNo: string;
  readonly firmwareId: string;
  readonly reason: string;
}

/** Every other task of the package that runs is paused, for the same reason. @returns all that vehicles may have jobs of */
async function pauseAll(
  tx: Tx,
  ctx: CallContext,
  { taskId, firmwareId }: Stop,
  why: string,
): Promise<readonly string[]> {
  const { rows } = await sql<{ id: string; status: number; isOther: boolean }>`
    with was as (select t.id, t.status from ota_task t where t.firmware_id = ${firmwareId} and t.generation = ${codes.OtaGeneration.new}
      and t.status in (${running}, ${paused}) and not t.deleted order by t.id for no key update)
    update ota_task t set status = ${paused}, auto_paused = 1, paused_reason = ${why}, rev = t.rev + 1, update_by = ${ctx.user.id}, update_time = now()
    from was where t.id = was.id and t.id <> ${taskId} returning t.id::text as id, was.status::int as status, true as is_other`.execute(
    tx,
  );
  for (const { id: other, status } of rows) {
    await audit(tx, ctx, {
      action: 'emergencyStop',
      entity: 'otaTask',
      entityId: other,
      functionCode: 'taskList.run',
      before: { status },
      after: { status: paused, pausedReason: why },
    });
    await notifyProgress(tx, 'otaTask', other);
  }
  return [taskId, ...rows.map((row) => row.id)];
}

/** Nobody gets the package any more: no task of it starts or goes on before a second person has enabled it again. */
async function disable(tx: Tx, ctx: CallContext, { firmwareId }: Stop, why: string): Promise<void> {
  const { rows } = await sql`
    update ota_firmware set status = ${disabled}, status_reason = ${why}, rev = rev + 1, update_by = ${ctx.user.id}, update_time = now()
    where id = ${firmwareId} and status = ${released} returning id`.execute(tx);
  if (rows.length === 0) return;
  await audit(tx, ctx, {
    action: 'disable',
    entity: 'firmware',
    entityId: firmwareId,
    functionCode: 'taskList.run',
    before: { status: released },
    after: { status: disabled, statusReason: why },
  });
}

/**
 * An emergency stop: the package is disabled, all of its tasks are paused, jobs that vehicles have not begun to install are called off, and with them
 * their addresses are over. The task that it is asked of is locked, and its own state is the caller's to store. @returns why it is paused
 */
export async function stopPackage(tx: Tx, ctx: CallContext, stop: Stop): Promise<string> {
  const why = `紧急停止 / Emergency stop（${stop.taskNo}）：${stop.reason}`.slice(0, 200);
  await disable(tx, ctx, stop, why);
  const tasks = await pauseAll(tx, ctx, stop, why);
  const rows = await lockExecutions(tx, {
    where: sql`x.task_id = any(${[...tasks]}::bigint[]) and ${hasJob}`,
    most: all,
  });
  await saveExecutions(
    tx,
    rows.map((row) => ({
      row: asRecalled(row),
      entries: [{ event: 'recall', status: notified, actor: actors.user, userId: ctx.user.id, text: stop.reason }],
    })),
  );
  await callOff(tx, await devicesOf(tx, rows));
  await notifyEmergency(tx, { ...stop, tasks: tasks.length, recalled: rows.length });
  return why;
}

export const emergencyCalls: readonly Call[] = [emergencyScope];
