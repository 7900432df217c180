import type { ErrorCode } from '@wheelhouse/contract/errors';
import { sql } from 'kysely';
import { z } from 'zod';
import { type Db, withTransaction } from '../../db/pool.ts';
import { audit } from '../../entity/audit.ts';
import { hashOf, maskOf } from '../../entity/seal.ts';
import { type Call, defineCall } from '../../http/call.ts';
import type { App, PublicContext } from '../../http/context.ts';
import { AppError } from '../../http/errors.ts';
import { parseInput } from '../../http/translate.ts';
import { type Account, actor, findAccount, mobilePattern, refuseClosed } from './accounts.ts';
import { type Attempt, countAttempt, forget, lock, lockSeconds, limits, takeBack } from './attempts.ts';
import { dummyHash, md5Pattern, verifyPassword } from './password.ts';
import { beginSession, endSession } from './session-store.ts';
import { sessionsOf } from './sessions.ts';
import { accessDb } from './tables.ts';
import { redeemTicket } from './tickets.ts';
import { hasTotp, useRecoveryCode, useTotp } from './totp.ts';

type Channel = 'password' | 'ticket';

const loginBody = z.object({
  username: z.string().max(64).optional(),
  password: z.string().max(64).optional(),
  ticket: z.string().min(1).max(512).optional(),
  /** Code of the authenticator, or a recovery code, where the account asks for one (1123). */
  otp: z.string().max(20).optional(),
});
const byPassword = z.object({
  username: z.string().min(1).max(64),
  password: z.string().regex(md5Pattern),
});

/** Refusal of a locked name, with the remaining whole minutes. */
function tooManyWrong({ locked }: Attempt): AppError {
  const left = locked === null ? lockSeconds : (locked.getTime() - Date.now()) / 1000;
  return new AppError(1103, { n: Math.max(1, Math.ceil(left / 60)) });
}

/** What wrong passwords are counted by: the account, however it was named; an unknown name by its hash, for it may be a mobile number. */
function attemptKey(app: Pick<App, 'secrets'>, account: Pick<Account, 'id'> | undefined, name: string): string {
  return account === undefined
    ? `name:${hashOf(app.secrets, name.toLowerCase()).toString('hex')}`
    : `user:${account.id}`;
}

/** Whether somebody has signed in to an account from an address lately: there the account itself is used. */
async function isKnownAddress(db: Db, account: Pick<Account, 'id'> | undefined, ip: string): Promise<boolean> {
  if (account === undefined) return false;
  const { rows } = await sql`select 1 from sys_login_log
    where user_id = ${account.id} and result = 0 and ip = ${ip} and time > now() - interval '90 days' limit 1`.execute(
    db,
  );
  return rows.length > 0;
}

/** A claim to be checked: the account, or the name where there is no such account. */
export interface Claim {
  readonly kind: 'login-name' | 'login-otp';
  readonly account: Pick<Account, 'id'> | undefined;
  readonly name: string;
  /** Code of the refusal of a wrong proof. */
  readonly refusal: ErrorCode;
}

/**
 * Runs `check` and counts failures: by account and address, so that nobody locks out another user, and by account over all addresses from
 * which it was never used, so that many addresses do not avoid the limit. Unknown names are counted like known ones, so that a lock does not
 * show which names exist.
 * @throws AppError 1103 locked, or the claim's refusal when `check` says no
 */
export async function guarded(
  { app, ip }: Pick<PublicContext, 'app' | 'ip'>,
  { kind, account, name, refusal }: Claim,
  check: () => Promise<boolean>,
): Promise<void> {
  const { db } = app;
  const owner = attemptKey(app, account, name);
  const key = `${owner}@${ip}`;
  const all = await countAttempt(db, `${kind}-all`, owner);
  if (!all.allowed && !(await isKnownAddress(db, account, ip))) throw tooManyWrong(all);
  const attempt = await countAttempt(db, kind, key);
  if (!attempt.allowed) {
    if (all.allowed) await takeBack(db, `${kind}-all`, owner);
    throw tooManyWrong(attempt);
  }
  if (await check()) {
    if (all.allowed) await takeBack(db, `${kind}-all`, owner);
    return forget(db, kind, key);
  }
  if (attempt.counted >= limits[kind].most) await lock(db, kind, key);
  throw new AppError(refusal);
}

/** @throws AppError 1104 too many from this address, 1103, 1101 for an unknown name and for a wrong password alike, after the same work */
async function provePassword(
  ctx: PublicContext,
  name: string,
  account: Account | undefined,
  password: string,
): Promise<void> {
  const { db } = ctx.app;
  if (!(await countAttempt(db, 'login-ip', ctx.ip)).allowed) throw new AppError(1104);
  const stored = account?.passwordHash ?? (await dummyHash());
  await guarded(
    ctx,
    { kind: 'login-name', account, name, refusal: 1101 },
    async () => (await verifyPassword(stored, password)) && account?.passwordHash === stored,
  );
  await takeBack(db, 'login-ip', ctx.ip);
}

