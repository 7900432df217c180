import { sql } from 'kysely';
import type { Tx } from '../../db/pool.ts';
import type { CallContext } from '../../http/context.ts';
import { AppError } from '../../http/errors.ts';
import { isSwitchedOn } from '../reference/service.ts';

const closed = { zh: '旧版OTA已关闭新建', en: 'new items can no longer be added for the old platform' } as const;

/** Whether packages and tasks of the first platform may still be made is a switch (D:SystemSwitch OLD_OTA_CREATE). @throws AppError 1004 */
export async function refuseClosed({ lang }: Pick<CallContext, 'lang'>, tx: Tx): Promise<void> {
  const { rows } = await sql`select 1 where ${isSwitchedOn('OLD_OTA_CREATE')}`.execute(tx);
  if (rows.length === 0) throw new AppError(1004, { state: closed[lang] });
}
