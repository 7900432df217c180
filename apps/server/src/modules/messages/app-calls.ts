import { codes } from '@wheelhouse/entities/codes';
import type { OutputOf } from '@wheelhouse/entities/calls';
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { z } from 'zod';
import { inCodes } from '../../db/in-codes.ts';
import { notifyLive } from '../../db/live.ts';
import { withTransaction } from '../../db/pool.ts';
import { inLang } from '../../db/in-lang.ts';
import { wallClock } from '../../db/wall-clock.ts';
import { signedHtml } from '../../entity/html.ts';
import { seal } from '../../entity/seal.ts';
import { defineAppCall, type AppContext } from '../../http/app-call.ts';
import type { Call } from '../../http/call.ts';
import { AppError } from '../../http/errors.ts';
import { refuseField } from '../../http/field-texts.ts';
import { appPhone, id, ids, paging } from '../../http/kit.ts';
import { receiver } from './audience.ts';
import { deliveryTopic } from './owners.ts';
import { isShown, markPoppedUp, markRead } from './reading.ts';
import { messageKind } from './user-page.ts';

const { push } = codes.PushChannel;
const pushed = codes.PushStatus;

/** Rows of the user's own inbox, over the alias `i`. */
const mine = ({ appUser }: AppContext) => sql`i.receiver = ${receiver.app} and i.user_id = ${appUser.id}`;

type Message = OutputOf<'GET /app/v1/message/list'>['list'][number];
interface Row extends Omit<Message, 'attachmentUrls' | 'coverUrl'> {
  readonly attachments: readonly string[] | null;
  readonly coverImage: string | null;
}

const list = defineAppCall('GET /app/v1/message/list', {
  query: z.looseObject({
    kind: messageKind.optional(),
    ...paging({ most: 50 }),
  }),
  summary: { zh: '我的消息', en: 'Own messages' },
  async run(ctx, { kind: only, page, pageSize }) {
    const { files, db } = ctx.app;
    const where = sql`${mine(ctx)} and ${isShown} and (${only ?? null}::text is null or i.kind = ${only ?? null})`;
    const { rows } = await sql<Row>`
      select i.id, i.kind, i.ref_type, i.ref_id, ${sql.ref(`i.title_${ctx.lang}`)} as title, ${sql.ref(`i.body_${ctx.lang}`)} as body,
        i.route as jump_page, i.pinned::int as pinned, (i.read_time is not null)::int as read, ${wallClock('i.create_time')} as send_time,
        (m.popup = 1 and i.popup_time is null and i.read_time is null)::int as popup, coalesce(${inLang(ctx.lang, 'm.content')}, case when a.content_type = 1 then ${inLang(ctx.lang, 'a.content')} end) as content, m.attachments,
        a.cover_image, case when a.content_type = 2 then a.link_url end as link_url, a.activity_id, coalesce(v.vin, v.frame_no) as vin
      from msg_inbox i left join msg_system m on i.ref_type = 'systemMessage' and m.id::text = i.ref_id
        left join msg_activity a on i.ref_type = 'activityMessage' and a.id::text = i.ref_id
        left join veh_vehicle v on v.id = i.vehicle_id
      where ${where} order by (i.read_time is null) desc, i.pinned desc, i.id desc limit ${pageSize} offset ${(page - 1) * pageSize}`.execute(
      db,
    );
    const totals = await sql<{ total: number }>`select count(*)::int as total from msg_inbox i where ${where}`.execute(
      db,
    );
    return {
      list: rows.map(({ content, attachments, coverImage, ...row }) => ({
        ...row,
        content: content && signedHtml(content, (fileId) => files.url(fileId)),
        attachmentUrls: (attachments ?? []).map((fileId) => files.url(fileId)),
        coverUrl: coverImage && files.url(coverImage),
      })),
      total: totals.rows[0]?.total ?? 0,
      page,
      pageSize,
    };
  },
});

const unreadCount = defineAppCall('GET /app/v1/message/unreadCount', {
  summary: { zh: '未读消息数', en: 'Unread messages by kind' },
  async run(ctx) {
    const { rows } = await sql<{ kind: string; n: number }>`
      select i.kind, count(*)::int as n from msg_inbox i where ${mine(ctx)} and i.read_time is null and ${isShown} group by 1`.execute(
      ctx.app.db,
    );
    const of = (one: string): number => rows.find((row) => row.kind === one)?.n ?? 0;
    return { activity: of('activity'), system: of('system'), service: of('service'), alarm: of('alarm') };
  },
});

const read = defineAppCall('POST /app/v1/message/read', {
  limit: { most: 120, within: 'minute' },
  body: z.union([z.object({ ids: ids() }), z.object({ all: z.literal(true), kind: messageKind.optional() })]),
  summary: { zh: '标为已读', en: 'Mark messages as read' },
  run: (ctx, input) =>
    withTransaction(ctx.app.db, async (tx) => {
      const those =
        'ids' in input
          ? sql`i.id = any(${input.ids}::bigint[])`
          : sql`(${input.kind ?? null}::text is null or i.kind = ${input.kind ?? null})`;
      return { read: await markRead(tx, sql`${mine(ctx)} and ${those}`) };
    }),
});

