import type { Text } from '@wheelhouse/contract/lang';
import type { Notice, NoticeChange } from '@wheelhouse/contract/notice';
import { formatInstant } from '@wheelhouse/contract/time';
import { sql } from 'kysely';
import { notifyLive } from '../../db/live.ts';
import type { Db, Tx } from '../../db/pool.ts';
import { recipients, type Recipients } from './recipients.ts';

export interface StaffNotice extends Recipients {
  /** 1 the least, 4 the most urgent. */
  readonly level: 1 | 2 | 3 | 4;
  readonly title: Text;
  readonly body: Text;
  /** Page of the console it opens, with its query. */
  readonly path: string;
}

/** Live topic of one user's notices. */
export const noticeTopic = (userId: string): string => `notice:${userId}`;

/** A notice is a line or two, and travels whole in a live message of less than 8000 bytes. */
const short = ({ zh, en }: Text): Text => ({ zh: zh.slice(0, 300), en: en.slice(0, 300) });

/** Stores a notice for all its recipients; open pages show it when the transaction commits. */
export async function notifyStaff(tx: Db | Tx, notice: StaffNotice): Promise<void> {
  const users = await recipients(tx, notice);
  if (users.length === 0) return;
  const { level, path } = notice;
  const [title, body] = [short(notice.title), short(notice.body)];
  const { rows } = await sql<{ id: string; userId: string; createTime: Date }>`
    insert into msg_notice (user_id, level, title_zh, title_en, body_zh, body_en, path)
    select u, ${level}, ${title.zh}, ${title.en}, ${body.zh}, ${body.en}, ${path} from unnest(${users}::bigint[]) u
    returning id, user_id, create_time`.execute(tx);
  for (const { id, userId, createTime } of rows) {
    const added: Notice = { id, level, title, body, path, createTime: formatInstant(createTime), read: 0 };
    await notifyLive(tx, noticeTopic(userId), { added } satisfies NoticeChange);
  }
}
