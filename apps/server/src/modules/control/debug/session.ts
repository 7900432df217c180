import { sql } from 'kysely';
import type { Db, Tx } from '../../../db/pool.ts';
import { publishDown } from '../../../gateway/service.ts';
import { AppError } from '../../../http/errors.ts';
import { addFrames } from './frames.ts';

/** Duration of a session from its opening or extension. */
const lastsMs = 600_000;

export interface Session {
  readonly id: string;
  readonly sessionId: string;
  readonly vehicleId: string;
  readonly userId: string;
  readonly workOrderNo: string | null;
  /** Times in ms since epoch. */
  readonly openTime: number;
  readonly expireTime: number;
  readonly closeTime: number | null;
  readonly lastSeq: number;
  readonly logLevel: string | null;
  readonly logBytes: number | null;
  readonly logLeft: number | null;
  readonly logUntil: number | null;
}

const ms = (column: string): string => `(extract(epoch from s.${column}) * 1000)::float8`;
const columns =
  sql.raw(`s.id::text as id, s.session_id as "sessionId", s.vehicle_id::text as "vehicleId", s.user_id::text as "userId", s.work_order_no as "workOrderNo",
  ${ms('open_time')} as "openTime", ${ms('expire_time')} as "expireTime", ${ms('close_time')} as "closeTime", s.last_seq as "lastSeq",
  s.log_level as "logLevel", s.log_bytes as "logBytes", s.log_left as "logLeft", ${ms('log_until')} as "logUntil"`);

/** Ends sessions whose time is over, of one vehicle or of all; the device stops its log. @returns how many */
export async function endOverdue(tx: Tx, now: number, vehicleId?: string): Promise<number> {
  const { rows } = await sql<Session>`
    select ${columns} from veh_debug_session s where s.close_time is null and s.expire_time <= ${new Date(now)}
      and ${vehicleId === undefined ? sql`true` : sql`s.vehicle_id = ${vehicleId}`} order by s.id limit 200 for update skip locked`.execute(
    tx,
  );
  for (const session of rows) await end(tx, session, 'expired');
  return rows.length;
}

async function end(tx: Tx, session: Session, why: 'expired' | 'closed'): Promise<void> {
  await sql`update veh_debug_session set close_time = now(), log_until = null where id = ${session.id}`.execute(tx);
  if (session.logUntil !== null) await stopLog(tx, session);
  await addFrames(tx, session.id, [{ dir: 'note', data: { event: why } }]);
}

/** Sends the device the command to stop its log. */
export async function stopLog(tx: Db | Tx, session: Pick<Session, 'sessionId' | 'vehicleId'>): Promise<void> {
  const { rows } = await sql<{
    imei: string | null;
  }>`select imei from veh_vehicle where id = ${session.vehicleId}`.execute(tx);
  const imei = rows[0]?.imei;
  if (typeof imei === 'string') await publishDown(tx, imei, 'debug', { v: 1, sid: session.sessionId, on: false });
}

async function openOn(tx: Tx, vehicleId: string): Promise<(Session & { readonly user: string }) | undefined> {
  const { rows } = await sql<Session & { user: string }>`
    select ${columns}, coalesce(nullif(u.real_name, ''), u.username) as user from veh_debug_session s join sys_user u on u.id = s.user_id
    where s.vehicle_id = ${vehicleId} and s.close_time is null for update of s`.execute(tx);
  return rows[0];
}

/** Opens a session on a vehicle, or extends one's own. @throws AppError 2411 somebody else has it */
export async function openSession(
  tx: Tx,
  who: { readonly userId: string; readonly vehicleId: string; readonly workOrderNo: string | undefined },
): Promise<Session> {
  const now = Date.now();
  const { userId, vehicleId, workOrderNo = null } = who;
  await endOverdue(tx, now, vehicleId);
  const until = new Date(now + lastsMs);
  const { rows: made } = await sql<{ id: string }>`
    insert into veh_debug_session (vehicle_id, user_id, work_order_no, expire_time) values (${vehicleId}, ${userId}, ${workOrderNo}, ${until})
    on conflict (vehicle_id) where close_time is null do nothing returning id::text as id`.execute(tx);
  const session = await openOn(tx, vehicleId);
  if (!session) throw new AppError(2414);
  if (session.userId !== userId) throw new AppError(2411, { user: session.user });
  if (made.length > 0) await addFrames(tx, session.id, [{ dir: 'note', data: { event: 'opened' } }]);
  await sql`update veh_debug_session set expire_time = ${until}, work_order_no = coalesce(${workOrderNo}, work_order_no) where id = ${session.id}`.execute(
    tx,
  );
  return { ...session, expireTime: until.getTime() };
}

/** One's own session. @throws AppError 1002 unknown or somebody else's, 2414 over (unless `past`) */
export async function ownSession(db: Db | Tx, userId: string, sessionId: string, past = false): Promise<Session> {
  const { rows } =
    await sql<Session>`select ${columns} from veh_debug_session s where s.session_id = ${sessionId} and s.user_id = ${userId}`.execute(
      db,
    );
  const [session] = rows;
  if (!session) throw new AppError(1002);
  if (!past && (session.closeTime !== null || session.expireTime <= Date.now())) throw new AppError(2414);
  return session;
}

export async function closeSession(tx: Tx, session: Session): Promise<void> {
  const { rows } =
    await sql<Session>`select ${columns} from veh_debug_session s where s.id = ${session.id} and s.close_time is null for update`.execute(
      tx,
    );
  if (rows[0]) await end(tx, rows[0], 'closed');
}
