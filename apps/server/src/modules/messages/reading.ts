import { codes } from '@wheelhouse/entities/codes';
import { sql, type RawBuilder } from 'kysely';
import type { Db, Tx } from '../../db/pool.ts';
import { notifyProgress } from './progress.ts';

const { opened } = codes.PushStatus;
const { inbox } = codes.PushChannel;

/** Tables of messages to many that count who has read them. */
const counted = { activityMessage: 'msg_activity', systemMessage: 'msg_system' } as const;

/** Inbox rows that are still shown, over the alias `i`. */
export const isShown: RawBuilder<boolean> = sql`not i.withdrawn and (i.expire_time is null or i.expire_time > now())`;

/** Notes of inbox rows that they have popped up. @param which condition over the alias `i` */
export async function markPoppedUp(db: Db, which: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql`
    update msg_inbox i set popup_time = now() where ${which} and i.popup_time is null returning 1`.execute(db);
  return rows.length;
}

/**
 * Marks inbox rows as read, and counts that on the messages they are of.
 * @param which condition over the alias `i`; rows that are read already are left alone
 */
export async function markRead(tx: Tx, which: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ id: string; refType: string | null; refId: string | null }>`
    update msg_inbox i set read_time = now() where ${which} and i.read_time is null returning i.id, i.ref_type, i.ref_id`.execute(
    tx,
  );
  // In one order, so that two readers of the same messages do not wait for each other in a circle.
  for (const [refType, table] of Object.entries(counted)) {
    const ofKind = rows.filter((row) => row.refType === refType && row.refId !== null);
    const messages = Map.groupBy(ofKind, ({ refId }) => String(refId));
    for (const [refId, read] of [...messages].sort(([a], [b]) => Number(a) - Number(b))) {
      await sql`update ${sql.table(table)} set read_count = read_count + ${read.length} where id = ${refId}`.execute(
        tx,
      );
      await notifyProgress(tx, refType, refId);
    }
  }
  // The records last: whoever stops a message locks it first, and then the numbers of its records.
  const ids = rows.map(({ id }) => id);
  await sql`update msg_push_record set status = ${opened}, click_time = now() where inbox_id = any(${ids}::bigint[]) and channel = ${inbox}`.execute(
    tx,
  );
  return rows.length;
}
