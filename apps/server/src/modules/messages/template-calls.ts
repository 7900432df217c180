import { sampleValues } from '@wheelhouse/entities/templates/template-variables';
import { entityNamed } from '@wheelhouse/entities/registry';
import type { z } from 'zod';
import { messageSources } from '../../adapters/providers.ts';
import { sendSms } from '../../adapters/sms/index.ts';
import { runAction } from '../../entity/actions.ts';
import { findInScope } from '../../entity/read.ts';
import { defineCall, type Call } from '../../http/call.ts';
import type { CallContext } from '../../http/context.ts';
import { AppError } from '../../http/errors.ts';
import { actionBody, format, key } from '../../http/kit.ts';
import { countAttempt } from '../access/service.ts';
import { filledTemplate, writtenTemplate } from '../templates/service.ts';
import { refuseForeignNumber } from './test-numbers.ts';

const testBody = actionBody.extend({ id: key, mobile: format('mobile') });

/**
 * Sends a template, disabled ones too, with sample data to the sender or a test account: the text that would go by SMS, marked as a test where the provider has
 * approved no text of its own.
 * @throws AppError 1001 another number, 1104 after 10 in an hour, 1020 when the provider does not take it
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
  await refuseForeignNumber(ctx, 'mobile', input.mobile);
  // Checks right and input, and writes the log.
  await runAction(ctx, entity, 'test', input);
  const { title, body, texts, smsTemplate: template } = filledTemplate(stored, sampleValues);
  const own = texts.sms?.zh ?? `${title.zh}：${body.zh}`;
  const text = template === undefined ? `[测试] ${own}` : own;
  await sendSms(ctx.app, { mobile: input.mobile, text, ...(template && { template }) });
  return { text };
}

const summary = { zh: '发送测试短信', en: 'Send a test SMS' };

const sources = defineCall('POST /msg/crm/messageProvider/source', {
  access: [
    'messageTemplateManage.query',
    'noticeManage.query',
    'operationActivityManage.query',
    'serviceReminderManage.query',
  ],
  summary: { zh: '消息服务商', en: 'Services that deliver messages' },
  run: (ctx) => messageSources(ctx.app),
});

/** Test messages of templates, and the services that deliver. */
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
  sources,
];
