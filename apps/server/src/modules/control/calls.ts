import type { SentCommand } from '@wheelhouse/contract/calls/control';
import type { OutputOf } from '@wheelhouse/entities/calls';
import { formatInstant } from '@wheelhouse/contract';
import { entityNamed } from '@wheelhouse/entities/registry';
import { sql } from 'kysely';
import { z } from 'zod';
import { wrongState } from '../../entity/state-text.ts';
import { withTransaction } from '../../db/pool.ts';
import { audit } from '../../entity/audit.ts';
import { findInScope } from '../../entity/read.ts';
import { defineCall, type Call } from '../../http/call.ts';
import type { CallContext } from '../../http/context.ts';
import { AppError } from '../../http/errors.ts';
import { parseInput } from '../../http/translate.ts';
import { allowedCommand, checkConfirmation, entryName, numberInput, sendParam, vehicleNamed } from './input.ts';
import { withdraw } from './dispatch.ts';
import { sendCommand } from './send-command.ts';
import { status } from './state.ts';
import { lockCommands, saveCommands } from './store.ts';

const log = entityNamed('vehicleControlLog');
const secondsPerHour = 3600;
const method = 'adb.vehicle.control.send';

async function send(ctx: CallContext, given: unknown): Promise<SentCommand> {
  const input = await parseInput(sendParam, given, ctx.lang);
  const command = allowedCommand(ctx, input.command);
  const vehicle = await vehicleNamed(ctx, input.vin);
  await checkConfirmation(ctx, command, vehicle.name, input);
  const { cacheHours, remark, reasonCode } = input;
  const requestId = input.requestId ?? ctx.idempotencyKey;
  return withTransaction(ctx.app.db, async (tx) => {
    const sent = await sendCommand(tx, {
      vehicleId: vehicle.id,
      command: input.command,
      params: input.params ?? {},
      reasonCode: String(reasonCode),
      ...(remark && { remark }),
      operatorId: ctx.user.id,
      source: 'console',
      ...(cacheHours && { ttlSec: cacheHours * secondsPerHour }),
      ...(requestId !== undefined && { requestId }),
      ip: ctx.ip,
      lang: ctx.lang,
    });
    await audit(tx, ctx, {
      action: 'control',
      entity: 'vehicle',
      entityId: vehicle.id,
      after: { command: input.command, ...input.params, commandId: sent.commandId, '@reason': remark ?? reasonCode },
      path: '/external/query',
      functionCode: command.button,
    });
    return sent;
  });
}

/** Row id of a command by its number, in scope. @throws AppError 1002, 1011 */
async function idOf(ctx: CallContext, commandId: string): Promise<string> {
  const { rows } = await sql<{
    id: string;
  }>`select id::text as id from veh_control_command where command_id = ${commandId}`.execute(ctx.app.db);
  await findInScope(ctx, log, rows[0]?.id ?? '0');
  return rows[0]?.id ?? '0';
}

const at = (time: number | null): string | null => (time === null ? null : formatInstant(new Date(time)));

async function result(ctx: CallContext, commandId: string): Promise<OutputOf<'POST /vehicle/controlResult'>> {
  const id = await idOf(ctx, commandId);
  const [row] = await lockCommands(ctx.app.db, sql`c.id = ${id}`, sql``);
  if (!row) throw new AppError(1002);
  return {
    commandId: row.commandId,
    command: row.command,
    status: row.status,
    resultCode: row.resultCode,
    resultMsg: row.resultCode === null ? null : entryName('CommandResult', row.resultCode, ctx.lang),
    late: row.late,
    sentTime: at(row.sentTime),
    ackTime: at(row.ackTime),
    finishTime: at(row.finishTime),
  };
}

async function cancel(ctx: CallContext, commandId: string): Promise<SentCommand> {
  const id = await idOf(ctx, commandId);
  return withTransaction(ctx.app.db, async (tx) => {
    const [row] = await lockCommands(tx, sql`c.id = ${id}`);
    if (!row) throw new AppError(1002);
    if (row.status !== status.queued) throw wrongState('CommandStatus', row.status, ctx);
    await saveCommands(tx, [withdraw(row, 'WITHDRAWN', Date.now(), ctx.user.id)]);
    await audit(tx, ctx, {
      action: 'cancel',
      entity: log.name,
      entityId: id,
      before: { status: row.status },
      after: { status: status.cancelled },
      path: '/veh/crm/control/cancel',
      functionCode: 'remoteControl.cancel',
    });
    return { commandId, status: status.cancelled };
  });
}

/** Calls of remote control. */
export const controlCalls: readonly Call[] = [
  defineCall('POST /external/query', {
    effect: 'irreversible',
    access: ['remoteControl.basic', 'remoteControl.power', 'remoteControl.advanced', 'remoteControl.stolen'],
    body: z.looseObject({ method: z.string().max(100), param: z.unknown().optional() }),
    summary: {
      zh: '下发控车指令（adb.vehicle.control.send）',
      en: 'Send a control command (adb.vehicle.control.send)',
    },
    async run(ctx, input) {
      if (input.method !== method) throw new AppError(1013);
      return send(ctx, input.param ?? {});
    },
  }),
  defineCall('POST /vehicle/controlResult', {
    access: 'remoteControl.query',
    body: z.object({ commandId: numberInput }),
    summary: { zh: '控车指令结果', en: 'Result of a control command' },
    run: (ctx, { commandId }) => result(ctx, commandId),
  }),
  defineCall('POST /veh/crm/control/cancel', {
    access: 'remoteControl.cancel',
    body: z.object({ commandId: numberInput }),
    summary: { zh: '取消待下发的指令', en: 'Cancel a queued command' },
    run: (ctx, { commandId }) => cancel(ctx, commandId),
  }),
];