const popupShown = defineAppCall('POST /app/v1/message/popupShown', {
  limit: { most: 120, within: 'minute' },
  body: z.object({ ids: ids() }),
  summary: { zh: '公告已弹出', en: 'Notices have popped up' },
  run: async (ctx, input) => ({
    shown: await markPoppedUp(ctx.app.db, sql`${mine(ctx)} and i.id = any(${input.ids}::bigint[])`),
  }),
});

const click = defineAppCall('POST /app/v1/message/click', {
  limit: { most: 120, within: 'minute' },
  body: z.object({ pushId: id }),
  summary: { zh: '点开推送', en: 'A push was opened' },
  run: (ctx, { pushId }) =>
    withTransaction(ctx.app.db, async (tx) => {
      const { rows } = await sql`select 1 from msg_inbox i where ${mine(ctx)} and i.id = ${pushId}`.execute(tx);
      if (rows.length === 0) throw new AppError(1002);
      await markRead(tx, sql`${mine(ctx)} and i.id = ${pushId}`);
      // Who opens the push has it, whatever the service says of it.
      await sql`update msg_push_record set status = ${pushed.opened}, click_time = now(), next_time = null, delivered_time = coalesce(delivered_time, now())
        where inbox_id = ${pushId} and channel = ${push} and status ${inCodes([pushed.sent, pushed.delivered])}`.execute(
        tx,
      );
    }),
});

const received = defineAppCall('POST /app/v1/push/received', {
  limit: { most: 120, within: 'minute' },
  body: z.object({ pushId: id }),
  summary: { zh: '手机已收到推送', en: 'A phone has a push' },
  run: (ctx, { pushId }) =>
    withTransaction(ctx.app.db, async (tx) => {
      // The next round of the delivery reads it as the receipt; the phone may be faster than the record that it was sent.
      const { rows } = await sql`
        update msg_push_record r set received_time = coalesce(r.received_time, now()), next_time = case when r.status = ${pushed.sent} then now() else r.next_time end
        from msg_inbox i where ${mine(ctx)} and i.id = ${pushId} and r.inbox_id = i.id and r.channel = ${push} returning 1`.execute(
        tx,
      );
      if (rows.length === 0) throw new AppError(1002);
      await notifyLive(tx, deliveryTopic, {});
    }),
});

const register = defineAppCall('POST /app/v1/push/register', {
  limit: { most: 60, within: 'hour' },
  body: z.object({
    ...appPhone,
    vendor: z.string().regex(/^[a-z]{2,20}$/),
    deviceToken: z.string().min(8).max(512),
    lang: z.enum(['zh', 'en']),
  }),
  summary: { zh: '登记推送设备', en: 'Register a phone for pushes' },
  run: (ctx, { clientOs, vendor, deviceToken, appVersion, lang }) =>
    withTransaction(ctx.app.db, async (tx) => {
      const hash = createHash('sha256').update(deviceToken).digest();
      const { enc } = seal(ctx.app.secrets, 'name', deviceToken);
      // A phone belongs to whoever has signed in on it last.
      await sql`
        insert into msg_push_token (user_id, token_hash, token_enc, client_os, vendor, app_version, lang)
        values (${ctx.appUser.id}, ${hash}, ${enc}, ${clientOs}, ${vendor}, ${appVersion}, ${lang})
        on conflict (token_hash) do update set user_id = excluded.user_id, token_enc = excluded.token_enc, client_os = excluded.client_os, vendor = excluded.vendor,
          app_version = excluded.app_version, lang = excluded.lang, update_time = now()`.execute(tx);
      await sql`update usr_app_user set client_os = ${clientOs}, app_version = ${appVersion}, last_active_time = now() where id = ${ctx.appUser.id}`.execute(
        tx,
      );
    }),
});

const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/);
const on = z.union([z.literal(0), z.literal(1)]);
const always = {
  system: { zh: '系统消息不能关闭', en: 'System messages cannot be turned off' },
  quiet: { zh: '免打扰开始和结束须同时填写', en: 'Enter both ends of the quiet hours' },
} as const;

const setting = defineAppCall('POST /app/v1/message/setting', {
  limit: { most: 60, within: 'hour' },
  body: z.object({ kind: messageKind, push: on, sms: on, quietStart: time.nullish(), quietEnd: time.nullish() }),
  summary: { zh: '消息设置', en: 'What the user wants to get' },
  async run(ctx, { kind: of, push, sms, quietStart = null, quietEnd = null }) {
    if (of === 'system' && (push === 0 || sms === 0))
      throw refuseField(ctx, push === 0 ? 'push' : 'sms', always.system);
    if ((quietStart === null) !== (quietEnd === null))
      throw refuseField(ctx, quietStart === null ? 'quietStart' : 'quietEnd', always.quiet);
    await sql`
      insert into msg_setting (user_id, kind, push, sms, quiet_start, quiet_end)
      values (${ctx.appUser.id}, ${of}, ${push === 1}, ${sms === 1}, ${quietStart}, ${quietEnd})
      on conflict (user_id, kind) do update set push = excluded.push, sms = excluded.sms, quiet_start = excluded.quiet_start, quiet_end = excluded.quiet_end`.execute(
      ctx.app.db,
    );
  },
});

/** Inbox, phones and settings of the app's users. */
export const messageAppCalls: readonly Call[] = [
  list,
  unreadCount,
  read,
  popupShown,
  click,
  received,
  register,
  setting,
];
