import { codes } from '@wheelhouse/entities/codes';
import { machines } from '@wheelhouse/entities/machines';
import { entityNamed } from '@wheelhouse/entities/registry';
import { sql } from 'kysely';
import { notifyLive } from '../../../db/live.ts';
import { inTime } from '../../../db/in-time.ts';
import { withTransaction, type Tx } from '../../../db/pool.ts';
import { hourNow, today } from '../../../db/wall-clock.ts';
import { moveDue } from '../../../entity/due.ts';
import { isApproved } from '../../../entity/approval/keep.ts';
import { rowsById } from '../../../entity/read.ts';
import { AppError } from '../../../http/errors.ts';
import { startRounds } from '../../../work/rounds.ts';
import { defineWork } from '../../../work/work.ts';
import { templateById } from '../../templates/service.ts';
import { receiver } from '../audience.ts';
import type { SendingApp } from '../broadcast.ts';
import { fillInboxes } from '../inboxes.ts';
import { deliveryTopic } from '../owners.ts';
import { notifyProgress } from '../progress.ts';
import { reminderText, type ReminderFacts } from './text.ts';
import { approvedText } from './approved.ts';
import { dueVehicles, rangeOf, type ReminderRange } from './vehicles.ts';

export const reminder = entityNamed('serviceMessage');
const { sending } = machines['SM-Message'].states;
const { once, rule } = codes.ReminderMode;
const rangeFields = [
  'id',
  'rev',
  'mode',
  'reminderType',
  'condition',
  'vehicleTypeIds',
  'cityCodes',
  'dealerIds',
  'repeatDays',
];

/** The range of a stored reminder. */
export async function storedRange(tx: Tx, id: string): Promise<ReminderRange> {
  const [row] = await rowsById(tx, reminder, [id], rangeFields);
  if (row === undefined) throw new Error(`no reminder ${id}`);
  return rangeOf(row);
}

/** Milliseconds that finding the vehicles may take: while somebody waits for it, and in a job or round. */
const mostMs = { asked: 30_000, round: 300_000 };

/** Finds vehicles for somebody who waits for it. @throws AppError 5012 when it takes too long */
export const findingVehicles = <T>(tx: Tx, work: () => Promise<T>): Promise<T> =>
  inTime(tx, mostMs.asked, () => new AppError(5012), work);

/** Finds vehicles where nobody waits for it. */
const findingInRound = <T>(tx: Tx, work: () => Promise<T>): Promise<T> =>
  inTime(tx, mostMs.round, () => new Error('finding its vehicles took too long'), work);

/** How many vehicles would be reminded of now. @throws AppError 5012 */
export async function countDue(tx: Tx, range: ReminderRange): Promise<number> {
  const { rows } = await findingVehicles(tx, () =>
    sql<{ n: number }>`select count(*)::int as n from (${dueVehicles(range)}) due where due.why is null`.execute(tx),
  );
  return rows[0]?.n ?? 0;
}

/** Whether a vehicle would be reminded of now. @throws AppError 5012 */
export async function isAnyDue(tx: Tx, range: ReminderRange): Promise<boolean> {
  const { rows } = await findingVehicles(tx, () =>
    sql`select 1 from (${dueVehicles(range)}) due where due.why is null limit 1`.execute(tx),
  );
  return rows.length > 0;
}

/**
 * Begins the run of a day: fixes whom it reminds, and notes it of their vehicles. A second run of the day does nothing.
 * @returns how many vehicles it reminds of
 */
export async function startRun(tx: Tx, id: string): Promise<number> {
  const begun = performance.now();
  const made = await sql<{ id: string }>`
    insert into msg_service_run (message_id, run_date) values (${id}, ${today}) on conflict (message_id, run_date) do nothing
    returning id::text as id`.execute(tx);
  const [run] = made.rows;
  if (run === undefined) return 0;
  const { approval } = await approvedText(tx, id);
  const { rows } = await sql<{ hit: number; wanted: number }>`
    with found as materialized (${dueVehicles(await storedRange(tx, id))}),
    due as materialized (select * from found where ${isApproved(approval, sql`'vehicle'::text`, sql`vehicle_id`)}),
    wanted as (
      insert into msg_service_recipient (run_id, vehicle_id, message_id, user_id, facts)
      select ${run.id}::bigint, vehicle_id, ${id}::bigint, user_id, facts - 'nickname' from due where why is null returning 1),
    noted as (
      insert into msg_service_last (message_id, vehicle_id, last_date, marks)
      select ${id}::bigint, vehicle_id, ${today}, marks from due where why is null
      on conflict (message_id, vehicle_id) do update set last_date = excluded.last_date, marks = excluded.marks)
    select (select count(*)::int from due) as hit, (select count(*)::int from wanted) as wanted`.execute(tx);
  const { hit = 0, wanted = 0 } = rows[0] ?? {};
  await sql`update msg_service_run set hit = ${hit}, skipped = ${hit - wanted}, cost_ms = ${Math.round(performance.now() - begun)},
      next_time = ${wanted > 0 ? sql`now()` : null} where id = ${run.id}`.execute(tx);
  await notifyLive(tx, deliveryTopic, {});
  await notifyProgress(tx, reminder.name, id);
  return wanted;
}

