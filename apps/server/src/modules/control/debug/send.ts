import { inCodes } from '../../../db/in-codes.ts';
import { encodeFrame, encodeValues } from '@wheelhouse/contract/device/debug-frame';
import type { CommandDownlink } from '@wheelhouse/contract/device/payloads';
import { fill } from '@wheelhouse/contract';
import type { CommandStep } from '@wheelhouse/entities/control/control-commands';
import { lastSix } from '@wheelhouse/entities/control/control-commands';
import { orderedCommands } from '@wheelhouse/entities/control/debug-command';
import { checkParams, fieldsOf } from '@wheelhouse/entities/control/debug-schema';
import { fieldLabels } from '@wheelhouse/entities/labels';
import { validationTexts } from '@wheelhouse/entities/validation-texts';
import { sql } from 'kysely';
import type { Tx } from '../../../db/pool.ts';
import { holds } from '../../../entity/read.ts';
import { publishDown } from '../../../gateway/service.ts';
import type { CallContext } from '../../../http/context.ts';
import { AppError } from '../../../http/errors.ts';
import { refuseField } from '../../../http/field-texts.ts';
import { readFacts, standingKmh, type Facts } from '../facts.ts';
import { newCommandId } from '../id.ts';
import { confirmText } from '../texts.ts';
import { openCommands, status } from '../state.ts';
import { stepsText } from '../store.ts';
import { addFrames } from './frames.ts';
import type { Session } from './session.ts';

export interface DebugOrder {
  readonly cmdCode: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly confirmVin6?: string | undefined;
  readonly workOrderNo?: string | undefined;
  readonly reason?: string | undefined;
}

interface LibraryCommand {
  readonly id: string;
  readonly cmdCode: string;
  readonly deviceType: number;
  readonly opcode: string;
  readonly direction: number;
  readonly paramSchema: unknown;
  readonly timeoutSec: number;
  readonly dangerous: number;
}

const reading = 1;
/** Above this the device itself refuses to be written to, m/s. */
const mostSpeed = 1;

async function commandOf(tx: Tx, cmdCode: string): Promise<LibraryCommand> {
  const { rows } = await sql<LibraryCommand>`
    select id::text as id, cmd_code as "cmdCode", device_type as "deviceType", opcode, direction, param_schema as "paramSchema", timeout_sec as "timeoutSec", dangerous
    from veh_debug_command where cmd_code = ${cmdCode} and enabled = 1 and not deleted`.execute(tx);
  if (!rows[0]) throw new AppError(1002);
  return rows[0];
}

/** @throws AppError 1003, 1001 */
function confirmDanger(ctx: CallContext, facts: Facts, order: DebugOrder): void {
  if (!holds(ctx.user, 'vehicleRemoteDebugging.danger')) throw new AppError(1003);
  const errors = [];
  if (order.confirmVin6?.trim().toUpperCase() !== lastSix(facts.name))
    errors.push({ field: 'confirmVin6', message: confirmText[ctx.lang] });
  const label = fieldLabels.reason[ctx.lang];
  if ((order.reason ?? '').length < 2)
    errors.push({ field: 'reason', message: fill(validationTexts.minLength[ctx.lang], { label, n: 2 }) });
  if (errors.length > 0) throw new AppError(1001, undefined, { errors });
}

/** Refuses by the vehicle's state. @throws AppError 2403, 2412, 2413 */
function refuseByState(facts: Facts, command: LibraryCommand, workOrderNo: string | null): void {
  if (facts.bound && orderedCommands.includes(command.cmdCode) && workOrderNo === null) throw new AppError(2412);
  if (!facts.online) throw new AppError(2403);
  if (command.direction !== reading && facts.fresh && (facts.speedKmh ?? 0) >= standingKmh) throw new AppError(2413);
}

function frameOf(command: LibraryCommand, order: DebugOrder, ctx: CallContext): string {
  const schema = fieldsOf(command.paramSchema);
  const errors = checkParams(schema, order.params, ctx.lang);
  if (errors.length > 0)
    throw new AppError(1001, undefined, {
      errors: errors.map(({ field, message }) => ({ field: `params.${field}`, message })),
    });
  try {
    return encodeFrame(command.deviceType, command.opcode, encodeValues(schema, order.params));
  } catch (error) {
    if (error instanceof RangeError) throw refuseField(ctx, 'params', 'invalid');
    throw error;
  }
}

/**
 * Sends a command of the library in a session.
 * @throws AppError 1001, 1002 unknown or disabled command, 1003, 2401 one is open, 2403 offline, 2412 no work order, 2413 riding
 */
export async function sendDebug(
  tx: Tx,
  ctx: CallContext,
  session: Session,
  order: DebugOrder,
): Promise<{ commandId: string; status: number }> {
  const command = await commandOf(tx, order.cmdCode);
  const facts = await readFacts(tx, session.vehicleId);
  if (!facts?.imei) throw new AppError(2018);
  if (command.dangerous === 1) confirmDanger(ctx, facts, order);
  const requestHex = frameOf(command, order, ctx);
  const workOrderNo = order.workOrderNo ?? session.workOrderNo;
  refuseByState(facts, command, workOrderNo);
  const now = Date.now();
  const commandId = newCommandId(now);
  const down: CommandDownlink = {
    v: 1,
    id: commandId,
    type: 'debug',
    args: { cmd: command.cmdCode, part: command.deviceType, op: command.opcode, hex: requestHex, params: order.params },
    iat: now,
    exp: now + command.timeoutSec * 1000,
    ...(command.direction !== reading && { if: { maxSpeed: mostSpeed } }),
  };
  const steps: CommandStep[] = [{ at: now, step: 'sent' }];
  const { rows } = await sql<{ id: string }>`
    insert into veh_debug_record (command_id, session_id, vehicle_id, cmd_code, device_type, params, request_hex, status, late, operator_id, work_order_no, reason, sent_time,
      due_time, steps, down, debug_command_id, create_by)
    values (${commandId}, ${session.sessionId}, ${session.vehicleId}, ${command.cmdCode}, ${command.deviceType}, ${JSON.stringify(order.params)}::jsonb, ${requestHex}, ${status.sent}, 0,
      ${ctx.user.id}, ${workOrderNo}, ${order.reason ?? null}, ${new Date(now)}, ${new Date(down.exp)}, ${stepsText(steps, 0)}::jsonb, ${JSON.stringify(down)}::jsonb, ${command.id}, ${ctx.user.id})
    on conflict (vehicle_id) where status ${inCodes(openCommands)} do nothing returning id::text as id`.execute(tx);
  if (rows.length === 0) throw new AppError(2401);
  await publishDown(tx, facts.imei, 'cmd', down, command.timeoutSec);
  await addFrames(tx, session.id, [
    { dir: 'tx', commandId, cmdCode: command.cmdCode, hex: requestHex, data: order.params },
  ]);
  return { commandId, status: status.sent };
}
