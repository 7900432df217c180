import type { CommandDownlink } from '@wheelhouse/contract/device/payloads';
import { controlCommand, type CommandStep } from '@wheelhouse/entities/control/control-commands';
import type { Db, Tx } from '../../db/pool.ts';
import { publishDown } from '../../gateway/service.ts';
import { refusalOf, type Verdict } from './facts.ts';
import { newCommandId } from './id.ts';
import { status } from './state.ts';
import type { Changed, CommandRow } from './store.ts';

/** Time-out of an online vehicle's answer; a later answer finds the command expired. */
const answerMs = 30_000;
/** Interval at which a waiting command is tried again while the vehicle is moving. */
const retryMs = 10_000;
/** Speed above which the vehicle refuses commands that require standstill, m/s. */
const mostSpeed = 1;

/** A message to the device that it must not act upon after `exp`. */
async function send(db: Db | Tx, deviceId: string, message: CommandDownlink): Promise<void> {
  await publishDown(db, deviceId, 'cmd', message, Math.max(1, Math.ceil((message.exp - message.iat) / 1000)));
}

const before = (until: number | null, time: number): number => (until === null ? time : Math.min(until, time));

/** Ends a command that was never sent, with the reason. */
export function withdraw(row: CommandRow, result: string, now: number, by?: string): Changed {
  const step: CommandStep = { at: now, step: 'cancelled', ...(by !== undefined && { by }), data: { result } };
  return {
    row: {
      ...row,
      status: status.cancelled,
      resultCode: result,
      finishTime: now,
      dueTime: null,
      tryTime: null,
      checkId: null,
    },
    steps: [step],
  };
}

async function ask(db: Db | Tx, row: CommandRow & { readonly deviceId: string }, now: number): Promise<Changed> {
  const checkId = newCommandId(now);
  const exp = before(row.cacheUntil, now + answerMs);
  const down: CommandDownlink = { v: 1, id: checkId, type: 'query', args: {}, iat: now, exp };
  await send(db, row.deviceId, down);
  return { row: { ...row, checkId, down, dueTime: exp, tryTime: null }, steps: [{ at: now, step: 'query' }] };
}

async function hand(db: Db | Tx, row: CommandRow & { readonly deviceId: string }, now: number): Promise<Changed> {
  const command = controlCommand(row.command);
  const exp = before(row.cacheUntil, now + answerMs);
  const down: CommandDownlink = {
    v: 1,
    id: row.commandId,
    type: command?.type ?? row.command,
    args: row.params,
    iat: now,
    exp,
    ...(command?.needs.includes('standing') && { if: { maxSpeed: mostSpeed } }),
  };
  await send(db, row.deviceId, down);
  return {
    row: { ...row, status: status.sent, sentTime: now, dueTime: exp, down, checkId: null, tryTime: null },
    steps: [{ at: now, step: 'sent' }],
  };
}

/** Processes a queued command, locked by the caller, by the state of its vehicle: sends it, queries the status first, keeps it waiting, or ends it. */
export async function release(db: Db | Tx, row: CommandRow, verdict: Verdict, now = Date.now()): Promise<Changed> {
  const { deviceId } = row;
  if (deviceId === null) return withdraw(row, 'UNSUPPORTED', now);
  if (verdict === 'go') return hand(db, { ...row, deviceId }, now);
  if (verdict === 'ask') return ask(db, { ...row, deviceId }, now);
  // A command that may wait for an offline vehicle also waits for standstill.
  if (verdict === 'moving' && row.cacheUntil !== null && row.cacheUntil > now)
    return { row: { ...row, checkId: null, dueTime: row.cacheUntil, tryTime: now + retryMs }, steps: [] };
  return withdraw(row, refusalOf[verdict].result, now);
}