/** Begins to send a one-off reminder. @returns values for its row */
export const beginOnce = async (
  tx: Tx,
  id: string,
): Promise<{ readonly targetCount: number; readonly sendTime: Date }> => ({
  targetCount: await startRun(tx, id),
  sendTime: new Date(),
});

/** Starts the rules whose hour has come and that have not run today, each in a transaction of its own. Safe to run again. */
export async function runRules({ db, log }: Pick<SendingApp, 'db' | 'log'>): Promise<void> {
  const isDue = sql`t.mode = ${rule} and t.enabled = 1 and not t.deleted
    and t.send_hour <= ${hourNow}
    and not exists (select 1 from msg_service_run r where r.message_id = t.id and r.run_date = ${today})`;
  const { rows } = await sql<{
    id: string;
  }>`select t.id::text as id from msg_service t where ${isDue} order by t.id`.execute(db);
  for (const { id } of rows)
    try {
      await withTransaction(db, async (tx) => {
        const { rows: mine } =
          await sql`select 1 from msg_service t where t.id = ${id} and ${isDue} for update skip locked`.execute(tx);
        if (mine.length > 0) await findingInRound(tx, () => startRun(tx, id));
      });
    } catch (error) {
      // One rule that cannot be evaluated does not keep the others from their day's run.
      log.error({ err: error, reminder: id }, 'a reminder rule did not run');
    }
}

const partSize = 500;

interface Waiting {
  readonly vehicleId: string;
  readonly userId: string;
  readonly facts: ReminderFacts;
}
interface Settings {
  readonly templateId: string;
  readonly channels: readonly string[];
  readonly includeDealerContact: number;
}

/** Puts what reminders have found into the inboxes of the owners, a part of a run at a time. */
export const reminderParts = defineWork<{ readonly runId: string; readonly messageId: string }>({
  name: 'messages.reminderParts',
  label: { zh: '服务提醒分发', en: 'Reminders to inboxes' },
  table: 'msg_service_run',
  key: { id: 'bigint' },
  select: 't.id::text as run_id, t.message_id::text as message_id',
  lease: 60,
  backoff: [5, 30, 300],
  atOnce: 1,
  done: 'rest',
  topic: deliveryTopic,
  promise: 'once',
  async step(tx, { runId, messageId }) {
    const { rows } = await sql<Waiting>`
      select p.vehicle_id::text as vehicle_id, p.user_id::text as user_id, p.facts || jsonb_build_object('nickname', u.nickname) as facts
      from msg_service_recipient p join usr_app_user u on u.id = p.user_id
      where p.run_id = ${runId} and p.inbox_id is null order by p.vehicle_id limit ${partSize} for update of p`.execute(
      tx,
    );
    if (rows.length === 0) return 'done';
    await sendPart(tx, runId, messageId, rows);
    await notifyLive(tx, deliveryTopic, {});
    await notifyProgress(tx, reminder.name, messageId);
    return rows.length < partSize ? 'done' : { againSec: 0 };
  },
});

