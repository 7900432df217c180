import { sql } from 'kysely';
import { flagCondition } from '../../entity/flag.ts';
import type { HooksOf, SavingOf } from '../../entity/hooks.ts';
import type { SessionUser } from '../../http/context.ts';
import { AppError } from '../../http/errors.ts';
import { feedbackHandlers, feedbackRefusals, feedbackWrongState } from './actions.ts';
import { overdue } from './records.ts';

export const feedbackHooks: HooksOf<'feedback'> = {
  computed: {
    imageCount: (t) => `coalesce(cardinality(${t}.images), 0)`,
    mergedCount: (t) => `(select count(*) from cs_feedback m where m.merged_into_id = ${t}.id and not m.deleted)::int`,
    // Until the first reply, and again while what the user added is not answered; feedback that ended without a reply has waited until then.
    waitHours: (t) =>
      `greatest(0, floor(extract(epoch from coalesce(now() - ${t}.added_time,
        coalesce(${t}.reply_time, ${t}.close_time, now()) - ${t}.create_time)) / 3600))::int`,
    overdue: (t) => `${overdue(t)}::int`,
  },
  conditions: { overdue: flagCondition(overdue) },
  actions: feedbackHandlers,
  refuses: feedbackRefusals,
  wrongState: feedbackWrongState,
};

type Stored = NonNullable<SavingOf<'quickReply'>['old']>;
/** Shared texts are everybody's to use, and their authors' to change. */
const mayChange = (user: SessionUser, row: Stored): boolean =>
  row.ownerId !== null || user.isAdmin || row.createBy === user.id;

export const quickReplyHooks: HooksOf<'quickReply'> = {
  visible: (user, alias) => sql`(${sql.ref(`${alias}.owner_id`)} = ${user.id} or ${sql.ref(`${alias}.shared`)} = 1)`,
  async beforeSave({ ctx, old, values }) {
    if (old === undefined) values.ownerId = Number(values.shared) === 1 ? null : ctx.user.id;
    else if (!mayChange(ctx.user, old)) throw new AppError(1003);
  },
  refuseDelete: async (_tx, row, ctx) => (mayChange(ctx.user, row) ? undefined : new AppError(1003)),
};
