import type { EntityDef } from '@wheelhouse/entities/define';
import type { Text } from '@wheelhouse/contract/lang';
import { codes } from '@wheelhouse/entities/codes';
import { machines } from '@wheelhouse/entities/machines';
import { sql } from 'kysely';
import { notifyLive } from '../../db/live.ts';
import type { Tx } from '../../db/pool.ts';
import { standingApproval } from '../../entity/approval/keep.ts';
import { moveDue } from '../../entity/due.ts';
import type { App } from '../../http/context.ts';
import { NotDone } from '../../work/failure.ts';
import { startRounds } from '../../work/rounds.ts';
import { defineWork } from '../../work/work.ts';
import { freeze, type Audience } from './audience.ts';
import { fillInboxes, sameText } from './inboxes.ts';
import { deliveryTopic } from './owners.ts';
import { notifyProgress } from './progress.ts';

const pushed = codes.PushStatus;
const { waiting, sending } = machines['SM-Message'].states;

/** What everybody of an audience gets. */
export interface Broadcast {
  readonly kind: 'activity' | 'system' | 'service';
  readonly title: Text;
  readonly body: Text;
  readonly route: string;
  /** D:PushChannel; the inbox is always one of them. */
  readonly channels: readonly number[];
  readonly pinned: boolean;
  readonly expireTime: Date;
  /** Whole text message, without the sender's name; title and body unless given. */
  readonly sms?: Text;
  readonly audience: Audience;
}

/**
 * A kind of message that is sent to many: its entity has the machine SM-Message and the fields of a message.
 * @for a message to many: a source in `startSending` of `messages/module.ts`, the machine SM-Message, the handlers of `messageSteps`, fields of
 * `messages/shared.ts`: `activityMessage`
 */
export interface BroadcastSource {
  readonly entity: EntityDef;
  read(tx: Tx, id: string): Promise<Broadcast>;
}

export type SendingApp = Pick<App, 'db' | 'secrets' | 'log' | 'live' | 'metrics'>;

/** Begins to send: of those whom its approval reaches, all who are still meant. @returns values for the message's row */
export async function beginSending(
  tx: Tx,
  source: BroadcastSource,
  id: string,
): Promise<{ readonly targetCount: number; readonly sendTime: Date }> {
  const { audience } = await source.read(tx, id);
  const approval = await standingApproval(tx, source.entity, id);
  const targetCount = await freeze(tx, source.entity.name, id, audience, approval);
  await notifyLive(tx, deliveryTopic, {});
  await notifyProgress(tx, source.entity.name, id);
  return { targetCount, sendTime: new Date() };
}

/** Ends what is not sent yet, and hides what nobody has read yet: who has read the message keeps it. */
export async function stopSending(tx: Tx, refType: string, id: string): Promise<void> {
  await endSending(tx, refType, id, 'stopped');
  await sql`update msg_inbox set withdrawn = true where ref_type = ${refType} and ref_id = ${id} and read_time is null`.execute(
    tx,
  );
}

async function endSending(tx: Tx, refType: string, id: string, why: 'stopped' | 'withdrawn'): Promise<void> {
  // A part that is being moved is waited for, so that its records are seen below.
  await sql`delete from msg_send_job where ref_type = ${refType} and ref_id = ${id}`.execute(tx);
  await sql`delete from msg_audience where ref_type = ${refType} and ref_id = ${id}`.execute(tx);
  await sql`update msg_push_record set status = ${pushed.blocked}, fail_code = ${why}, next_time = null
    where ref_type = ${refType} and ref_id = ${id} and status = ${pushed.waiting}`.execute(tx);
  await notifyProgress(tx, refType, id);
}

/** Takes a message out of all inboxes; what phones show already stays there. */
export async function withdraw(tx: Tx, refType: string, id: string): Promise<void> {
  await endSending(tx, refType, id, 'withdrawn');
  await sql`update msg_inbox set withdrawn = true where ref_type = ${refType} and ref_id = ${id}`.execute(tx);
}

