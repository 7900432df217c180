import type { Lang } from '@wheelhouse/contract/lang';
import { ownJson } from '@wheelhouse/contract/object';
import { codes } from '@wheelhouse/entities/codes';
import { sql, type RawBuilder } from 'kysely';
import { PushRefused, pushOf, type PushAdapter, type Receipt } from '../../adapters/push/index.ts';
import { smsOf, type SmsTemplate } from '../../adapters/sms/index.ts';
import { unseal } from '../../entity/seal.ts';
import type { App } from '../../http/context.ts';
import { startRounds } from '../../work/rounds.ts';
import { deliveryTopic, testRef, toMany, toOne } from './owners.ts';
import { notifyProgress } from './progress.ts';

export type DeliveryApp = Pick<App, 'config' | 'db' | 'pool' | 'secrets' | 'log' | 'live' | 'metrics'>;

/** Seconds until a message that failed for the moment is tried again; after the last one it has failed for good. */
const retryAfter = [5, 15, 60, 300, 900, 3_600];
/** Seconds after which the service is asked whether a message arrived; after the last one it stays "sent". */
const receiptAfter = [1, 3, 10, 60, 600, 3_600, 6 * 3_600, 24 * 3_600];
/** A process that dies while it sends gives the message back after this. */
const leaseSec = 120;
/** What is not begun by then waits for the end of the lease: nobody sends what another process may have taken. */
const startWithinMs = 60_000;
const atOnce = 100;
const parallel = 8;
const status = codes.PushStatus;
const userErased = 4;

interface Due {
  pushId: string;
  channel: number;
  status: number;
  attempts: number;
  providerId: string | null;
  sentTime: Date | null;
  userId: string;
  refType: string | null;
  refId: string | null;
  priority: number;
  titleZh: string;
  titleEn: string;
  bodyZh: string;
  bodyEn: string;
  /** Whole text of the channel, where it has one of its own. */
  textZh: string | null;
  textEn: string | null;
  /** Seconds until a message of its kind may reach a phone; 0: it may now. */
  held: number;
  /** Of an SMS: the provider's template and its values, as JSON. */
  smsTemplate: string | null;
  /** Language of the phone the user registered last; null while they have none. */
  lang: Lang | null;
  route: string | null;
  sound: string | null;
  mobileEnc: Buffer | null;
  userStatus: number | null;
}

