import { routes } from '@wheelhouse/entities/routes';
import { sql } from 'kysely';
import type { HooksOf, SavingOf } from '../../entity/hooks.ts';
import { ofColleague, owns, refuseMore } from '../../entity/owned.ts';
import { holds } from '../../entity/read.ts';
import { column } from '../../entity/scope.ts';
import type { SessionUser } from '../../http/context.ts';
import { AppError } from '../../http/errors.ts';

const permissionOf = new Map<string, string>(routes.map((route) => [route.name, route.permission]));
const openPages = routes.filter((route) => route.permission === 'login').map((route) => route.name as string);

const maySee = (user: SessionUser, page: string): boolean => {
  const permission = permissionOf.get(page);
  return permission !== undefined && (permission === 'login' || holds(user, permission));
};

/** A new row belongs to its creator; only the creator or an administrator may change it. @throws AppError 1003 */
function keepToOwner({ ctx, old, values }: SavingOf<'savedView' | 'dashboardLayout'>): void {
  if (!old) values.ownerId = ctx.user.id;
  else if (!owns(ctx.user, old.ownerId)) throw new AppError(1003);
}

/** A list has one default view for each of its users. */
async function onlyDefault({ tx, old, values, id }: SavingOf<'savedView'> & { readonly id: string }): Promise<void> {
  if (values.isDefault !== 1) return;
  const owner = String(old?.ownerId ?? values.ownerId);
  const page = String(old?.pageName ?? values.pageName);
  await sql`update sys_saved_view set is_default = 0, rev = rev + 1, update_time = now()
    where owner_id = ${owner} and page_name = ${page} and is_default = 1 and id <> ${id} and not deleted`.execute(tx);
}

/** Limit of views and layouts per user: more than anybody needs, and the table stays small. */
const mostRows = 200;

/** Personal models: their rows belong to their creator. A shared view is for people of the same dealer, one of staff for staff. */
export const savedViewHooks: HooksOf<'savedView'> = {
  visible: (user, alias) => {
    const shared = user.isAdmin
      ? sql``
      : sql` and ${column(alias, 'page_name')} = any(${[...openPages, ...user.functions]}::text[])`;
    return sql`(${column(alias, 'owner_id')} = ${user.id} or (${column(alias, 'shared')} = 1${shared} and ${ofColleague(user, alias)}))`;
  },
  async beforeSave(saving) {
    keepToOwner(saving);
    const { ctx, old, values } = saving;
    if (!old && !maySee(ctx.user, String(values.pageName))) throw new AppError(1003);
    await refuseMore(saving, 'sys_saved_view', mostRows);
  },
  afterSave: onlyDefault,
  refuseDelete: async (_tx, row, ctx) => (owns(ctx.user, row.ownerId) ? undefined : new AppError(1003)),
};

export const layoutHooks: HooksOf<'dashboardLayout'> = {
  visible: (user, alias) => sql`${column(alias, 'owner_id')} = ${user.id}`,
  async beforeSave(saving) {
    keepToOwner(saving);
    await refuseMore(saving, 'sys_dashboard_layout', mostRows);
  },
};
