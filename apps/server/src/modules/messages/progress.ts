import { idPattern } from '@wheelhouse/contract/text';
import type { EntityDef } from '@wheelhouse/entities/define';
import { codeOfCall } from '@wheelhouse/entities/registry';
import { notifyLive } from '../../db/live.ts';
import type { Db, Tx } from '../../db/pool.ts';
import { holds, idsInScope } from '../../entity/read.ts';
import type { TopicKind } from '../../http/live-stream.ts';

/** Changes within this time make one event: a message goes to thousands in a second. */
const gatherMs = 500;

const topicOf = (refType: string, id: string): string => `${refType}:${id}`;

/**
 * Notifies open pages of the progress of a message to many, when the transaction commits.
 * @for the progress of what runs for a while: with `progressTopic(entity)` in `topics`: open pages hear at most twice a second, and read again:
 * `domains/messages/Delivery.tsx`
 */
export const notifyProgress = (tx: Db | Tx, refType: string, id: string): Promise<void> =>
  notifyLive(tx, topicOf(refType, id), {});

/** Topic `<entity>:<id>` of a kind of message, for who may see the message: its state or its records have changed, read them again. */
export const progressTopic = (entity: EntityDef): TopicKind => ({
  async authorize(user, id, app) {
    const code = codeOfCall(entity, 'detail');
    if (!idPattern.test(id) || (code !== 'login' && !holds(user, code))) return false;
    return (await idsInScope(app.pool, entity, user, [id])).has(id);
  },
  open(stream) {
    let timer: NodeJS.Timeout | undefined;
    const report = (): void => {
      timer ??= setTimeout(() => {
        timer = undefined;
        stream.push({});
      }, gatherMs).unref();
    };
    const off = stream.app.live.subscribe(topicOf(entity.name, stream.id), report);
    // What happened between the page's first reading and now.
    report();
    return () => {
      off();
      clearTimeout(timer);
    };
  },
});
