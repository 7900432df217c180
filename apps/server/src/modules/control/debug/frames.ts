import type { DebugFrame } from '@wheelhouse/contract/calls/control';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../db/pool.ts';
import { jsonbText } from '../../../gateway/service.ts';
import { notifySessions } from '../notices.ts';

/** Directions of frames in a session: to the vehicle, from it, lines of its log, and notes of the platform. */
export interface NewFrame {
  readonly dir: 'tx' | 'rx' | 'log' | 'note';
  readonly commandId?: string | undefined;
  readonly cmdCode?: string | undefined;
  readonly hex?: string | undefined;
  readonly data?: unknown;
}

/** Appends frames to a session, numbered in order, and notifies who works in it. @param session row id */
export async function addFrames(db: Db | Tx, session: string, frames: readonly NewFrame[]): Promise<void> {
  if (frames.length === 0) return;
  const rows = frames.map(({ data, ...frame }) => ({ ...frame, data: data === undefined ? null : jsonbText(data) }));
  const { rows: sessions } = await sql<{ sessionId: string }>`
    with s as (update veh_debug_session set last_seq = last_seq + ${frames.length} where id = ${session} returning id, session_id, last_seq),
    f as (insert into veh_debug_frame (session, seq, dir, command_id, cmd_code, hex, data)
      select s.id, s.last_seq - ${frames.length} + u.n, u.dir, u."commandId", u."cmdCode", u.hex, u.data::jsonb
      from s, rows from (json_to_recordset(${JSON.stringify(rows)}) as (dir text, "commandId" text, "cmdCode" text, hex text, data text)) with ordinality u(dir, "commandId", "cmdCode", hex, data, n))
    select session_id as "sessionId" from s`.execute(db);
  await notifySessions(
    db,
    sessions.map((row) => row.sessionId),
  );
}

const mostFrames = 500;

/** Frames of a session after one, in order. */
export async function framesAfter(db: Db, session: string, afterSeq: number): Promise<DebugFrame[]> {
  const { rows } = await sql<DebugFrame>`
    select seq, (extract(epoch from time) * 1000)::float8 as time, dir, command_id as "commandId", cmd_code as "cmdCode", hex, data
    from veh_debug_frame where session = ${session} and seq > ${afterSeq} order by seq limit ${mostFrames}`.execute(db);
  return rows;
}
