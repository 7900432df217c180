import { sql } from 'kysely';
import type { Tx } from '../../../db/pool.ts';
import { todayDigits } from '../../../db/wall-clock.ts';

/** Number of a replacement record: `RC`, day, running number. */
export async function nextRecordNo(tx: Tx): Promise<string> {
  const { rows } = await sql<{ no: string }>`
    select 'RC' || ${todayDigits} || lpad(nextval('seq_replacement_record')::text, 6, '0') as no
  `.execute(tx);
  return rows[0]?.no ?? '';
}
