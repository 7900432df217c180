import { codes } from '@wheelhouse/entities/codes';
import { machines } from '@wheelhouse/entities/machines';
import { sql } from 'kysely';
import type { Text } from '@wheelhouse/contract/lang';
import type { Db, Tx } from '../../db/pool.ts';
import { sendCommand } from '../control/service.ts';
import { addNote } from './notes.ts';
import type { UplinkHandler } from '../../gateway/service.ts';

/** D:ControlReason, theft. */
const theft = '3';
/** A stolen vehicle may be offline for long; the command waits up to a day. */
const waitSec = 86_400;

interface PowerOrder {
  readonly vehicleId: string;
  readonly command: 'CUT_POWER' | 'RESTORE_POWER';
  readonly caseNo: string;
  readonly remark: string;
  readonly operatorId: string;
}

/**
 * Sends a power command; it takes effect at standstill only.
 * @returns its number @throws AppError refusals of the control module (2401 one is under way, 2404 moving …)
 */
export async function sendPower(tx: Tx, { caseNo, ...order }: PowerOrder): Promise<string> {
  const { commandId } = await sendCommand(tx, {
    ...order,
    params: { caseNo },
    reasonCode: theft,
    source: 'console',
    ttlSec: waitSec,
  });
  return commandId;
}

type Outcome = 'succeeded' | 'failed';

const said: Readonly<Record<PowerOrder['command'], Readonly<Record<Outcome, Text>>>> = {
  CUT_POWER: {
    succeeded: { zh: '车辆已断电锁定', en: 'Vehicle power cut' },
    failed: { zh: '锁车未成功', en: 'Power cut failed' },
  },
  RESTORE_POWER: {
    succeeded: { zh: '车辆已恢复供电', en: 'Vehicle power restored' },
    failed: { zh: '解除锁车未成功', en: 'Restoring power failed' },
  },
};

interface Result {
  readonly commandId: string;
  readonly outcome: Outcome;
  /** Who answered, which has to be the command's own vehicle; null: nobody did. */
  readonly vehicleId: string | null;
}

interface Settled {
  readonly id: string;
  readonly command: PowerOrder['command'];
}

/**
 * What came of a power command of a case, wherever it was sent from. A success always counts; a failure only for the
 * command that the case waits for. Other commands change nothing.
 */
async function settlePower(db: Db | Tx, { commandId, outcome, vehicleId }: Result): Promise<void> {
  const waits = sql`(c.lock_command_id = k.command_id and c.lock_status in (${codes.StolenLockStatus.cutting}, ${codes.StolenLockStatus.restoring}))`;
  const { rows } = await sql<Settled>`
    update veh_stolen_case c set rev = c.rev + 1, update_time = now(), lock_command_id = k.command_id,
      lock_status = case when (k.command = 'CUT_POWER') = ${outcome === 'succeeded'} then ${codes.StolenLockStatus.cut}::smallint else ${codes.StolenLockStatus.none}::smallint end
    from veh_control_command k
    where k.command_id = ${commandId} and k.command in ('CUT_POWER', 'RESTORE_POWER') and c.case_no = k.case_no and not c.deleted
      and k.vehicle_id = coalesce(${vehicleId}::bigint, k.vehicle_id)
      and ${outcome === 'succeeded' ? sql`true` : waits}
    returning c.id::text as id, k.command`.execute(db);
  for (const { id, command } of rows)
    await addNote(db, {
      caseId: id,
      kind: codes.StolenNoteKind.power,
      text: said[command][outcome],
      operatorId: null,
      commandId,
    });
}

const { succeeded, failed, timedOut, cancelled, expired } = machines['SM-Command'].states;
const final = [succeeded, failed, timedOut, cancelled, expired];

/** Settles cases whose command is over without an answer of the vehicle, or whose answer has not reached them. */
export async function settleSilent(tx: Tx): Promise<void> {
  const { rows } = await sql<{ commandId: string; status: number }>`
    select k.command_id, k.status from veh_stolen_case c join veh_control_command k on k.command_id = c.lock_command_id
    where c.lock_status in (${codes.StolenLockStatus.cutting}, ${codes.StolenLockStatus.restoring}) and k.status in (${sql.join(final)})`.execute(
    tx,
  );
  for (const { commandId, status } of rows)
    await settlePower(tx, { commandId, outcome: status === succeeded ? 'succeeded' : 'failed', vehicleId: null });
}

/** Handles answers of stolen vehicles to power commands. */
export const takePowerAnswers: UplinkHandler = async (db, messages) => {
  for (const { ref, state, vehicleId } of messages) {
    const outcome = state === 'rejected' ? 'failed' : state;
    if (ref !== null && (outcome === 'succeeded' || outcome === 'failed'))
      await settlePower(db, { commandId: ref, outcome, vehicleId });
  }
};