/** What is due of one priority. By priority the index ends at what waits for the morning, however much that is. */
const dueOf = (priority: number, most: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  select inbox_id, channel from msg_push_record where priority = ${priority} and next_time <= now() order by next_time limit ${most} for update skip locked`;

/** Takes due messages with a lease: other processes skip them until it ends. */
async function claim({ db }: DeliveryApp): Promise<Due[]> {
  const { rows } = await sql<Due>`
    with of_one as (${dueOf(toOne, sql`${atOnce}`)}),
    of_many as (${dueOf(toMany, sql`${atOnce} - (select count(*) from of_one)`)}),
    due as (select * from of_one union all select * from of_many),
    mine as (
      update msg_push_record c set next_time = now() + make_interval(secs => ${leaseSec}) from due
      where c.inbox_id = due.inbox_id and c.channel = due.channel
      returning c.inbox_id as push_id, c.ref_type, c.ref_id, c.priority, c.channel, c.status, c.attempts, c.provider_id, c.sent_time, c.text_zh, c.text_en,
        c.sms_template::text as sms_template)
    select mine.*, p.user_id, p.title_zh, p.title_en, p.body_zh, p.body_en, p.route, p.sound,
      extract(epoch from message_due(p.kind, now()) - now())::float8 as held, phone.lang, u.mobile_enc, case when u.deleted then ${userErased} else u.status end as user_status
    from mine join msg_inbox p on p.id = mine.push_id left join usr_app_user u on u.id = p.user_id
    left join lateral (select t.lang from msg_push_token t where t.user_id = p.user_id order by t.update_time desc limit 1) phone on true`.execute(
    db,
  );
  return rows;
}

/** Leaves messages that were not begun to other processes. */
async function giveBack({ db }: DeliveryApp, due: readonly Due[]): Promise<void> {
  if (due.length === 0) return;
  await sql`
    update msg_push_record c set next_time = now()
    from unnest(${due.map(({ pushId }) => pushId)}::bigint[], ${due.map(({ channel }) => channel)}::int[]) as mine (inbox_id, channel)
    where c.inbox_id = mine.inbox_id and c.channel = mine.channel and c.status = ${status.waiting}`.execute(db);
}

interface Outcome {
  readonly status: number;
  readonly attempts: number;
  /** Seconds from now; null: done. */
  readonly next: number | null;
  readonly providerId?: string | null;
  readonly failCode?: string | null;
  readonly delivered?: Date;
}

/** Whether it still waits: it may have been stopped since it was taken. */
async function isWaiting({ db }: DeliveryApp, { pushId, channel }: Due): Promise<boolean> {
  const { rows } = await sql`
    select 1 from msg_push_record where inbox_id = ${pushId} and channel = ${channel} and status = ${status.waiting}`.execute(
    db,
  );
  return rows.length > 0;
}

/** Keeps what became of a message, unless it was stopped or opened meanwhile; what was handed over is sent even when it was stopped. */
async function keep({ db }: DeliveryApp, due: Due, outcome: Outcome): Promise<void> {
  const { attempts, next, providerId = null, failCode = null, delivered = null } = outcome;
  const from = outcome.status === status.sent ? [due.status, status.blocked] : [due.status];
  await sql`
    update msg_push_record set status = ${outcome.status}, attempts = ${attempts}, next_time = now() + make_interval(secs => ${next}::float8),
      provider_id = coalesce(${providerId}, provider_id), fail_code = ${failCode},
      sent_time = case when ${outcome.status} in (1, 2) then coalesce(sent_time, now()) else sent_time end, delivered_time = ${delivered}
    where inbox_id = ${due.pushId} and channel = ${due.channel} and status = any(${from}::smallint[])`.execute(db);
}

/** Hands a message to its service. @returns the id by which its receipt is asked */
async function hand(app: DeliveryApp, push: PushAdapter, due: Due): Promise<string> {
  const texts = { zh: [due.titleZh, due.bodyZh, due.textZh], en: [due.titleEn, due.bodyEn, due.textEn] } as const;
  const [title, inbox, own] = texts[due.lang ?? 'zh'];
  const body = own ?? inbox;
  const { pushId, userId, route, sound } = due;
  const key = `${pushId}.${due.channel}`;
  if (due.channel === codes.PushChannel.push)
    return push.push({
      key,
      pushId,
      userId,
      title,
      body,
      ...(route !== null && { route }),
      ...(sound !== null && { sound }),
    });
  if (due.mobileEnc === null) throw new PushRefused('noMobile', true);
  const mobile = unseal(app.secrets, due.mobileEnc);
  if (due.channel === codes.PushChannel.call) return push.call({ key, mobile, title, body });
  const template = due.smsTemplate === null ? undefined : ownJson<SmsTemplate>(due.smsTemplate);
  return smsOf(app).send({ key, mobile, text: own ?? `${title}：${inbox}`, ...(template && { template }) });
}

async function send(app: DeliveryApp, push: PushAdapter, due: Due): Promise<Outcome> {
  const attempts = due.attempts + 1;
  if (due.userStatus === null || due.userStatus === userErased)
    return { status: status.blocked, attempts: due.attempts, next: null, failCode: 'noUser' };
  // What was late or is tried again does not come at night either.
  if (due.held > 0 && due.refType !== testRef)
    return { status: status.waiting, attempts: due.attempts, next: due.held };
  try {
    const providerId = await hand(app, push, due);
    return { status: status.sent, attempts, providerId, next: receiptAfter[0] ?? null };
  } catch (error) {
    const refused = error instanceof PushRefused ? error : undefined;
    if (!refused)
      app.log.warn({ err: error, pushId: due.pushId, channel: due.channel }, 'message not sent, again later');
    const failCode = refused?.failCode ?? 'unavailable';
    const wait = refused?.retryAfterSec ?? 0;
    if (refused?.tried === false) return { status: status.waiting, attempts: due.attempts, next: wait, failCode };
    const next = refused?.permanent ? undefined : retryAfter[due.attempts];
    return next === undefined
      ? { status: status.failed, attempts, next: null, failCode }
      : { status: status.waiting, attempts, next: Math.max(next, wait), failCode };
  }
}

/** Receipts that are there by now, by the id by which they were asked. */
async function receiptsOf(app: DeliveryApp, push: PushAdapter, sent: readonly Due[]): Promise<Map<string, Receipt>> {
  const texts = sent.filter(({ channel }) => channel === codes.PushChannel.sms);
  const ids = sent.flatMap((one) => (one.providerId === null || texts.includes(one) ? [] : [one.providerId]));
  const numbered = texts.flatMap(({ providerId, mobileEnc, userStatus }) =>
    providerId === null || mobileEnc === null || userStatus === userErased
      ? []
      : [{ providerId, mobile: unseal(app.secrets, mobileEnc) }],
  );
  const receipts = [...(await push.receipts(ids)), ...(await smsOf(app).receipts(numbered))];
  return new Map(receipts.map((receipt) => [receipt.providerId, receipt]));
}

/** Reads the receipts of messages that the service accepted. */
async function askReceipts(app: DeliveryApp, push: PushAdapter, sent: readonly Due[]): Promise<void> {
  if (sent.length === 0) return;
  const receipts = await receiptsOf(app, push, sent);
  for (const due of sent) {
    const receipt = receipts.get(due.providerId ?? '');
    const age = due.sentTime === null ? 0 : (Date.now() - due.sentTime.getTime()) / 1000;
    const next = receiptAfter.find((after) => after > age) ?? null;
    await keep(
      app,
      due,
      receipt === undefined
        ? { status: due.status, attempts: due.attempts, next: next === null ? null : Math.max(1, next - age) }
        : receipt.failCode === undefined
          ? { status: status.delivered, attempts: due.attempts, next: null, delivered: receipt.time }
          : { status: status.failed, attempts: due.attempts, next: null, failCode: receipt.failCode },
    );
  }
}

/** Announces the messages to many whose records were processed. */
async function tellOf({ db }: DeliveryApp, due: readonly Due[]): Promise<void> {
  const many = Map.groupBy(
    due.filter(({ priority }) => priority === toMany),
    ({ refType, refId }) => `${refType} ${refId}`,
  );
  for (const [one] of many.values())
    if (one?.refType && one.refId !== null) await notifyProgress(db, one.refType, one.refId);
}

/**
 * Sends what is due and reads the receipts of what was sent, once. A message is handed over at least once: after a crash in between it is
 * given to its service again under the same key.
 * @param isStopping nothing more is begun: the rate of a service may make what was taken long
 * @returns how many it dealt with
 */
export async function deliverDue(
  app: DeliveryApp,
  push: PushAdapter = pushOf(app),
  isStopping: () => boolean = () => false,
): Promise<number> {
  const due = await claim(app);
  const fresh = due.filter((one) => one.status === status.waiting);
  const until = Date.now() + startWithinMs;
  const sendNext = async (): Promise<void> => {
    while (Date.now() < until && !isStopping()) {
      const one = fresh.pop();
      if (!one) return;
      if (await isWaiting(app, one)) await keep(app, one, await send(app, push, one));
    }
  };
  await Promise.all(Array.from({ length: parallel }, sendNext));
  if (isStopping()) await giveBack(app, fresh);
  await askReceipts(
    app,
    push,
    due.filter((one) => one.status === status.sent),
  );
  await tellOf(app, due);
  return due.length;
}

const soonestMs = 100;
const latestMs = 5_000;

/** Milliseconds until something is due. */
async function untilDue({ db }: DeliveryApp): Promise<number> {
  const soonest = (priority: number) =>
    sql`(select min(next_time) from msg_push_record where priority = ${priority} and next_time is not null)`;
  const { rows } = await sql<{ ms: number | null }>`
    select (extract(epoch from least(${soonest(toOne)}, ${soonest(toMany)}) - now()) * 1000)::float8 as ms`.execute(db);
  return Math.min(latestMs, Math.max(soonestMs, rows[0]?.ms ?? latestMs));
}

/** Delivers as long as the process runs: new messages at once, and retries when they are due. */
export function startDelivery(app: DeliveryApp): { stop(): Promise<void> } {
  let isStopping = false;
  const rounds = startRounds(
    app,
    { name: 'messages.delivery', failure: 'messages could not be delivered', topic: deliveryTopic },
    async () => ((await deliverDue(app, undefined, () => isStopping)) === atOnce ? 0 : untilDue(app)),
  );
  return {
    stop: () => {
      isStopping = true;
      return rounds.stop();
    },
  };
}
