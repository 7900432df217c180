import { entityNamed } from '@wheelhouse/entities/registry';
import { sql } from 'kysely';
import type { Tx } from '../../../db/pool.ts';
import { moveDue } from '../../../entity/due.ts';
import type { Job } from '../../module.ts';
import { comesBack } from '../express/service.ts';
import { moveForWinning } from '../stock/stock.ts';
import { winningCargo } from './cargo.ts';

const entity = entityNamed('winningRecord');
/** Days after which a parcel counts as signed for. */
const signedAfter = 15;

/** What nobody has claimed goes back to the stock. */
async function release(tx: Tx, id: string): Promise<Record<string, never>> {
  const { prizeId } = await tx
    .selectFrom('act_winning_record')
    .select('prizeId')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  await moveForWinning(tx, { id, prizeId }, 'release');
  return {};
}

const due: Job = {
  name: 'prizes.winnings',
  cron: '*/5 * * * *',
  async run(app) {
    await moveDue(app, { entity, action: 'expire', when: sql`t.claim_deadline <= now()`, effect: release });
    await moveDue(app, {
      ...winningCargo.arrival,
      // A parcel that goes back has not reached anybody, however long ago it was sent.
      when: sql`t.ship_time <= now() - make_interval(days => ${signedAfter}) and not ${comesBack}`,
    });
  },
};

export const winningJobs: readonly Job[] = [due];