async function sendPart(tx: Tx, runId: string, messageId: string, part: readonly Waiting[]): Promise<void> {
  const settings = await sql<Settings>`
    select template_id::text as template_id, channels, include_dealer_contact from msg_service where id = ${messageId}`.execute(
    tx,
  );
  const [message] = settings.rows;
  const approved = await approvedText(tx, messageId);
  const template = approved.template ?? (message && (await templateById(tx, message.templateId)));
  if (template === undefined) throw new Error(`no template of reminder ${messageId}`);
  const keyOf = ({ vehicleId }: Waiting): string => `${reminder.name}:${runId}:${vehicleId}`;
  const texts = part.map(({ facts }) => reminderText(template, facts, message?.includeDealerContact === 1));
  const column = (pick: (text: (typeof texts)[number]) => string | undefined) =>
    texts.map((text) => pick(text) ?? null);
  const made = await fillInboxes(
    tx,
    {
      kind: 'service',
      refType: reminder.name,
      refId: messageId,
      route: template.jumpPage ?? 'vehicle',
      sound: template.sound,
      channels: (message?.channels ?? []).map(Number),
      pinned: false,
      expireTime: null,
    },
    sql`
      select ${receiver.app}::smallint as receiver, user_id, dedupe_key, title_zh, title_en, body_zh, body_en, push_zh, push_en, sms_zh, sms_en, sms_template, vehicle_id
      from unnest(${part.map(({ userId }) => userId)}::bigint[], ${part.map(keyOf)}::text[],
        ${column(({ title }) => title.zh)}::text[], ${column(({ title }) => title.en)}::text[],
        ${column(({ body }) => body.zh)}::text[], ${column(({ body }) => body.en)}::text[],
        ${column((text) => text.texts.push?.zh)}::text[], ${column((text) => text.texts.push?.en)}::text[],
        ${column((text) => text.texts.sms?.zh)}::text[], ${column((text) => text.texts.sms?.en)}::text[],
        ${column(({ smsTemplate }) => smsTemplate && JSON.stringify(smsTemplate))}::jsonb[], ${part.map(({ vehicleId }) => vehicleId)}::bigint[])
        as t (user_id, dedupe_key, title_zh, title_en, body_zh, body_en, push_zh, push_en, sms_zh, sms_en, sms_template, vehicle_id)`,
  );
  const vehicles = new Map(part.map((one) => [keyOf(one), one.vehicleId]));
  await sql`
    update msg_service_recipient p set inbox_id = m.inbox_id
    from unnest(${made.map(({ id }) => id)}::bigint[], ${made.map(({ dedupeKey }) => vehicles.get(dedupeKey) ?? null)}::bigint[]) as m (inbox_id, vehicle_id)
    where p.run_id = ${runId} and p.vehicle_id = m.vehicle_id`.execute(tx);
  await sql`update msg_service_run set sent = sent + ${made.length} where id = ${runId}`.execute(tx);
}

/** Takes back what a reminder has not sent yet; of these vehicles it may remind again. */
export async function dropWaiting(tx: Tx, id: string): Promise<void> {
  // In the order of a part that is being sent, which is waited for.
  await sql`select 1 from msg_service_run where message_id = ${id} order by id for update`.execute(tx);
  await sql`
    with dropped as (
      delete from msg_service_recipient where message_id = ${id} and inbox_id is null returning run_id, vehicle_id),
    forgotten as (
      delete from msg_service_last l using dropped d where l.message_id = ${id} and l.vehicle_id = d.vehicle_id)
    update msg_service_run r set skipped = r.hit - r.sent where r.id in (select run_id from dropped)`.execute(tx);
}

const { waiting } = codes.PushStatus;

/** Begins to send what is due, and ends what has been sent. @returns milliseconds until the next one */
export async function advanceReminders(app: SendingApp): Promise<number> {
  await moveDue(app, {
    entity: reminder,
    action: 'send',
    when: sql`t.mode = ${once} and coalesce(t.send_time, now()) <= now()`,
    effect: (tx, id) => findingInRound(tx, () => beginOnce(tx, id)),
  });
  await moveDue(app, {
    entity: reminder,
    action: 'done',
    when: sql`not exists (select 1 from msg_service_recipient p where p.message_id = t.id and p.inbox_id is null)
      and not exists (select 1 from msg_push_record r where r.ref_type = ${reminder.name} and r.ref_id = t.id::text
        and r.channel = any(${Object.values(codes.PushChannel)}::smallint[]) and r.status = ${waiting} and r.attempts = 0)`,
    effect: async (tx, id) => {
      await notifyProgress(tx, reminder.name, id);
      return {};
    },
  });
  const { rows } = await sql`select 1 from msg_service where status = ${sending} and not deleted limit 1`.execute(
    app.db,
  );
  return rows.length > 0 ? 300 : 5_000;
}

/** Begins and ends to send as long as the process runs. */
export const startReminders = (app: SendingApp): { stop(): Promise<void> } =>
  startRounds(app, { name: 'messages.reminders', failure: 'reminders could not be sent', topic: deliveryTopic }, () =>
    advanceReminders(app),
  );
