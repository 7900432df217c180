import { registerHooks } from '../../../entity/hooks.ts';
import { AppError } from '../../../http/errors.ts';
import { sql } from 'kysely';
import { listenToAnswers } from './answers.ts';
import { listenToLogs } from './debug/logs.ts';
import { registerControlTopics } from './live.ts';

/** Remote control and debugging: what devices say, live topics, rules of the library. Called once at start. */
export function registerControl(): void {
  listenToAnswers();
  listenToLogs();
  registerControlTopics();
  registerHooks('debugCommand', {
    // Its records tell by it how their frames are read.
    async refuseDelete(tx, row) {
      const { rows } = await sql<{
        n: number;
      }>`select count(*)::int as n from veh_debug_record where debug_command_id = ${row.id}`.execute(tx);
      const n = rows[0]?.n ?? 0;
      return n === 0 ? undefined : new AppError(1006, { n });
    },
  });
}
