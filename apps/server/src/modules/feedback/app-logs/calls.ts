import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { ownJson } from '@wheelhouse/contract/object';
import { formats } from '@wheelhouse/entities/formats';
import { entityNamed } from '@wheelhouse/entities/registry';
import { sql } from 'kysely';
import { z } from 'zod';
import { withTransaction } from '../../../db/pool.ts';
import { audit } from '../../../entity/audit.ts';
import { issueMade } from '../../../entity/issue.ts';
import { readQuery } from '../../../entity/query.ts';
import { findInScope, listJson } from '../../../entity/read.ts';
import { logSensitive } from '../../../entity/sensitive.ts';
import { wrongState } from '../../../entity/state-text.ts';
import { add } from '../../../entity/write.ts';
import { defineCall, type Call } from '../../../http/call.ts';
import type { CallContext } from '../../../http/context.ts';
import { AppError } from '../../../http/errors.ts';
import { refuseField } from '../../../http/field-texts.ts';
import { form, id } from '../../../http/kit.ts';
import { plainText, readLines, type StoredLog } from './content.ts';
import { logStatus } from './hooks.ts';
import { levels } from './lines.ts';

const entity = entityNamed('appLogRecord');
const user = entityNamed('appUser');

/** The app user of a mobile number: a search like any other by it, so that it needs the right, is counted and logged. @throws AppError 1001 */
async function userOf(ctx: CallContext, mobile: unknown): Promise<string> {
  const known = typeof mobile === 'string' ? formats.mobile.check(mobile) : undefined;
  if (known === undefined || !('value' in known)) throw refuseField(ctx, 'mobile', 'invalid');
  const query = readQuery(ctx, user, { query: { 'mobile.eq': known.value }, pageSize: 1 });
  const { list } = ownJson<{ list: readonly { readonly id: string }[] }>(await listJson(ctx, user, query));
  const [found] = list;
  if (found === undefined)
    throw refuseField(ctx, 'mobile', { zh: '没有该手机号的用户', en: 'No user has this number' });
  return found.id;
}

const request = defineCall('POST /user/crm/appLog/request', {
  access: 'appLogRecord.request',
  body: form,
  summary: { zh: '索取日志', en: 'Ask a user for a log' },
  async run(ctx, { mobile, ...body }) {
    const { userId } = body;
    const isNamed = mobile === undefined || (userId !== undefined && userId !== null && userId !== '');
    return add(ctx, entity, isNamed ? body : { ...body, userId: await userOf(ctx, mobile) });
  },
});

/** The content of an uploaded log. @throws AppError 1002, 1011; 1004 in another state */
async function storedOf(ctx: CallContext, logId: string): Promise<StoredLog & { readonly logNo: string }> {
  const row = await findInScope(ctx, entity, logId);
  if (Number(row.status) !== logStatus.uploaded) throw wrongState('AppLogStatus', row.status, ctx);
  const { rows } = await sql<StoredLog>`
    select storage_key as key, bytes::float8 as bytes from usr_app_log_content where log_id = ${logId} and not gone`.execute(
    ctx.app.db,
  );
  const [stored] = rows;
  if (stored === undefined) throw new AppError(1017);
  return { ...stored, logNo: String(row.logNo) };
}

/** Pages of one log read within these minutes are one access. */
const sameMinutes = 10;

async function logAccess(ctx: CallContext, logId: string, logNo: string): Promise<void> {
  const { db } = ctx.app;
  const { rows } = await sql`
    select 1 from sys_sensitive_access_log where user_id = ${ctx.user.id} and entity = ${entity.name} and entity_id = ${logId} and field = 'content'
      and time > now() - make_interval(mins => ${sameMinutes}) limit 1`.execute(db);
  if (rows.length === 0)
    await logSensitive(db, ctx, { entity: entity.name, entityId: logId, field: 'content', reason: logNo });
}

const content = defineCall('POST /user/crm/appLog/content', {
  access: 'appLogRecord.view',
  effect: 'reads',
  body: z.object({
    id,
    offset: z.int().min(0).default(0),
    level: z.enum(levels).nullish(),
    keyword: z.string().max(100).nullish(),
  }),
  summary: { zh: '查看日志内容（记录）', en: 'Read a log (logged)' },
  async run(ctx, input) {
    const { logNo, ...stored } = await storedOf(ctx, input.id);
    await logAccess(ctx, input.id, logNo);
    const keyword = input.keyword?.trim();
    return readLines(ctx.app, stored, {
      offset: input.offset,
      level: input.level ?? undefined,
      keyword: keyword === '' ? undefined : keyword,
    });
  },
});

const download = defineCall('POST /user/crm/appLog/download', {
  access: 'appLogRecord.download',
  effect: 'reads',
  traced: true,
  body: z.object({ id }),
  summary: { zh: '下载日志（记录）', en: 'Download a log (logged)' },
  async run(ctx, input) {
    const { logNo, ...stored } = await storedOf(ctx, input.id);
    const fileName = await issueMade(ctx, `${logNo}.txt`, (path) =>
      pipeline(plainText(ctx.app, stored), createWriteStream(path, { flags: 'wx', mode: 0o600 })),
    );
    await logAccess(ctx, input.id, logNo);
    await withTransaction(ctx.app.db, (tx) =>
      audit(tx, ctx, {
        action: 'download',
        entity: entity.name,
        entityId: input.id,
        functionCode: 'appLogRecord.download',
      }),
    );
    return { fileName };
  },
});

export const appLogCalls: readonly Call[] = [request, content, download];
