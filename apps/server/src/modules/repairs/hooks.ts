import { sql } from 'kysely';
import type { HooksOf } from '../../entity/hooks.ts';
import { repairHandlers, repairWrongState } from './actions.ts';
import { mayContact } from './contact.ts';
import { repairStatus } from './records.ts';
import { repairRules } from './saving.ts';

const { unhandled, inRepair } = repairStatus;
/** States in which somebody of the platform or of a dealer is awaited. */
const waits = (t: string): string => `${t}.status between ${unhandled} and ${inRepair}`;
/** Null for one without a time. As it stands, so that the index on the time finds them. */
const overdue = (t: string): string => `(${waits(t)} and ${t}.due_time < now())`;

export const repairHooks: HooksOf<'repairOrder'> = {
  computed: {
    slaLeft: (t) => `case when ${waits(t)} then floor(extract(epoch from ${t}.due_time - now()) / 60)::int end`,
    overdue: (t) => `coalesce(${overdue(t)}, false)::int`,
    totalFen: (t) => `${t}.labor_fen + ${t}.parts_fen + ${t}.other_fen`,
  },
  conditions: {
    overdue: (t, values) =>
      sql.join(
        values.map((value) => sql.raw(value === '1' ? overdue(t) : `${overdue(t)} is not true`)),
        sql` or `,
      ),
  },
  ...repairRules,
  wrongState: repairWrongState,
  mayReveal: mayContact,
  actions: repairHandlers,
};
