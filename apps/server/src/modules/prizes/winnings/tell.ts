import type { Text } from '@wheelhouse/contract/lang';
import { wallClockText } from '../../../db/wall-clock.ts';
import { defineWork } from '../../../work/work.ts';
import { tellWinner } from './award.ts';

interface Won {
  readonly id: string;
  readonly userId: string;
  readonly prizeName: string;
  readonly until: string | null;
}

const label: Text = { zh: '中奖通知', en: 'Messages to winners' };

/** Tells winners of draws: a draw waits for no message. */
export const winnersToTell = defineWork<Won>({
  name: 'prizes.winners',
  label,
  table: 'act_winner_due',
  key: { winning_id: 'bigint' },
  join: 'join act_winning_record r on r.id = t.winning_id',
  select: `r.id::text as id, r.user_id::text as "userId", r.prize_name as "prizeName", ${wallClockText('r.claim_deadline')} as until`,
  lease: 30,
  backoff: [5, 30, 120, 600],
  atOnce: 50,
  done: 'delete',
  promise: 'once',
  async step(tx, won) {
    await tellWinner(tx, won);
    return 'done';
  },
});
