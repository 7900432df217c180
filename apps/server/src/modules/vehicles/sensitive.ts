import { sql } from 'kysely';
import type { Db, Tx } from '../../db/pool.ts';
import type { CallContext } from '../../http/context.ts';

interface Access {
  readonly entity: string;
  readonly entityId: string;
  /** What was seen. */
  readonly field: string;
  readonly reason: string;
}

/** Keeps that somebody saw personal data or a position, and what for. */
export async function logSensitive(
  db: Db | Tx,
  ctx: Pick<CallContext, 'user' | 'ip' | 'requestId'>,
  { entity, entityId, field, reason }: Access,
): Promise<void> {
  await sql`
    insert into sys_sensitive_access_log (user_id, username, entity, entity_id, field, reason, ip, request_id)
    values (${ctx.user.id}, ${ctx.user.username}, ${entity}, ${entityId}, ${field}, ${reason}, ${ctx.ip}, ${ctx.requestId})`.execute(
    db,
  );
}
