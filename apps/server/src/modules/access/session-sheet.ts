import type { Text } from '@wheelhouse/contract/lang';
import { issueSheet } from '../../entity/export/issue-sheet.ts';
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
  ['channel', { zh: '方式', en: 'Method' }, 12],
  ['issuedTime', { zh: '登录时间', en: 'Login time' }, 20],
  ['lastSeenTime', { zh: '最近活动', en: 'Last active' }, 20],
  ['expireTime', { zh: '最晚到期', en: 'Expires at' }, 20],
];

/** A workbook of sessions for the caller alone. @returns its name for `/common/download` */
export function issueSessions(ctx: CallContext, rows: readonly SessionRow[]): Promise<string> {
  const { lang } = ctx;
  return issueSheet(ctx, {
    title: title[lang],
    columns: heads.map(([, label, width]) => ({ title: label[lang], width })),
    portions: [rows.map((row) => heads.map(([name]) => row[name]))],
  });
}
