import { createHash } from 'node:crypto';
import { escapeLike, likeText } from '@wheelhouse/contract';
import { sysUser } from '@wheelhouse/entities/access/sys-user';
import { plain } from '@wheelhouse/entities/registry';
import { sql } from 'kysely';
import { z } from 'zod';
import { visibleWhere } from '../../entity/read.ts';
import { type Call, defineCall } from '../../http/call.ts';
import { AppError } from '../../http/errors.ts';
import { countAttempt } from './attempts.ts';
import { wallClock } from '../../db/wall-clock.ts';
import { readPage } from '../../entity/sql-page.ts';
import { paged } from '../../http/kit.ts';

const text = (max: number) =>
  z
    .string()
    .transform((value) => value.slice(0, max))
    .default('');

/** The same fault at the same place of the same release, whatever ids and numbers its message carries. */
function fingerprint({ message, stack, appVersion }: { message: string; stack: string; appVersion: string }): string {
  const place = stack.split('\n').slice(0, 5).join('\n');
  return createHash('sha256')
    .update(`${appVersion}\n${message.replace(/\d+/g, '#')}\n${place}`)
    .digest('hex')
    .slice(0, 40);
}

const report = defineCall('POST /system/crm/errorLog/report', {
  access: 'login',
  ownAccount: true,
  traced: false,
  body: z.object({
    message: z
      .string()
      .min(1)
      .transform((value) => value.slice(0, 500)),
    info: text(200),
    url: text(500),
    stack: text(4_000),
    appVersion: text(20),
  }),
  summary: { zh: '上报前端错误', en: 'Report a front-end error' },
  async run(ctx, input) {
    const { app, user } = ctx;
    if (!(await countAttempt(app.db, 'error-report', user.id)).allowed) throw new AppError(1104);
    await sql`
      insert into sys_error_log as e (fingerprint, user_id, message, info, url, stack, app_version)
      values (${fingerprint(input)}, ${user.id}, ${input.message}, ${input.info}, ${input.url}, ${input.stack}, ${input.appVersion})
      on conflict (fingerprint) do update set count = e.count + 1, last_time = now(), user_id = excluded.user_id, url = excluded.url
    `.execute(app.db);
  },
});

const reports = defineCall('POST /system/crm/errorLog/list', {
  access: 'operatorManage.query',
  body: z.strictObject({
    /** Part of the message. */
    keyword: z.string().max(60).default(''),
    appVersion: z.string().max(20).default(''),
    ...paged,
  }),
  summary: { zh: '前端错误列表', en: 'List of front-end errors' },
  async run(ctx, input) {
    const { db } = ctx.app;
    const keyword = likeText(input.keyword);
    // Users outside the reader's scope are not named.
    const named = visibleWhere(plain(sysUser), 'u', ctx.user) ?? sql`true`;
    return readPage(
      db,
      {
        select: sql`e.id, e.message, e.info, e.url, e.stack, e.app_version, e.count, ${wallClock(sql`e.first_time`)} as first_time, ${wallClock(sql`e.last_time`)} as last_time, u.real_name`,
        from: sql`sys_error_log e left join sys_user u on u.id = e.user_id and ${named}`,
        where: sql`(${keyword} = '' or replace(e.message, ' ', '') ilike ${`%${escapeLike(keyword)}%`}) and (${input.appVersion} = '' or e.app_version = ${input.appVersion})`,
        order: sql`e.last_time desc, e.id desc`,
      },
      input,
    );
  },
});

export const errorLogCalls: readonly Call[] = [report, reports];
