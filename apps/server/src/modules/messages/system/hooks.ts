import { parseInstant } from '@wheelhouse/contract/time';
import { machines } from '@wheelhouse/entities/machines';
import { sql } from 'kysely';
import { notifyLive } from '../../../db/live.ts';
import type { Tx } from '../../../db/pool.ts';
import { todayDigits } from '../../../db/wall-clock.ts';
import { only, type ActionHandlers, type ActionOf, type HooksOf } from '../../../entity/hooks.ts';
import { AppError } from '../../../http/errors.ts';
import { audienceOf, estimate, receiver } from '../audience.ts';
import { beginSending, stopSending, withdraw } from '../broadcast.ts';
import { deliveryTopic } from '../owners.ts';
import { systemSource } from './source.ts';

const { waiting, sending, sent } = machines['SM-Message'].states;
const refType = systemSource.entity.name;

type Notice = ActionOf<'systemMessage'>['rows'][number];

/** `MN`, the day, running number. */
async function nextNo(tx: Tx): Promise<string> {
  const { rows } = await sql<{ no: string }>`
    select 'MN' || ${todayDigits} || to_char(nextval('seq_msg_system'), 'FM0000999999') as no`.execute(tx);
  return rows[0]?.no ?? '';
}

const isPast = (time: string | null): boolean => time !== null && (parseInstant(time)?.getTime() ?? 0) <= Date.now();

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

/** @throws AppError 5001 nobody to send to, 5005, 5010 too late */
async function refuseUnsendable(tx: Tx, notice: Notice): Promise<void> {
  if (isPast(notice.endTime)) throw new AppError(5010);
  await refuseSecondPopup(tx, notice);
  if ((await estimate(tx, audienceOf({ ...notice }))).count === 0) throw new AppError(5001);
}

const actions: ActionHandlers<'systemMessage'> = {
  async submit(action) {
    const notice = only(action);
    if (isPast(notice.sendTime)) throw new AppError(5010);
    await refuseUnsendable(action.tx, notice);
    // What only the console's own users get needs no second person.
    if (notice.receivers.includes(String(receiver.app))) return;
    action.store({ status: waiting });
    await notifyLive(action.tx, deliveryTopic, {});
  },
  async approve(action) {
    await refuseUnsendable(action.tx, only(action));
    await notifyLive(action.tx, deliveryTopic, {});
  },
  async send(action) {
    const notice = only(action);
    await refuseUnsendable(action.tx, { ...notice, sendTime: null });
    action.store(await beginSending(action.tx, systemSource, notice.id));
  },
  stop: (action) => stopSending(action.tx, refType, only(action).id, 'stopped'),
  revoke: (action) => withdraw(action.tx, refType, only(action).id),
};

export const systemMessageHooks: HooksOf<'systemMessage'> = {
  computed: { expired: (t) => `(${t}.status = ${sent} and ${t}.end_time <= now())::int` },
  async beforeSave({ tx, old, values }) {
    if (old === undefined) values['msgNo'] = await nextNo(tx);
  },
  actions,
};