/** The second step, for accounts that have one. @throws AppError 1123 not given, 1124 wrong or used before, 1103 wrong too often */
async function proveSecondFactor(ctx: PublicContext, account: Account, otp: string | undefined): Promise<void> {
  const { app } = ctx;
  if (!(await hasTotp(app.db, account.id))) return;
  if (otp === undefined || otp === '') throw new AppError(1123);
  const check = async () => {
    if (/^\d{6}$/.test(otp)) return useTotp(app, app.db, account.id, otp);
    if (!(await useRecoveryCode(app, app.db, account.id, otp))) return false;
    await withTransaction(app.db, (tx) =>
      audit(tx, actor(ctx, account), { action: 'recoveryCode', entity: 'sysUser', entityId: account.id }),
    );
    return true;
  };
  await guarded(ctx, { kind: 'login-otp', account, name: account.username, refusal: 1124 }, check);
}

/** @returns whose the ticket was. @throws AppError 1104 too many from this address */
async function takeTicket(ctx: PublicContext, ticket: string): Promise<string | undefined> {
  const { db } = ctx.app;
  if (!(await countAttempt(db, 'login-ip', ctx.ip)).allowed) throw new AppError(1104);
  const username = await redeemTicket(db, ticket);
  if (username !== undefined) await takeBack(db, 'login-ip', ctx.ip);
  return username;
}

interface Outcome {
  readonly username: string;
  readonly channel: Channel;
  readonly userId: string | null;
  readonly result: number;
}

async function logLogin(ctx: PublicContext, outcome: Outcome): Promise<void> {
  // Attempts beyond the limit of an address are not checked and not logged, so that they cannot fill the log.
  if (outcome.result === 1104) return;
  await accessDb(ctx.app.db)
    .insertInto('sys_login_log')
    .values({ ...outcome, ip: ctx.ip, userAgent: ctx.userAgent.slice(0, 300) })
    .execute();
}

interface Entrance {
  readonly name: string;
  readonly channel: Channel;
  readonly account: Account | undefined;
  /** Refuses a caller who cannot prove that the account is theirs. */
  readonly prove: () => Promise<void>;
}

/** Signs a user in or refuses; the login log records the outcome in both cases. */
async function enter(
  ctx: PublicContext,
  { name, channel, account, prove }: Entrance,
): Promise<{ accessToken: string }> {
  const typed = mobilePattern.test(name) ? maskOf('mobile', name) : name;
  const outcome = { username: account?.username ?? typed, channel, userId: account?.id ?? null };
  try {
    await prove();
    if (account === undefined) throw new AppError(channel === 'ticket' ? 1102 : 1101);
    refuseClosed(account);
    const accessToken = await beginFor(ctx, account, channel);
    await logLogin(ctx, { ...outcome, result: 0 });
    return { accessToken };
  } catch (error) {
    if (error instanceof AppError) await logLogin(ctx, { ...outcome, result: error.code });
    throw error;
  }
}

function beginFor(ctx: PublicContext, { id }: Account, channel: Channel): Promise<string> {
  return withTransaction(ctx.app.db, async (tx) => {
    await sql`update sys_user set last_login_time = now() where id = ${id}`.execute(tx);
    await sql`update sys_credential set last_login_ip = ${ctx.ip} where user_id = ${id}`.execute(tx);
    return beginSession(tx, { userId: id, ip: ctx.ip, userAgent: ctx.userAgent, channel });
  });
}

const ssoLogin = defineCall('POST /system/crm/sysUser/ssoLogin', {
  access: 'public',
  body: loginBody,
  summary: {
    zh: '登录：用户名与密码（大写MD5），或门户一次性票据',
    en: 'Log in: username and password (upper-case MD5), or a one-time portal ticket',
  },
  async run(ctx, input) {
    if (input.ticket !== undefined) {
      const name = await takeTicket(ctx, input.ticket);
      const account = name === undefined ? undefined : await findAccount(ctx.app, name);
      return enter(ctx, { name: name ?? '', channel: 'ticket', account, prove: async () => {} });
    }
    const { username, password } = await parseInput(byPassword, input, ctx.lang);
    const account = await findAccount(ctx.app, username);
    return enter(ctx, {
      name: username,
      channel: 'password',
      account,
      prove: async () => {
        await provePassword(ctx, username, account, password);
        if (account !== undefined) await proveSecondFactor(ctx, account, input.otp);
      },
    });
  },
});

const ssoLogout = defineCall('POST /system/crm/sysUser/ssoLogout', {
  access: 'login',
  traced: true,
  ownAccount: true,
  body: z.object({}),
  summary: { zh: '退出登录', en: 'Log out' },
  async run(ctx) {
    await endSession(ctx.app.db, ctx.user.sessionId, 'logout');
    sessionsOf(ctx.app).forget([ctx.user.id]);
  },
});

export const loginCalls: readonly Call[] = [ssoLogin, ssoLogout];
