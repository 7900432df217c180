import type { CommandDownlink } from '@wheelhouse/contract/device/payloads';
import { controlCommand, type CommandStep } from '@wheelhouse/entities/vehicles/control-commands';
import type { Db, Tx } from '../../../db/pool.ts';
import { publishDown } from '../../../gateway/service.ts';
import { refusalOf, type Verdict } from './facts.ts';
import { newCommandId } from './id.ts';
import { status } from './state.ts';
import type { Changed, CommandRow } from './store.ts';

/** An online vehicle has so long to answer; then the command is over, and what comes later finds it expired. */
const answerMs = 30_000;
/** A command that waits for its vehicle looks again so often while the vehicle is moving. */
const retryMs = 10_000;
/** Above this the vehicle itself refuses what is for standing vehicles only, m/s. */
const mostSpeed = 1;

/** A message to the device that it must not act upon after `exp`. */
async function send(db: Db | Tx, deviceId: string, message: CommandDownlink): Promise<void> {
  await publishDown(db, deviceId, 'cmd', message, Math.max(1, Math.ceil((message.exp - message.iat) / 1000)));
}

const before = (until: number | null, time: number): number => (until === null ? time : Math.min(until, time));

/** Ends a command that was never sent, saying why. */
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

/** Takes a queued command, locked by the caller, on its way by what is known of its vehicle: sent, the vehicle asked first, kept waiting, or withdrawn. */
export async function release(db: Db | Tx, row: CommandRow, verdict: Verdict, now = Date.now()): Promise<Changed> {
  const { deviceId } = row;
  if (deviceId === null) return withdraw(row, 'UNSUPPORTED', now);
  if (verdict === 'go') return hand(db, { ...row, deviceId }, now);
  if (verdict === 'ask') return ask(db, { ...row, deviceId }, now);
  // Whoever chose to wait for an offline vehicle waits for it to stand as well.
  if (verdict === 'moving' && row.cacheUntil !== null && row.cacheUntil > now)
    return { row: { ...row, checkId: null, dueTime: row.cacheUntil, tryTime: now + retryMs }, steps: [] };
  return withdraw(row, refusalOf[verdict].result, now);
}
