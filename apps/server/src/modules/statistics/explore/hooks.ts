import { statistics } from '@wheelhouse/entities/statistics/all';
import { sql } from 'kysely';
import { knowsStaff } from '../../../entity/hidden.ts';
import { nextOf, type HooksOf, type SavingOf } from '../../../entity/hooks.ts';
import { ofColleague, owns, refuseMore } from '../../../entity/owned.ts';
import { holds } from '../../../entity/read.ts';
import { column, type Fragment } from '../../../entity/scope.ts';
import type { SessionUser } from '../../../http/context.ts';
import { AppError } from '../../../http/errors.ts';
import { refuseField } from '../../../http/field-texts.ts';
import { readFilters } from '../subscriptions/filters.ts';
import { partFor, refuseUnknowable } from './read.ts';

/** More than anybody needs. */
const mostOwn = 100;
const texts = {
  ownRoles: { zh: '只能共享给自己的角色', en: 'Only with roles of your own' },
} as const;
const right = 'exploreStatistics.query';

type Saving = SavingOf<'exploration'>;

/** Shared with a role of the user, by somebody of the same dealer, or of staff for staff. */
function sharedWith(user: SessionUser, alias: string): Fragment {
  const seen = Object.values(statistics).filter(({ route }) => holds(user, `${route}.query`));
  const role = sql`exists (select from sys_role r where r.id = any(${column(alias, 'role_ids')}) and not r.deleted
    and (r.role_code = any(${[...user.roleCodes]}::text[]) or ${user.isAdmin}))`;
  return sql`${role} and ${ofColleague(user, alias)} and ${column(alias, 'statistic')} = any(${seen.map(({ name }) => name)}::text[])`;
}

/** Dealers share among those of their own roles. @throws AppError 1001 */
async function checkRoles(saving: Saving): Promise<void> {
  const { ctx, tx } = saving;
  const roles = nextOf(saving, 'roleIds') ?? [];
  if (roles.length === 0 || knowsStaff(ctx.user)) return;
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from sys_role where id = any(${[...roles]}::bigint[]) and role_code = any(${[...ctx.user.roleCodes]}::text[])`.execute(
    tx,
  );
  if ((rows[0]?.n ?? 0) < roles.length) throw refuseField(ctx, 'roleIds', texts.ownRoles);
}

/** What is saved is asked by its receivers with their own rights: nobody's numbers are kept. */
export const explorationHooks: HooksOf<'exploration'> = {
  visible: (user, alias) => {
    const own = sql`${column(alias, 'owner_id')} = ${user.id}`;
    return holds(user, right) ? sql`(${own} or (${sharedWith(user, alias)}))` : own;
  },
  async beforeSave(saving) {
    const { ctx, old, values } = saving;
    if (!old) values.ownerId = ctx.user.id;
    else if (old.ownerId !== ctx.user.id) throw new AppError(1003);
    if (!holds(ctx.user, right)) throw new AppError(1003);
    const measures = nextOf(saving, 'measures') ?? [];
    const { statistic } = partFor(
      ctx,
      { statistic: String(nextOf(saving, 'statistic')), measures, dimensions: nextOf(saving, 'dimensions') ?? [] },
      { measures: 'measures', dimensions: 'dimensions' },
    );
    const filters = readFilters(ctx, statistic, nextOf(saving, 'filters'));
    if (filters === undefined) throw refuseField(ctx, 'filters', 'invalid');
    refuseUnknowable(ctx, statistic, measures, filters);
    await checkRoles(saving);
    await refuseMore(saving, 'stat_exploration', mostOwn);
  },
  refuseDelete: async (_tx, row, ctx) => (owns(ctx.user, row.ownerId) ? undefined : new AppError(1003)),
};