/** Moves people from the audience to their inboxes, with a record for each channel: all of it happens, or nothing. */
async function sendPart(tx: Tx, refType: string, refId: string, part: number, message: Broadcast): Promise<void> {
  const { title, body, sms } = message;
  await fillInboxes(
    tx,
    { ...message, refType, refId },
    sql`
      delete from msg_audience where ref_type = ${refType} and ref_id = ${refId}::bigint and part = ${part}
      returning receiver, user_id, ${`${refType}:${refId}`}::text as dedupe_key, ${sameText(title, 'title')}, ${sameText(body, 'body')},
        ${sameText(undefined, 'push')}, ${sameText(sms, 'sms')}, null::jsonb as sms_template, null::bigint as vehicle_id`,
  );
}

/** Puts messages into inboxes, a part of the audience at a time. */
export const partsOf = (sources: readonly BroadcastSource[]) =>
  defineWork<{ readonly refType: string; readonly refId: string; readonly part: number }>({
    name: 'messages.parts',
    label: { zh: '消息分发', en: 'Messages to inboxes' },
    table: 'msg_send_job',
    key: { ref_type: 'text', ref_id: 'bigint', part: 'integer' },
    select: 't.ref_type, t.ref_id::text as ref_id, t.part',
    lease: 60,
    backoff: [5, 30, 300],
    atOnce: 1,
    done: 'delete',
    topic: deliveryTopic,
    promise: 'once',
    async step(tx, { refType, refId, part }) {
      const source = sources.find(({ entity }) => entity.name === refType);
      if (source === undefined) throw new NotDone('nobody', `sends ${refType}`);
      await sendPart(tx, refType, refId, part, await source.read(tx, refId));
      await notifyLive(tx, deliveryTopic, {});
      await notifyProgress(tx, refType, refId);
      return 'done';
    },
  });

/** Begins to send what is due, and ends what has been sent. @returns milliseconds until the next one */
export async function advance(app: SendingApp, sources: readonly BroadcastSource[]): Promise<number> {
  for (const source of sources) {
    const { entity } = source;
    await moveDue(app, {
      entity,
      action: 'send',
      when: sql`coalesce(t.send_time, now()) <= now() and t.end_time > now()`,
      effect: (tx, id) => beginSending(tx, source, id),
    });
  }
  let pause = 5_000;
  for (const { entity } of sources) {
    // Sent is what was handed over once, or cannot be; what failed for the moment is tried again later. By channel the index finds what waits at once.
    await moveDue(app, {
      entity,
      action: 'done',
      when: sql`not exists (select 1 from msg_send_job j where j.ref_type = ${entity.name} and j.ref_id = t.id)
        and not exists (select 1 from msg_push_record r where r.ref_type = ${entity.name} and r.ref_id = t.id::text
          and r.channel = any(${Object.values(codes.PushChannel)}::smallint[]) and r.status = ${pushed.waiting} and r.attempts = 0)`,
      effect: async (tx, id) => {
        await notifyProgress(tx, entity.name, id);
        return {};
      },
    });
    const { rows } = await sql<{ state: number }>`
      select status as state from ${sql.raw(entity.table)} where not deleted and (status = ${sending}
        or status = ${waiting} and coalesce(send_time, now()) <= now() + interval '5 seconds' and end_time > now()) limit 1`.execute(
      app.db,
    );
    if (rows.length > 0) pause = 300;
  }
  return pause;
}

/** Begins and ends to send as long as the process runs. */
export const startSending =
  (sources: readonly BroadcastSource[]) =>
  (app: SendingApp): { stop(): Promise<void> } =>
    startRounds(app, { name: 'messages.broadcast', failure: 'messages could not be sent', topic: deliveryTopic }, () =>
      advance(app, sources),
    );
