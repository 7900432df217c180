import { codes } from '@wheelhouse/entities/codes';
import { sql } from 'kysely';
import { maskOf } from '../../entity/seal.ts';
import type { App } from '../../http/context.ts';
import { PushRefused, type CallMessage, type PushAdapter, type PushMessage, type Receipt } from './adapter.ts';

const delivered = 'delivered';

/**
 * Stands for a push service where there is none: what would be sent is in `msg_push_outbox`. It behaves like one: a message arrives half
 * a second to two seconds after it was taken, one in nineteen is refused at first (busy), one in forty-seven reaches no phone.
 */
export class SandboxPush implements PushAdapter {
  readonly #app: Pick<App, 'db'>;

  constructor(app: Pick<App, 'db'>) {
    this.#app = app;
  }

  push(message: PushMessage): Promise<string> {
    return this.#take(message, codes.PushChannel.push, null, message.route ?? null);
  }

  call(message: CallMessage): Promise<string> {
    return this.#take(message, codes.PushChannel.call, maskOf('mobile', message.mobile), null);
  }

  async #take(
    { key, userId, title, body }: PushMessage | CallMessage,
    channel: number,
    target: string | null,
    route: string | null,
  ): Promise<string> {
    const { rows } = await sql<{ id: string; attempts: number }>`
      insert into msg_push_outbox as o (key, channel, user_id, target_mask, title, body, route)
      values (${key}, ${channel}, ${userId}, ${target}, ${title}, ${body}, ${route})
      on conflict (key) do update set attempts = o.attempts + 1 returning id, attempts`.execute(this.#app.db);
    const [taken] = rows;
    if (taken === undefined) throw new PushRefused('busy', false);
    const id = Number(taken.id);
    if (id % 19 === 7 && taken.attempts === 1) throw new PushRefused('busy', false);
    const result = id % 47 === 31 ? 'unreachable' : delivered;
    await sql`
      update msg_push_outbox set result = ${result}, due_time = now() + make_interval(secs => ${0.5 + (id % 4) * 0.5})
      where id = ${taken.id} and result is null`.execute(this.#app.db);
    return taken.id;
  }

  async receipts(providerIds: readonly string[]): Promise<readonly Receipt[]> {
    const { rows } = await sql<{ id: string; result: string; dueTime: Date }>`
      select id, result, due_time from msg_push_outbox
      where id::text = any(${[...providerIds]}::text[]) and result is not null and due_time <= now()`.execute(
      this.#app.db,
    );
    return rows.map(({ id, result, dueTime }) => ({
      providerId: id,
      time: dueTime,
      ...(result !== delivered && { failCode: result }),
    }));
  }
}
