import type { EntityName } from '@wheelhouse/entities/registry';
import { sql } from 'kysely';
import type { SessionUser } from '../http/context.ts';
import { refuseField } from '../http/field-texts.ts';
import type { SavingOf } from './hooks.ts';
import { column, type Fragment } from './scope.ts';

// Rows that belong to one user, by their field `ownerId`: views, layouts, subscriptions, explorations.

/** That a row of `alias` belongs to somebody of the same dealer; one of staff to somebody of staff. */
export const ofColleague = (user: SessionUser, alias: string): Fragment =>
  sql`exists (select from sys_user o where o.id = ${column(alias, 'owner_id')}
    and o.user_type = ${user.userType} and o.dealer_id is not distinct from ${user.dealerId}::bigint)`;

export const owns = (user: SessionUser, ownerId: unknown): boolean => user.isAdmin || ownerId === user.id;

type Saving = Pick<SavingOf<EntityName>, 'ctx' | 'tx' | 'old'>;

/**
 * A new row of somebody who has more than anybody needs is refused.
 * @for a row that belongs to its user: with `ofColleague` where it can be shared: `access/personal.ts`
 * @throws AppError 1001
 */
export async function refuseMore({ ctx, tx, old }: Saving, table: string, most: number): Promise<void> {
  if (old) return;
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from ${sql.table(table)} where owner_id = ${ctx.user.id} and not deleted`.execute(tx);
  if ((rows[0]?.n ?? 0) >= most) throw refuseField(ctx, 'name', { zh: '最多{n}个', en: 'At most {n}' }, { n: most });
}
