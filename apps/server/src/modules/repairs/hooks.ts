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

/** Past its due time, while it waits or when it was completed. */
const late = (t: string): string =>
  `coalesce(${t}.due_time < coalesce(${t}.complete_time, ${t}.finish_time, now()), false)`;
/** The same fault of the vehicle came back within 30 days after it was done. */
const comesBack = (t: string): string =>
  `(${t}.finish_time is not null and exists (select from cs_repair_order o where o.vehicle_id = ${t}.vehicle_id and o.fault_sub = ${t}.fault_sub
    and o.id <> ${t}.id and not o.deleted and o.create_time > ${t}.finish_time and o.create_time <= ${t}.finish_time + interval '30 days'))`;

export const repairHooks: HooksOf<'repairOrder'> = {
  computed: {
    slaLeft: (t) => `case when ${waits(t)} then floor(extract(epoch from ${t}.due_time - now()) / 60)::int end`,
    overdue: (t) => `${overdue(t)}::int`,
    late: (t) => `${late(t)}::int`,
    comesBack: (t) => `${comesBack(t)}::int`,
    totalFen: (t) => `${t}.labor_fen + ${t}.parts_fen + ${t}.other_fen`,
  },
  conditions: {
    overdue: flagCondition(overdue),
    late: flagCondition(late),
    comesBack: flagCondition(comesBack),
  },
  ...repairRules,
  wrongState: repairWrongState,
  mayReveal: mayContact,
  actions: repairHandlers,
  refuses: repairRefusals,
};
