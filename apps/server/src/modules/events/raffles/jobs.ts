import { entityNamed } from '@wheelhouse/entities/registry';
import { machines } from '@wheelhouse/entities/machines';
import { sql } from 'kysely';
import { moveDue } from '../../../entity/due.ts';
import type { Job } from '../../module.ts';
import { closeDraws, noteHead } from '../draws/service.ts';

const { running, paused } = machines['SM-Raffle'].states;
/** Days for which it can be seen where a draw came from. */
const traceDays = 180;

/** A campaign from which nothing can be won any more: all is won, or the budget reaches for no prize that is left. */
const isEmpty = sql`exists (select from act_raffle_state s where s.activity_id = t.id and not exists (
  select from act_raffle_prize p where p.activity_id = t.id and p.won < p.quantity and s.spent_fen + p.cost_fen <= s.budget_limit_fen))`;

/** Campaigns begin, end, and pause themselves when nothing is left (SM-Raffle). Draws go by the time itself, not by this job. */
const due: Job = {
  name: 'events.raffles',
  cron: '* * * * *',
  async run(app) {
    const entity = entityNamed('raffleActivity');
    await moveDue(app, {
      entity,
      action: 'finish',
      // Boxes that may still be paid are waited for.
      when: sql`t.end_time <= now() and not exists (select from act_raffle_state s where s.activity_id = t.id and s.held > 0)`,
      async effect(tx, id) {
        await closeDraws(tx, id);
        await noteHead(tx, id);
        return {};
      },
    });
    await moveDue(app, { entity, action: 'start', when: sql`t.start_time <= now()` });
    await moveDue(app, {
      entity,
      action: 'pause',
      when: isEmpty,
      effect: async () => ({ pauseReason: '奖品或预算已用完' }),
    });
  },
};

/** The heads of the chains of every day, and the end of what is kept for a while only. */
const daily: Job = {
  name: 'events.raffleHeads',
  cron: '50 23 * * *',
  async run({ db }) {
    const { rows } = await sql<{ id: string }>`
      select id::text as id from act_raffle_activity where status in (${running}, ${paused}) and not deleted order by id`.execute(
      db,
    );
    for (const { id } of rows) await noteHead(db, id);
    await sql`delete from act_raffle_ticket where expire_time < now() - interval '1 day'`.execute(db);
    await sql`delete from act_raffle_trace where time < now() - make_interval(days => ${traceDays})`.execute(db);
  },
};

export const raffleJobs: readonly Job[] = [due, daily];
