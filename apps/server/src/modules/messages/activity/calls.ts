import { codes } from '@wheelhouse/entities/codes';
import { z } from 'zod';
import { runAction } from '../../../entity/actions.ts';
import { findInScope } from '../../../entity/read.ts';
import { defineCall, type Call } from '../../../http/call.ts';
import { AppError } from '../../../http/errors.ts';
import { actionBody, id, key, paging } from '../../../http/kit.ts';
import { countAttempt } from '../../access/service.ts';
import { broadcastStatistics, estimateBody, estimateOf } from '../message-calls.ts';
import { readRecipients, recipientQuery } from '../recipients-page.ts';
import { readNumberListOf } from './numbers.ts';
import { exportRecipients } from './recipients-sheet.ts';
import { activitySource } from './source.ts';

const { entity } = activitySource;
const page = 'operationActivityManage';

const estimate = defineCall('POST /msg/crm/activityMessage/estimate', {
  access: [`${page}.add`, `${page}.edit`, `${page}.audit`, `${page}.publish`],
  body: estimateBody,
  effect: 'reads',
  summary: { zh: '预估活动消息人数', en: 'Size of a campaign message’s audience' },
  async run(ctx, input) {
    const { audience = {} } = input;
    const { audienceType, userFileId } = audience;
    if (input.id === undefined && Number(audienceType) === codes.AudienceType.list)
      await readNumberListOf(ctx, userFileId);
    return estimateOf(ctx, activitySource, input);
  },
});

const statistics = defineCall('POST /msg/crm/activityMessage/statistics', {
  access: `${page}.query`,
  body: z.object({ id }),
  summary: { zh: '活动消息发送统计', en: 'What became of a campaign message' },
  run: (ctx, input) => broadcastStatistics(ctx, entity, input.id),
});

const recipients = defineCall('POST /msg/crm/activityMessage/recipients', {
  access: `${page}.query`,
  body: z.object({ id, query: recipientQuery, ...paging() }),
  summary: { zh: '活动消息接收明细', en: 'Recipients of a campaign message' },
  async run(ctx, { id: message, query = {}, ...paged }) {
    await findInScope(ctx, entity, message);
    const { list, ...counted } = await readRecipients(ctx.app.db, entity.name, message, query, paged);
    return { list: list.map(({ mobileEnc: _sealed, ...row }) => row), ...counted, ...paged };
  },
});

const sheet = defineCall('POST /msg/crm/activityMessage/exportRecipients', {
  access: `${page}.export`,
  effect: 'reads',
  body: z.object({ id, query: recipientQuery, reason: z.string().min(5).max(200) }),
  summary: { zh: '导出活动消息接收明细', en: 'Export the recipients of a campaign message' },
  run: (ctx, { id: message, query = {}, reason }) => exportRecipients(ctx, message, query, reason),
});

const test = defineCall('POST /msg/crm/activityMessage/test', {
  access: `${page}.test`,
  body: actionBody.extend({ id: key, mobiles: z.array(z.string().max(20)).min(1).max(5) }),
  summary: { zh: '发送测试消息', en: 'Send a campaign message to own numbers' },
  async run(ctx, input) {
    // Counted whether it is sent or not: refusals say which numbers have an account.
    if (!(await countAttempt(ctx.app.db, 'campaign-test', ctx.user.id)).allowed) throw new AppError(1104);
    await runAction(ctx, entity, 'test', input);
    return { sent: new Set(input.mobiles).size };
  },
});

export const activityMessageCalls: readonly Call[] = [estimate, statistics, recipients, sheet, test];
