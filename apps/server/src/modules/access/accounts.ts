import { machines } from '@wheelhouse/entities/machines';
import { dealerUser } from '@wheelhouse/entities/access/dealer-user';
import { sysUser } from '@wheelhouse/entities/access/sys-user';
import type { EntityDef } from '@wheelhouse/entities/define';
import { plain } from '@wheelhouse/entities/registry';
import { sql } from 'kysely';
import type { Db, Tx } from '../../db/pool.ts';
import { hashOfProved } from '../../entity/sealed-lookup.ts';
import type { App, CallContext, PublicContext, SessionUser } from '../../http/context.ts';
import { AppError } from '../../http/errors.ts';
import { today } from '../../db/wall-clock.ts';

/** Whether the dealer `d` of an account `u` is active; staff have none. */
export const dealerOpen = sql`(u.user_type = 1 or coalesce(d.status = ${sql.lit(machines['SM-Dealer'].states.active)} and not d.deleted, false))`;

/** An account with what decides whether it may sign in. */
export interface Account {
  readonly id: string;
  readonly username: string;
  readonly userType: 1 | 2;
  readonly enabled: 0 | 1;
  readonly outdated: boolean;
  readonly dealerOpen: boolean;
  readonly passwordHash: string | null;
}

/** The entity that describes an account: staff and dealers' have one of their own, on the same table. */
export function accountEntity({ userType }: { readonly userType: number }): EntityDef {
  return plain(userType === 2 ? dealerUser : sysUser);
}

export const mobilePattern = /^1[3-9]\d{9}$/;

/** The account that somebody means by a username (letters' case does not matter) or by its mobile number. */
export async function findAccount(app: Pick<App, 'db' | 'secrets'>, name: string): Promise<Account | undefined> {
  const who = mobilePattern.test(name)
    ? sql`u.mobile_hash = ${hashOfProved(app, name)}`
    : sql`lower(u.username) = ${name.toLowerCase()}`;
  const { rows } = await sql<Account>`
    select u.id, u.username, u.user_type, u.enabled, coalesce(u.valid_until < ${today}, false) as outdated,
      ${dealerOpen} as dealer_open, c.password_hash
    from sys_user u left join sys_credential c on c.user_id = u.id left join dlr_dealer d on d.id = u.dealer_id
    where ${who} and not u.deleted`.execute(app.db);
  return rows[0];
}

/** @throws AppError 1106 disabled or past its last day, 1121 dealer disabled */
export function refuseClosed(account: Account): void {
  if (account.enabled !== 1 || account.outdated) throw new AppError(1106);
  if (!account.dealerOpen) throw new AppError(1121);
}

/** Replaces the stored hash; `mustChange` when somebody else knows the new password. */
export async function savePasswordHash(
  db: Db | Tx,
  userId: string,
  passwordHash: string,
  mustChange: boolean,
): Promise<void> {
  await sql`
    insert into sys_credential (user_id, password_hash, must_change_pwd) values (${userId}, ${passwordHash}, ${mustChange ? 1 : 0})
    on conflict (user_id) do update set password_hash = excluded.password_hash, must_change_pwd = excluded.must_change_pwd, password_time = now()
  `.execute(db);
}

/** A user without a session, for the operation log; has no rights. */
export function actor(
  ctx: PublicContext,
  account: Pick<Account, 'id' | 'username'>,
): Pick<CallContext, 'user' | 'ip' | 'userAgent' | 'requestId'> {
  const user: SessionUser = {
    sessionId: '',
    id: account.id,
    username: account.username,
    realName: '',
    userType: 1,
    dealerId: null,
    organizationCode: '',
    roleCodes: [],
    functions: new Set(),
    paths: new Set(),
    isAdmin: false,
    mustChangePwd: false,
    scope: { kind: 'limited' },
  };
  return { user, ip: ctx.ip, userAgent: ctx.userAgent, requestId: ctx.requestId };
}
