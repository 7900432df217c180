import { entityNamed } from '@wheelhouse/entities/registry';
import type { StoredRowOf } from '@wheelhouse/entities/rows';
import { sql } from 'kysely';
import type { Tx } from '../../db/pool.ts';
import { contentsOf, seal } from '../../entity/approval/keep.ts';
import type { ReviewInput, ReviewOf } from '../../entity/approval/rules.ts';
import { rowsById } from '../../entity/read.ts';
import { rawFields } from '../../entity/write-fields.ts';

export const simOperation = entityNamed('simOperation');

/** The card and the vehicle that it is in: a card that was moved meanwhile takes another vehicle off the network. */
const card: ReviewInput<StoredRowOf<'simOperation'>> = {
  label: { zh: 'SIM卡所在车辆', en: 'Vehicle of the card' },
  async read(tx, rows) {
    const { rows: found } = await sql<{ id: string; iccid: string; vin: string | null }>`
      select s.id::text as id, s.iccid, coalesce(v.vin, v.frame_no) as vin from sim_card s
      left join veh_vehicle v on v.iccid = s.iccid and not v.deleted
      where s.id = any(${rows.map(({ simId }) => simId)}::bigint[])`.execute(tx);
    const cards = new Map(found.map(({ id, ...facts }) => [id, facts]));
    return new Map(rows.map(({ id, simId }) => [id, cards.get(simId) ?? null]));
  },
};

/** What the approval of a SIM operation covers: all that was asked for, and the vehicle that it concerns. */
export const simOperationReview: ReviewOf<'simOperation'> = {
  fields: ['simId', 'opType', 'packageCode', 'reasonCode', 'remark', 'planTime'],
  inputs: { card },
  // Few cards need no second person.
  isReviewed: ({ auditorId }) => auditorId !== null,
};

/** Keeps what was asked for where a second person decides. */
export async function keepRequests(tx: Tx, ids: readonly string[], userId: string | null): Promise<void> {
  const rows = await rowsById(tx, simOperation, ids, rawFields(simOperation));
  await seal(tx, simOperation, { step: 'submitted', userId, contents: await contentsOf(tx, simOperation, rows) });
}
