import { parseInstant } from '@wheelhouse/contract/time';
import type { AlarmMessageRow } from '@wheelhouse/contract/calls/messages';
import { codes } from '@wheelhouse/entities/codes';
import { sampleValues } from '@wheelhouse/entities/messages/template-text';
import { entityNamed } from '@wheelhouse/entities/registry';
import { sql } from 'kysely';
import { z } from 'zod';
import { messageSources } from '../../adapters/providers.ts';
import { sendSms } from '../../adapters/sms/index.ts';
import { wallClock } from '../../db/wall-clock.ts';
import { runAction } from '../../entity/actions.ts';
import { findInScope, visibleWhere } from '../../entity/read.ts';
import { readPage } from '../../entity/sql-page.ts';
import { defineCall, type Call } from '../../http/call.ts';
import type { CallContext } from '../../http/context.ts';
import { AppError } from '../../http/errors.ts';
import { refuseField } from '../../http/field-texts.ts';
import { actionBody, format, id, key, paging } from '../../http/kit.ts';
import { countAttempt } from '../access/service.ts';
import { alarmTexts } from './places.ts';
import { filledTemplate, writtenTemplate } from '../templates/service.ts';

const testBody = actionBody.extend({ id: key, mobile: format('mobile') });

/**
 * Sends a template, disabled ones too, with sample data to a mobile: the text that would go by SMS, marked as a test where the provider has
 * approved no text of its own.
 * @throws AppError 1104 after 10 in an hour, 1020 when the provider does not take it
 */
async function sendTest(
  ctx: CallContext,
  name: 'serviceTemplate' | 'alarmTemplate',
  input: z.output<typeof testBody>,
): Promise<{ text: string }> {
  const entity = entityNamed(name);
  const { templateCode } = await findInScope(ctx, entity, input.id);
  const stored = await writtenTemplate(ctx.app.db, String(templateCode));
  if (stored === undefined) throw new AppError(1002);
  if (!(await countAttempt(ctx.app.db, 'template-test', ctx.user.id)).allowed) throw new AppError(1104);
  // Checks right and input, and writes the log.
  await runAction(ctx, entity, 'test', input);
  const { title, body, texts, smsTemplate: template } = filledTemplate(stored, sampleValues);
  const own = texts.sms?.zh ?? `${title.zh}：${body.zh}`;
  const text = template === undefined ? `[测试] ${own}` : own;
  await sendSms(ctx.app, { mobile: input.mobile, text, ...(template && { template }) });
  return { text };
}

const summary = { zh: '发送测试短信', en: 'Send a test SMS' };
const alarm = entityNamed('alarm');

function readTime(ctx: CallContext, field: string, text: string | undefined): Date | null {
  if (text === undefined) return null;
  const time = parseInstant(text);
  if (!time) throw refuseField(ctx, field, 'instant');
  return time;
}

const alarmMessages = defineCall('POST /msg/crm/alarmMessage/list', {
  access: ['alarmManage.query', 'messageTemplateManage.query', 'vehicleNewsStatistics.query'],
  body: z.object({
    ...paging(),
    query: z
      .object({
        alarmId: id.optional(),
        vin: z.string().max(30).optional(),
        alarmType: z.string().max(40).optional(),
        channel: z.enum(['1', '2', '3', '4']).optional(),
        status: z.enum(['0', '1', '2', '3', '4', '5']).optional(),
        'createTime.ge': z.string().max(19).optional(),
        'createTime.le': z.string().max(19).optional(),
      })
      .default({}),
  }),
  traced: false,
  summary: { zh: '报警推送记录', en: 'Messages about alarms' },
  async run(ctx, { page, pageSize, query }) {
    const inScope = visibleWhere(alarm, 'a', ctx.user);
    const { alarmId, vin, alarmType, channel, status } = query;
    const since = readTime(ctx, 'createTime.ge', query['createTime.ge']);
    const until = readTime(ctx, 'createTime.le', query['createTime.le']);
    // By channel the index finds what became of records.
    const channels = channel === undefined ? Object.values(codes.PushChannel) : [Number(channel)];
    const ofRecords = sql`r.ref_type = 'alarm' and r.channel = any(${channels}::smallint[])
      and (${status ?? null}::smallint is null or r.status = ${status ?? null}::smallint)
      and (${alarmId ?? null}::text is null or r.ref_id = ${alarmId ?? null})`;
    /** Conditions on alarms, vehicles and inboxes. */
    const elsewhere = [
      ...(inScope === undefined ? [] : [inScope]),
      ...(vin === undefined ? [] : [sql`v.vin = upper(${vin}) and not v.deleted`]),
      ...(alarmType === undefined ? [] : [sql`a.alarm_type = ${alarmType}`]),
      ...(since === null ? [] : [sql`i.create_time >= ${since}::timestamptz`]),
      ...(until === null ? [] : [sql`i.create_time <= ${until}::timestamptz`]),
    ];
    const found = await readPage<AlarmMessageRow>(
      ctx.app.db,
      {
        select: sql`i.id::text as "pushId", a.id::text as "alarmId", a.alarm_no as "alarmNo", a.alarm_type as "alarmType", v.vin,
          u.nickname, u.mobile_mask as mobile, json_build_object('zh', i.title_zh, 'en', i.title_en) as title,
          json_build_object('zh', case when r.text_zh is null then i.body_zh else r.text_zh end, 'en', case when r.text_zh is null then i.body_en else r.text_en end) as body,
          r.channel::int as channel, r.status::int as status, r.fail_code as "failCode",
          ${wallClock('i.create_time')} as "createTime", ${wallClock('r.sent_time')} as "sentTime", ${wallClock('r.delivered_time')} as "deliveredTime"`,
        from: sql`msg_inbox i join msg_push_record r on r.inbox_id = i.id and i.kind = 'alarm' and i.ref_type = 'alarm' join alm_alarm a on a.id = i.ref_id::bigint
          left join veh_vehicle v on v.id = a.vehicle_id left join usr_app_user u on u.id = i.user_id`,
        // Records alone are counted fast. Their alarms are there: those are kept longer, and nobody deletes them.
        ...(elsewhere.length === 0 && { countFrom: sql`msg_push_record r` }),
        where: sql.join([ofRecords, ...elsewhere], sql` and `),
        order: sql`i.id desc, r.channel`,
      },
      { page, pageSize },
    );
    return { ...found, list: alarmTexts(ctx, found.list), page, pageSize };
  },
});

const sources = defineCall('POST /msg/crm/messageProvider/source', {
  access: [
    'messageTemplateManage.query',
    'noticeManage.query',
    'operationActivityManage.query',
    'serviceReminderManage.query',
  ],
  traced: false,
  summary: { zh: '消息服务商', en: 'Services that deliver messages' },
  run: (ctx) => messageSources(ctx.app),
});

/** Test messages of templates, the log of alarm messages, and the services that deliver. */
export const templateMessageCalls: readonly Call[] = [
  defineCall('POST /msg/crm/serviceTemplate/test', {
    access: 'messageTemplateManage.test',
    body: testBody,
    summary,
    run: (ctx, input) => sendTest(ctx, 'serviceTemplate', input),
  }),
  defineCall('POST /msg/crm/alarmTemplate/test', {
    access: 'messageTemplateManage.test',
    body: testBody,
    summary,
    run: (ctx, input) => sendTest(ctx, 'alarmTemplate', input),
  }),
  alarmMessages,
  sources,
];
