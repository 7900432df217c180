import { randomUUID } from 'node:crypto';
import type { Lang } from '@wheelhouse/contract/lang';
import { formatDay } from '@wheelhouse/contract/time';
import { codes, type Code } from '@wheelhouse/entities/codes';
import { daysOfReport } from '@wheelhouse/entities/statistics/report-schedule';
import { sql } from 'kysely';
import { mailOf, MailOutcomeUnknown, MailRefused, messageIdOf } from '../../../adapters/mail/index.ts';
import { withTransaction } from '../../../db/pool.ts';
import { audit } from '../../../entity/audit.ts';
import { BadCondition } from '../../../entity/compare.ts';
import type { App } from '../../../http/context.ts';
import { AppError } from '../../../http/errors.ts';
import { each, type Leased, type Outcome } from '../../../work/define.ts';
import { NotDone } from '../../../work/failure.ts';
import { defineWork } from '../../../work/work.ts';
import { sessionsOf } from '../../access/service.ts';
import { reportContent, type Report } from './content.ts';
import { readFilters } from './filters.ts';
import { addressesOf, maySubscribe, noReport, statisticNamed, type NoReport } from './receivers.ts';
import { deliveryTopic } from './schedule.ts';

const { waiting, sent, skipped, refused } = codes.ReportDelivery;
/** Nobody wants a report of the day before yesterday: it is not tried longer. */
const longestSec = 86_400;

interface Delivery {
  readonly id: string;
  readonly subscriptionId: string;
  readonly userId: string;
  readonly ownerId: string;
  readonly dueMs: number;
  readonly asked: boolean;
  readonly state: number;
  readonly ageSec: number;
  readonly name: string;
  readonly statistic: string;
  readonly filters: unknown;
  readonly period: Code<'ReportPeriod'>;
  readonly lang: Lang;
  /** The subscription is there, and the schedule or its receiver still wants it. */
  readonly isWanted: boolean;
}

type Why = NoReport | 'off' | 'owner' | 'filters' | 'late' | 'mailbox';
interface End {
  readonly state: number;
  readonly why?: Why;
  readonly detail?: string;
}

async function finish({ db }: App, { id, subscriptionId }: Delivery, { state, why, detail }: End): Promise<Outcome> {
  await withTransaction(db, async (tx) => {
    await sql`update stat_delivery set state = ${state}, reason = ${why ?? null}, detail = ${detail ?? null},
        sent_time = case when ${state}::int = ${sent} then now() end
      where id = ${id} and state = ${waiting}`.execute(tx);
    if (state === sent)
      await sql`update stat_subscription set last_sent_time = now() where id = ${subscriptionId}`.execute(tx);
  });
  return 'done';
}

/** What is to be sent to whom, by everybody's rights of this moment; else why it is not. */
async function judge(app: App, delivery: Delivery): Promise<{ readonly report: Report; readonly to: string } | Why> {
  const { userId, ownerId, asked } = delivery;
  if (!delivery.isWanted) return 'off';
  if (delivery.ageSec > longestSec) return 'late';
  const statistic = statisticNamed(delivery.statistic);
  if (statistic === undefined) return 'off';
  const sessions = sessionsOf(app);
  const [user, owner, addresses] = await Promise.all([
    sessions.userNow(userId),
    sessions.userNow(ownerId),
    addressesOf(app.db, [userId]),
  ]);
  const to = addresses.get(userId);
  const why = noReport(user, statistic, to);
  if (why !== undefined || user === undefined || to === undefined) return why ?? 'closed';
  // A schedule does not outlive its owner's rights; what somebody asks for themselves needs their own.
  if (asked ? !maySubscribe(user, statistic) : owner === undefined || !maySubscribe(owner, statistic))
    return asked ? 'right' : 'owner';
  const who = { app, user, lang: delivery.lang };
  const filters = readFilters(who, statistic, delivery.filters);
  if (filters === undefined) return 'filters';
  const days = daysOfReport(delivery.period, formatDay(new Date(delivery.dueMs)));
  return { report: { who, statistic, days, filters, name: delivery.name, asked }, to };
}

/** Numbers have left the platform, or may have: the log has it like an export. */
async function logSent({ db }: App, { report }: { readonly report: Report }, delivery: Delivery): Promise<void> {
  const { statistic, days, who } = report;
  const ctx = { user: who.user, ip: '', userAgent: '', requestId: randomUUID() };
  await withTransaction(db, (tx) =>
    audit(tx, ctx, {
      action: 'export',
      entity: statistic.route,
      entityId: null,
      after: { subscriptionId: delivery.subscriptionId, ...days },
      path: `${statistic.base}/export`,
      functionCode: `${statistic.route}.export`,
    }),
  );
}

async function contentOf(report: Report): Promise<Awaited<ReturnType<typeof reportContent>> | 'filters'> {
  try {
    return await reportContent(report);
  } catch (error) {
    const isFilters = error instanceof BadCondition || (error instanceof AppError && error.code === 1001);
    if (isFilters) return 'filters';
    throw error;
  }
}

/** Sends a report once: a repeated mail has the same message id. */
async function deliver(app: App, delivery: Leased<Delivery>): Promise<Outcome> {
  if (delivery.state !== waiting) return 'done';
  const found = await judge(app, delivery);
  if (typeof found === 'string') return finish(app, delivery, { state: skipped, why: found });
  const content = await contentOf(found.report);
  if (content === 'filters') return finish(app, delivery, { state: skipped, why: content });
  const { address } = app.config.mail.from;
  const key = `report ${delivery.subscriptionId}, ${delivery.dueMs}, user ${delivery.userId}${delivery.asked ? ', asked' : ''}`;
  try {
    await (await mailOf(app)).send({ ...content, to: found.to, messageId: messageIdOf(key, address) });
  } catch (error) {
    if (error instanceof MailOutcomeUnknown) {
      await logSent(app, found, delivery);
      throw new NotDone('unknown');
    }
    if (!(error instanceof MailRefused)) throw error;
    const { code, permanent, tried, retryAfterSec = 0 } = error;
    if (permanent) return finish(app, delivery, { state: refused, why: 'mailbox', detail: code });
    throw new NotDone(code, '', { tried, afterSec: retryAfterSec });
  }
  await logSent(app, found, delivery);
  return finish(app, delivery, { state: sent });
}

/** Sends what subscriptions owe their receivers. */
export const reportDeliveries = defineWork<Delivery>({
  name: 'statistics.reports',
  label: { zh: '报表邮件', en: 'Mails of reports' },
  table: 'stat_delivery',
  key: { id: 'bigint' },
  select: `t.id::text as id, t.subscription_id::text as "subscriptionId", t.user_id::text as "userId", s.owner_id::text as "ownerId",
    (extract(epoch from t.due_time) * 1000)::float8 as "dueMs", t.asked, t.state::int as state,
    extract(epoch from now() - t.create_time)::float8 as "ageSec", s.name, s.statistic, s.filters, s.period::int as period, s.lang,
    (not s.deleted and (t.asked or (s.enabled = 1 and (t.user_id = any(s.receiver_ids) or (s.to_owner = 1 and t.user_id = s.owner_id))))) is true as "isWanted"`,
  join: 'join stat_subscription s on s.id = t.subscription_id',
  lease: 300,
  backoff: [60, 300, 900, 1800, 3600],
  atOnce: 8,
  done: 'rest',
  topic: deliveryTopic,
  promise: 'atLeastOnce',
  step: each(2, deliver),
});
