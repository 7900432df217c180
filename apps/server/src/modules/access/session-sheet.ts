import { randomUUID } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Text } from '@wheelhouse/contract/lang';
import { formatInstant } from '@wheelhouse/contract/time';
import { issueFile } from '../../entity/issue.ts';
import { startWorkbook, styles } from '../../entity/xlsx-write.ts';
import { fileSink } from '../../entity/xlsx-zip.ts';
import type { CallContext } from '../../http/context.ts';

/** An open session as its list shows it. */
export interface SessionRow {
  readonly username: string;
  readonly realName: string;
  readonly ip: string | null;
  readonly userAgent: string | null;
  readonly channel: string;
  readonly issuedTime: string;
  readonly lastSeenTime: string;
  readonly expireTime: string;
}

const title: Text = { zh: '在线会话', en: 'Sessions' };
const heads: readonly (readonly [name: keyof SessionRow, label: Text, width: number])[] = [
  ['username', { zh: '用户名', en: 'Username' }, 18],
  ['realName', { zh: '姓名', en: 'Name' }, 14],
  ['ip', { zh: 'IP', en: 'IP' }, 18],
  ['userAgent', { zh: '浏览器', en: 'Browser' }, 48],
  ['channel', { zh: '方式', en: 'Way' }, 12],
  ['issuedTime', { zh: '登录时间', en: 'Signed in' }, 20],
  ['lastSeenTime', { zh: '最近活动', en: 'Last active' }, 20],
  ['expireTime', { zh: '最晚到期', en: 'Ends at' }, 20],
];
const exported: Text = { zh: '导出人', en: 'Exported by' };

/** A workbook of sessions for the caller alone, with his name and the time below. @returns its name for `/common/download` */
export async function issueSessions(ctx: CallContext, rows: readonly SessionRow[]): Promise<string> {
  const { lang, user } = ctx;
  const dir = join(ctx.app.config.dataDir, 'tmp');
  const path = join(dir, `${randomUUID()}.xlsx`);
  await mkdir(dir, { recursive: true });
  try {
    const file = await fileSink(path);
    try {
      const workbook = await startWorkbook(file.sink, [title[lang]]);
      const sheet = await workbook.sheet(heads.map(([, label, width]) => ({ title: label[lang], width })));
      await sheet.rows(rows.map((row) => heads.map(([name]) => row[name])));
      await sheet.line([`${exported[lang]} ${user.username} ${formatInstant(new Date())}`], styles.note);
      await sheet.end();
      await workbook.finish();
    } finally {
      await file.close();
    }
    return await issueFile(ctx, `${title[lang]}.xlsx`, path);
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}
