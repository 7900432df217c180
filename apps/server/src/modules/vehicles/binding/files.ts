import type { Lang } from '@wheelhouse/contract/lang';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../db/pool.ts';
import { fieldError } from '../../../http/errors.ts';

/** @throws AppError 1001 under `field` when one of the ids is of no uploaded file */
export async function refuseUnknownFiles(
  db: Db | Tx,
  field: string,
  ids: readonly string[],
  lang: Lang,
): Promise<void> {
  if (ids.length === 0) return;
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from sys_file where file_id = any(${[...new Set(ids)]}::text[])`.execute(db);
  if (rows[0]?.n !== new Set(ids).size)
    throw fieldError(field, lang === 'zh' ? '文件不存在，请重新上传' : 'No such file, upload it again');
}
