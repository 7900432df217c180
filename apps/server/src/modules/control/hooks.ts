import { sql } from 'kysely';
import type { HooksOf } from '../../entity/hooks.ts';
import { AppError } from '../../http/errors.ts';

export const debugCommandHooks: HooksOf<'debugCommand'> = {
  // Records of debug commands name their definition by it; it decides how their frames are read.
  async refuseDelete(tx, row) {
    const { rows } = await sql<{
      n: number;
    }>`select count(*)::int as n from veh_debug_record where debug_command_id = ${row.id}`.execute(tx);
    const n = rows[0]?.n ?? 0;
    return n === 0 ? undefined : new AppError(1006, { n });
  },
};
