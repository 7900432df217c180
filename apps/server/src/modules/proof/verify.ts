import type { Text } from '@wheelhouse/contract/lang';
import { sql } from 'kysely';
import type { Secrets } from '../../config.ts';
import type { Db } from '../../db/pool.ts';
import { signatureOf } from './store.ts';

const changed = { zh: '自检结果与签名不符：记录被改过', en: 'The run is not what was signed: it was changed' };
const otherKey = { zh: '签名的密钥不是本平台的', en: 'It is signed by a key of another installation' };
const notNext = { zh: '前一次自检缺失或被改过', en: 'The run before it is missing, or was changed' };

/** Looks whether the newest runs are as they were signed, and follow each other. @returns how many, and what is wrong with which */
export async function verifyRuns(
  db: Db,
  secrets: Pick<Secrets, 'sealKey'>,
  most: number,
): Promise<{ readonly checked: number; readonly wrong: readonly { readonly id: string; readonly text: Text }[] }> {
  const { rows } = await sql<{ id: string; follows: boolean }>`
    select id::text as id, coalesce(before_hash = lag(hash) over (order by id), true) as follows
    from (select id, hash, before_hash from sys_proof_run order by id desc limit ${most}) r order by id`.execute(db);
  const wrong: { id: string; text: Text }[] = [];
  let ownSince = false;
  for (const { id, follows } of rows) {
    const state = (await signatureOf(db, secrets, id))?.state;
    // Of before the sealing key was changed; not after this one has signed.
    const isForged = state === 'otherKey' && ownSince;
    const text = state === 'broken' ? changed : isForged ? otherKey : follows ? undefined : notNext;
    ownSince ||= state === 'valid';
    if (text !== undefined) wrong.push({ id, text });
  }
  return { checked: rows.length, wrong };
}
