import { sql } from 'kysely';
import type { Db, Tx } from '../../../db/pool.ts';
import { publishDown, type DeviceMessage, type UplinkHandler } from '../../../gateway/service.ts';
import { AppError } from '../../../http/errors.ts';
import { readFacts } from '../facts.ts';
import { addFrames } from './frames.ts';
import { stopLog, type Session } from './session.ts';

export const logLevels = ['E', 'W', 'I', 'D'] as const;

export interface LogOrder {
  readonly on: boolean;
  readonly level: (typeof logLevels)[number];
  readonly bytes: number;
  readonly minutes: number;
}

/** Starts or stops the device's log in a session, with a limit of bytes and an end time. @throws AppError 2018, 2403 */
export async function switchLog(tx: Tx, session: Session, order: LogOrder): Promise<void> {
  if (!order.on) {
    await sql`update veh_debug_session set log_until = null where id = ${session.id}`.execute(tx);
    if (session.logUntil !== null) await stopLog(tx, session);
    await addFrames(tx, session.id, [{ dir: 'note', data: { event: 'logOff' } }]);
    return;
  }
  const facts = await readFacts(tx, session.vehicleId);
  if (!facts?.imei) throw new AppError(2018);
  if (!facts.online) throw new AppError(2403);
  // Never beyond the session itself.
  const exp = Math.min(session.expireTime, Date.now() + order.minutes * 60_000);
  const { level, bytes } = order;
  await sql`update veh_debug_session set log_level = ${level}, log_bytes = ${bytes}, log_left = ${bytes}, log_until = ${new Date(exp)} where id = ${session.id}`.execute(
    tx,
  );
  await publishDown(tx, facts.imei, 'debug', { v: 1, sid: session.sessionId, on: true, level, bytes, exp });
  await addFrames(tx, session.id, [{ dir: 'note', data: { event: 'logOn', level, bytes, until: exp } }]);
}

const mostLines = 100;
const longestLine = 1000;

function linesOf(message: DeviceMessage): { readonly lines: string[]; readonly size: number } {
  const given: unknown = message.payload['lines'];
  const lines = (Array.isArray(given) ? given : [])
    .filter((line): line is string => typeof line === 'string')
    .slice(0, mostLines)
    .map((line) => line.slice(0, longestLine));
  return { lines, size: lines.reduce((sum, line) => sum + Buffer.byteLength(line), 0) };
}

interface Streaming {
  readonly id: string;
  readonly sessionId: string;
  readonly vehicleId: string;
  readonly logLeft: number;
}

async function takeLines(db: Db, message: DeviceMessage): Promise<void> {
  const { rows } = await sql<Streaming>`
    select id::text as id, session_id as "sessionId", vehicle_id::text as "vehicleId", log_left as "logLeft" from veh_debug_session
    where session_id = ${message.ref} and vehicle_id = ${message.vehicleId} and close_time is null and log_until > now() for update`.execute(
    db,
  );
  const [session] = rows;
  if (!session) return;
  const { lines, size } = linesOf(message);
  const left = Math.max(0, session.logLeft - size);
  const { lvl, ecu } = message.payload;
  const frames = [
    {
      dir: 'log' as const,
      data: { lvl: String(lvl ?? 'I').slice(0, 8), ecu: String(ecu ?? '').slice(0, 20), ts: message.ts, lines, left },
    },
  ];
  await sql`update veh_debug_session set log_left = ${left}${left === 0 ? sql`, log_until = null` : sql``} where id = ${session.id}`.execute(
    db,
  );
  await addFrames(db, session.id, frames);
  if (left > 0) return;
  // The device counts too; this check is for devices that do not.
  await stopLog(db, session);
  await addFrames(db, session.id, [{ dir: 'note', data: { event: 'logSpent' } }]);
}

/** Stores log lines of devices in the sessions that requested them. */
export const takeLogs: UplinkHandler = async (db, messages) => {
  for (const message of messages) await takeLines(db, message);
};
