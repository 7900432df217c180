import { sql } from 'kysely';
import type { Db, Tx } from '../../db/pool.ts';
import type { CommandState } from './state.ts';

/** Live topic of a vehicle's commands, for pages: state and times of one that changed, without raw answers. */
export const controlTopic = 'control';
/** Live topic of a debug session: there is something new in it. */
export const debugTopic = 'debug';

export interface CommandNotice extends Omit<CommandState, 'late'> {
  readonly id: string;
  readonly commandId: string;
  readonly vehicleId: string;
  readonly command: string;
  readonly late: number;
  readonly sentTime: number | null;
  /** Waits for the vehicle's own status first. */
  readonly checking: boolean;
}

/** Notifies open pages of changed commands when the transaction commits. */
export async function notifyCommands(db: Db | Tx, changed: readonly CommandNotice[]): Promise<void> {
  if (changed.length === 0) return;
  const notices = changed.map(
    ({ id, commandId, vehicleId, command, status, resultCode, late, sentTime, ackTime, finishTime, checking }) =>
      JSON.stringify({
        t: `${controlTopic}:${vehicleId}`,
        d: { id, commandId, command, status, resultCode, late, sentTime, ackTime, finishTime, checking },
      }),
  );
  await sql`select pg_notify('wh_live', n) from unnest(${notices}::text[]) n`.execute(db);
}

/** Notifies who works in debug sessions that there are new frames. */
export async function notifySessions(db: Db | Tx, sessionIds: Iterable<string>): Promise<void> {
  const notices = [...new Set(sessionIds)].map((id) => JSON.stringify({ t: `${debugTopic}:${id}`, d: {} }));
  if (notices.length > 0) await sql`select pg_notify('wh_live', n) from unnest(${notices}::text[]) n`.execute(db);
}
