import { machines } from '@wheelhouse/entities/machines';
import { entityNamed } from '@wheelhouse/entities/registry';
import { sql } from 'kysely';
import { withTransaction, type Tx } from '../../../db/pool.ts';
import { moveNow } from '../../../entity/due.ts';
import type { App } from '../../../http/context.ts';
import { dueIn, freeze, lockGenerating, type Statement, type StatementSums } from './freeze.ts';

const entity = entityNamed('settlement');
const { toGenerate, toConfirm } = machines['SM-Settlement'].states;

export interface Generating {
  /** YYYY-MM; over. */
  readonly month: string;
  readonly partnerName?: string | undefined;
  /** Who does it; nobody: the system. */
  readonly userId?: string;
}

/** What a statement says when it is new: nothing is adjusted. */
export const newValues = (sums: StatementSums, userId: string | null) => ({
  ...sums,
  adjustments: null,
  adjustmentFen: 0,
  payableFen: sums.shareFen + sums.carriedFen,
  generatorId: userId,
  generateTime: new Date(),
});

async function insert(tx: Tx, { settlementNo, month, partnerName }: Statement, userId: string | null): Promise<void> {
  const sums = await freeze(tx, { settlementNo, month, partnerName });
  const { entryCount, grossFen, refundFen, feeFen, shareFen, carriedFen, payableFen } = newValues(sums, userId);
  // Sums are computed: whoever asks for them has written nothing that another would have to check.
  await sql`
    insert into ord_settlement (settlement_no, month, partner_name, status, entry_count, gross_fen, refund_fen, fee_fen, share_fen, adjustment_fen, carried_fen,
      payable_fen, generator_id, generate_time)
    values (${settlementNo}, ${month}, ${partnerName}, ${toConfirm}, ${entryCount}, ${grossFen}, ${refundFen}, ${feeFen}, ${shareFen}, 0, ${carriedFen},
      ${payableFen}, ${userId}::bigint, now())`.execute(tx);
}

/** Voided statements of the month, locked before anything else is. */
async function voided(
  tx: Tx,
  { month, partnerName }: Generating,
): Promise<readonly (Statement & { readonly id: string })[]> {
  const { rows } = await sql<Statement & { readonly id: string }>`
    select id::text as id, settlement_no, month, partner_name from ord_settlement
    where month = ${month} and status = ${toGenerate} and (${partnerName ?? null}::text is null or partner_name = ${partnerName ?? null}) order by id for update`.execute(
    tx,
  );
  return rows;
}

/** Partners with something to settle, and no statement of the month or a later one: what comes late for an earlier month waits for the next. */
async function partners(tx: Tx, { month, partnerName }: Generating): Promise<readonly string[]> {
  const { rows } = await sql<{ partnerName: string }>`
    select distinct t.partner_name from ord_theme_revenue t
    where ${dueIn(month)} and (${partnerName ?? null}::text is null or t.partner_name = ${partnerName ?? null})
      and not exists (select from ord_settlement s where s.partner_name = t.partner_name and s.month >= ${month}) order by 1`.execute(
    tx,
  );
  return rows.map((row) => row.partnerName);
}

const numberOf = async (tx: Tx, month: string): Promise<string> => {
  const { rows } = await sql<{ no: string }>`
    select 'ST' || replace(${month}, '-', '') || lpad((nextval('seq_ord_settlement') % 1000000)::text, 6, '0') as no`.execute(
    tx,
  );
  return rows[0]?.no ?? '';
};

/**
 * Generates the statements of a month that has none yet, or voided ones. Safe to be asked again, and by several at the same moment.
 * @returns their numbers
 */
export const generate = (app: Pick<App, 'db' | 'secrets'>, asked: Generating): Promise<readonly string[]> =>
  withTransaction(app.db, async (tx) => {
    const { month, userId = null } = asked;
    const again = await voided(tx, asked);
    await lockGenerating(tx);
    for (const one of again) {
      const effect = async () => newValues(await freeze(tx, one), userId);
      await moveNow(tx, app, one.id, { entity, field: 'status', action: 'generate', effect });
    }
    const made = again.map(({ settlementNo }) => settlementNo);
    for (const partnerName of await partners(tx, asked)) {
      const settlementNo = await numberOf(tx, month);
      await insert(tx, { settlementNo, month, partnerName }, userId);
      made.push(settlementNo);
    }
    return made;
  });
