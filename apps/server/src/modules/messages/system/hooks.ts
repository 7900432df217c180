import { parseInstant } from '@wheelhouse/contract/time';
import { machines } from '@wheelhouse/entities/machines';
import { isForAllUsers } from '@wheelhouse/entities/messages/system-message';
import { sql } from 'kysely';
import { notifyLive } from '../../../db/live.ts';
import type { Tx } from '../../../db/pool.ts';
import { type ActionHandlers, type ActionOf, type HooksOf, only } from '../../../entity/hooks.ts';
import { AppError } from '../../../http/errors.ts';
import { receiver } from '../audience.ts';
import { expiredSql, messageSteps, nextMessageNo } from '../message-steps.ts';
import { deliveryTopic } from '../owners.ts';
import { systemSource } from './source.ts';

const { waiting, sending, sent } = machines['SM-Message'].states;

type Notice = ActionOf<'systemMessage'>['rows'][number];

/** Of the popups that one receiver sees, one is live at a time. @throws AppError 5005 */
async function refuseSecondPopup(tx: Tx, { id, popup, receivers, sendTime, endTime }: Notice): Promise<void> {
  if (popup !== 1) return;
  // Of two that are let through at the same moment, the second sees the first.
  await sql`select pg_advisory_xact_lock(hashtext('msg_system.popup'))`.execute(tx);
  const [from, until] = [sendTime === null ? new Date() : parseInstant(sendTime), parseInstant(endTime)];
  const { rows } = await sql<{ title: string }>`
    select title from msg_system where id <> ${id} and popup = 1 and not deleted and status in (${waiting}, ${sending}, ${sent})
      and end_time > now() and receivers && ${[...receivers]}::text[]
      and coalesce(send_time, now()) < ${until} and end_time > ${from} limit 1`.execute(tx);
  const [other] = rows;
  if (other) throw new AppError(5005, { name: other.title });
}

const steps = messageSteps<Notice>(systemSource, {
  refuse: refuseSecondPopup,
  isForAll: (notice) => isForAllUsers({ ...notice }),
});

const actions: ActionHandlers<'systemMessage'> = {
  ...steps.actions,
  async submit(action) {
    // What only the console's own users get needs no second person.
    if (only(action).receivers.includes(String(receiver.app))) return;
    action.store({ status: waiting });
    await notifyLive(action.tx, deliveryTopic, {});
  },
};

export const systemMessageHooks: HooksOf<'systemMessage'> = {
  computed: { expired: expiredSql },
  async beforeSave({ tx, old, values }) {
    if (old === undefined) values.msgNo = await nextMessageNo(tx, 'MN', 'seq_msg_system');
  },
  actions,
  refuses: steps.refuses,
  deleted: steps.deleted,
};
