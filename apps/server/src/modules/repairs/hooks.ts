import { flagCondition } from '../../entity/flag.ts';
import type { HooksOf } from '../../entity/hooks.ts';
import { repairHandlers, repairRefusals, repairWrongState } from './actions.ts';
import { mayContact } from './contact.ts';
import { repairStatus } from './records.ts';
import { repairRules } from './saving.ts';

const { unhandled, inRepair } = repairStatus;
/** States in which somebody of the platform or of a dealer is awaited. */
const waits = (t: string): string => `${t}.status between ${unhandled} and ${inRepair}`;
const overdue = (t: string): string => `(${waits(t)} and ${t}.due_time is not null and ${t}.due_time < now())`;

export const repairHooks: HooksOf<'repairOrder'> = {
  computed: {
    slaLeft: (t) => `case when ${waits(t)} then floor(extract(epoch from ${t}.due_time - now()) / 60)::int end`,
    overdue: (t) => `${overdue(t)}::int`,
    totalFen: (t) => `${t}.labor_fen + ${t}.parts_fen + ${t}.other_fen`,
  },
  conditions: { overdue: flagCondition(overdue) },
  ...repairRules,
  wrongState: repairWrongState,
  mayReveal: mayContact,
  actions: repairHandlers,
  refuses: repairRefusals,
};
