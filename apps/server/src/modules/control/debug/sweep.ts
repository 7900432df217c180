import { inCodes } from '../../../db/in-codes.ts';
import type { CommandStep } from '@wheelhouse/entities/control/control-commands';
import { sql } from 'kysely';
import type { Tx } from '../../../db/pool.ts';
import { openCommands, status } from '../state.ts';
import { stepsText } from '../store.ts';
import { addFrames } from './frames.ts';
import { endOverdue } from './session.ts';

const perSweep = 500;

/** Ends what nobody answered in time, sessions and logs whose time is over. @returns how many moved */
export async function sweepDebug(tx: Tx, now: number): Promise<number> {
  const step: CommandStep[] = [{ at: now, step: 'timeout' }];
  const { rows } = await sql<{ session: string; commandId: string; cmdCode: string }>`
    with due as (select id from veh_debug_record where status ${inCodes(openCommands)} and due_time <= ${new Date(now)} order by due_time limit ${perSweep} for update skip locked)
    update veh_debug_record r set status = ${status.timedOut}, result_code = 'NO_ANSWER', finish_time = ${new Date(now)}, due_time = null,
      steps = r.steps || ${stepsText(step, 0)}::jsonb, rev = r.rev + 1, update_time = now()
    from due, veh_debug_session s where r.id = due.id and s.session_id = r.session_id
    returning s.id::text as session, r.command_id as "commandId", r.cmd_code as "cmdCode"`.execute(tx);
  for (const { session, commandId, cmdCode } of rows)
    await addFrames(tx, session, [{ dir: 'note', commandId, cmdCode, data: { event: 'timeout' } }]);
  const { rows: logs } = await sql<{ id: string }>`
    with due as (select id from veh_debug_session where close_time is null and log_until <= ${new Date(now)} limit ${perSweep} for update skip locked)
    update veh_debug_session s set log_until = null from due where s.id = due.id returning s.id::text as id`.execute(
    tx,
  );
  for (const { id } of logs) await addFrames(tx, id, [{ dir: 'note', data: { event: 'logEnded' } }]);
  return rows.length + (await endOverdue(tx, now));
}
