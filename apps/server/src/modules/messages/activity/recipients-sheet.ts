import type { MadeFile } from '@wheelhouse/contract/calls/kit';
import type { RecipientQuery } from '@wheelhouse/contract/calls/messages/messages';
import type { Text } from '@wheelhouse/contract/lang';
import { withTransaction } from '../../../db/pool.ts';
import { audit } from '../../../entity/audit.ts';
import { issueSheet } from '../../../entity/export/issue-sheet.ts';
import { findInScope, holds } from '../../../entity/read.ts';
import { unseal } from '../../../entity/seal.ts';
import { logSensitive } from '../../../entity/sensitive.ts';
import { dictionaryEntries } from '../../../entity/sheet-columns.ts';
import type { CallContext } from '../../../http/context.ts';
import { AppError } from '../../../http/errors.ts';
import { allRecipients, countRecipients, type RecipientRow } from '../recipients-page.ts';
import { activitySource } from './source.ts';

const { entity } = activitySource;
const mostRows = 200_000;
const portion = 5_000;

const headings = {
  sheet: { zh: '活动消息接收明细', en: 'Recipients' },
  userId: { zh: '用户ID', en: 'User ID' },
  mobile: { zh: '手机号', en: 'Mobile' },
  channel: { zh: '渠道', en: 'Channel' },
  status: { zh: '状态', en: 'Status' },
  failCode: { zh: '原因', en: 'Cause' },
  sendTime: { zh: '发送时间', en: 'Sent at' },
  deliverTime: { zh: '送达时间', en: 'Delivered at' },
  clickTime: { zh: '打开时间', en: 'Opened at' },
} as const satisfies Record<string, Text>;
const columns = ['userId', 'mobile', 'channel', 'status', 'failCode', 'sendTime', 'deliverTime', 'clickTime'] as const;

/** Recipients with their numbers as a workbook for the caller. @throws AppError 1003 without `privacy.export`, 1007 over the limit */
export async function exportRecipients(
  ctx: CallContext,
  message: string,
  query: RecipientQuery,
  reason: string,
): Promise<MadeFile> {
  const { app, lang } = ctx;
  if (!holds(ctx.user, 'privacy.export')) throw new AppError(1003);
  await findInScope(ctx, entity, message);
  const total = await countRecipients(app.db, entity.name, message, query, mostRows);
  if (total > mostRows) throw new AppError(1007, { n: mostRows });
  const names = await dictionaryEntries(app.pool, ['PushChannel', 'PushStatus']);
  const nameOf = (category: string, code: number): string =>
    names.get(category)?.get(String(code))?.[lang] ?? String(code);
  const cellsOf = (row: RecipientRow) => [
    row.userId,
    row.mobileEnc === null ? null : unseal(app.secrets, row.mobileEnc),
    nameOf('PushChannel', row.channel),
    nameOf('PushStatus', row.status),
    row.failCode,
    row.sendTime,
    row.deliverTime,
    row.clickTime,
  ];
  async function* portions() {
    for await (const rows of allRecipients(app.db, entity.name, message, query, portion)) yield rows.map(cellsOf);
  }
  const log = () =>
    withTransaction(app.db, async (tx) => {
      await logSensitive(tx, ctx, { entity: entity.name, entityId: message, field: 'mobile', reason });
      await audit(tx, ctx, {
        action: 'export',
        entity: entity.name,
        entityId: message,
        after: { query, rows: total, '@reason': reason },
        path: '/msg/crm/activityMessage/exportRecipients',
        functionCode: 'operationActivityManage.export',
      });
    });
  const fileName = await issueSheet(ctx, {
    title: headings.sheet[lang],
    columns: columns.map((name) => ({ title: headings[name][lang] })),
    portions: portions(),
    log,
  });
  return { fileName, rows: total };
}
