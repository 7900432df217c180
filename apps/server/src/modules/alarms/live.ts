import { entityNamed } from '@wheelhouse/entities/registry';
import { sql } from 'kysely';
import { z } from 'zod';
import { notifyLive } from '../../db/live.ts';
import { holds, idsInScope } from '../../entity/read.ts';
import type { App } from '../../http/context.ts';
import type { TopicKind, TopicStream } from '../../http/live-stream.ts';
import type { Work } from './tables.ts';

/** Topic between processes: new and changed alarms. */
const internal = 'alarm';
const notice = z.object({
  id: z.string(),
  what: z.enum(['raised', 'changed']),
  level: z.number(),
  type: z.string(),
  suppressed: z.number(),
});
type Notice = z.infer<typeof notice>;

/** What a page receives: alarms that are new, and those that changed. */
interface AlarmPush {
  readonly raised: readonly { readonly id: string; readonly level: number; readonly type: string }[];
  readonly changed: readonly string[];
}

/** Notifies open pages when the transaction commits. */
export async function notifyAlarm(tx: Work, id: string, what: Notice['what']): Promise<void> {
  const { rows } = await sql<Omit<Notice, 'what'>>`
    select id, level, alarm_type as type, suppressed from alm_alarm where id = ${id}`.execute(tx);
  if (rows[0]) await notifyLive(tx, internal, { ...rows[0], what });
}

const alarm = entityNamed('alarm');
/** Notices within this time are sent together, so that a storm is a few messages. */
const gatherMs = 250;
const mostUnread = 64 * 1024;
const mostKept = 500;

/** Sends alarm notices to open pages, each limited to the scope of its user. */
class AlarmNews {
  readonly #app: App;
  readonly #streams = new Set<TopicStream>();
  #waiting: Notice[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(app: App) {
    this.#app = app;
    app.live.subscribe(internal, (data) => {
      const parsed = notice.safeParse(data);
      if (!parsed.success || this.#streams.size === 0) return;
      if (this.#waiting.length < mostKept) this.#waiting.push(parsed.data);
      if (this.#timer === undefined) this.#timer = setTimeout(() => void this.#send(), gatherMs).unref();
    });
  }

  open(stream: TopicStream): () => void {
    this.#streams.add(stream);
    return () => this.#streams.delete(stream);
  }

  async #send(): Promise<void> {
    this.#timer = undefined;
    const news = this.#waiting.splice(0);
    const ids = [...new Set(news.map((one) => one.id))];
    for (const stream of this.#streams) {
      if (stream.unread() > mostUnread) continue;
      try {
        const visible = await idsInScope(this.#app.pool, alarm, stream.user(), ids);
        const seen = news.filter((one) => visible.has(one.id) && one.suppressed === 0);
        if (seen.length === 0) continue;
        const raised = seen.filter((one) => one.what === 'raised').map(({ id, level, type }) => ({ id, level, type }));
        const changed = [...new Set(seen.filter((one) => one.what === 'changed').map((one) => one.id))];
        stream.push({ raised, changed } satisfies AlarmPush);
      } catch (error) {
        this.#app.log.warn({ err: error }, 'open pages were not notified of alarms');
      }
    }
  }
}

const byApp = new WeakMap<App, AlarmNews>();

/** Topic `alarm`: `AlarmPush` as alarms are raised and change, for those who may see the alarm list. */
export const alarmTopic: TopicKind = {
  authorize: async (user) => holds(user, 'alarmManage.query'),
  open(stream) {
    const news = byApp.get(stream.app) ?? new AlarmNews(stream.app);
    byApp.set(stream.app, news);
    return news.open(stream);
  },
};
