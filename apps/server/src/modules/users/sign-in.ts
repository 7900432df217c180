import { randomInt } from 'node:crypto';
import type { AppAccount } from '@wheelhouse/contract/calls/users';
import type { Flag } from '@wheelhouse/contract/calls/kit';
import { codes } from '@wheelhouse/entities/codes';
import { machines } from '@wheelhouse/entities/machines';
import { sql } from 'kysely';
import { z } from 'zod';
import { sendSms } from '../../adapters/sms/index.ts';
import { wallClock } from '../../db/wall-clock.ts';
import { withTransaction, type Tx } from '../../db/pool.ts';
import { hashOfProved } from '../../entity/sealed-lookup.ts';
import { hashOf, seal } from '../../entity/seal.ts';
import { appTokenSec, defineAppCall, issueAppToken } from '../../http/app-call.ts';
import { defineCall, type Call } from '../../http/call.ts';
import type { App, PublicContext } from '../../http/context.ts';
import { AppError } from '../../http/errors.ts';
import { appPhone, format, sixDigits } from '../../http/kit.ts';
import { checkCode, countAttempt, makeCode, takeBack, useCode } from '../access/service.ts';
import { attributeShare } from '../events/shares/service.ts';
import { attributeRegistration, type Caller } from '../marketing/promotions/service.ts';
import { codeSms } from '../templates/service.ts';
import { graceDays } from './deletion.ts';

const { normal, deleting } = machines['SM-AppUser'].states;
const { inReview } = machines['SM-IosReview'].states;
const scene = codes.SmsScene.appLogin;

const mobile = format('mobile');
/** The phone that signs in. */
const device = z.object({
  ...appPhone,
  deviceId: z.string().min(8).max(128),
  phoneModel: z.string().min(1).max(60).optional(),
  osVersion: z.string().min(1).max(20).optional(),
});
type Device = z.output<typeof device>;

/** Signs users out wherever they are: tokens given before hold no longer. */
export async function endSignIns(tx: Tx, userIds: readonly string[]): Promise<void> {
  const ids = [...userIds];
  await sql`update usr_app_user set token_version = token_version + 1 where id = any(${ids}::bigint[])`.execute(tx);
  await sql`
    update usr_device set revoked = 1, rev = rev + 1, update_time = now() where user_id = any(${ids}::bigint[]) and revoked = 0`.execute(
    tx,
  );
}

interface Stored extends Omit<AppAccount, 'avatarUrl'> {
  readonly avatar: string | null;
}

/** @throws AppError 1002 */
async function accountOf({ db, files }: Pick<App, 'db' | 'files'>, userId: string): Promise<AppAccount> {
  const { rows } = await sql<Stored>`
    select u.id::text as id, u.nickname, u.avatar, u.mobile_mask as mobile, u.gender, u.birthday::text as birthday, u.city_id, u.real_name_status,
      u.status, ${wallClock('u.register_time')} as register_time,
      case when u.status = ${deleting} then ${wallClock(sql`(u.deletion_time + make_interval(days => ${graceDays}))`)} end as erase_time,
      (select count(*)::int from veh_vehicle v where v.owner_user_id = u.id and not v.deleted) as vehicle_count
    from usr_app_user u where u.id = ${userId} and not u.deleted`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new AppError(1002);
  const { avatar, ...account } = row;
  return { ...account, avatarUrl: avatar === null ? null : files.url(avatar) };
}

/**
 * The fixed code of the demo account: for its number, while a version is in the store's review. Wrong codes are counted by number and address, so that
 * nobody locks the store's reviewers out, and by number, since a code that stays could be found from many addresses.
 * @throws AppError 1104 too many wrong codes
 */
async function isDemoCode({ app, ip }: PublicContext, number: string, code: string): Promise<boolean> {
  const { rows } = await sql<{ demoCode: string | null }>`
    select demo_code from ps_ios_review where review_status = ${inReview} and demo_mobile = ${number} and not deleted`.execute(
    app.db,
  );
  if (rows.length === 0) return false;
  const key = hashOf(app.secrets, number).toString('hex');
  const counted = [
    ['demo-code', `${key}@${ip}`],
    ['demo-code-all', key],
  ] as const;
  // One after the other: what an address may no longer try does not count for the others.
  for (const [kind, of] of counted) if (!(await countAttempt(app.db, kind, of)).allowed) throw new AppError(1104);
  if (!rows.some(({ demoCode }) => demoCode === code)) return false;
  for (const [kind, of] of counted) await takeBack(app.db, kind, of);
  return true;
}

/** The code that was sent, to be used up; undefined for the demo account, whose code stays. @throws AppError 1110, 1104 */
async function proveMobile(ctx: PublicContext, number: string, code: string) {
  try {
    return await checkCode(ctx, { mobile: number, scene, code });
  } catch (error) {
    // Counted by address before, by number there: a fixed code is not found by trying.
    if (error instanceof AppError && error.code === 1110 && (await isDemoCode(ctx, number, code))) return undefined;
    throw error;
  }
}

interface Known {
  readonly id: string;
  readonly status: number;
}

/** The account of a number, locked. */
async function knownUser(tx: Tx, app: Pick<App, 'secrets'>, number: string): Promise<Known | undefined> {
  const { rows } = await sql<Known>`
    select id::text as id, status from usr_app_user where mobile_hash = ${hashOfProved(app, number)} and not deleted for no key update`.execute(
    tx,
  );
  return rows[0];
}

interface SigningIn {
  readonly mobile: string;
  readonly device: Device | undefined;
  readonly channel: string | undefined;
  /** Where the app called from: by it, its user is known as one who scanned a promotion's code. */
  readonly caller: Caller;
}

/** A new account, by a name that says nothing of its number. Of two at the same moment one is made. */
async function register(tx: Tx, app: Pick<App, 'secrets'>, signingIn: SigningIn): Promise<boolean> {
  const { device: phone, channel } = signingIn;
  const { enc, hash, mask } = seal(app.secrets, 'mobile', signingIn.mobile);
  const nickname = `车友${String(randomInt(1_000_000)).padStart(6, '0')}`;
  const { rows } = await sql`
    insert into usr_app_user (nickname, mobile_enc, mobile_hash, mobile_mask, real_name_status, register_channel, client_os, app_version, register_time, status)
    values (${nickname}, ${enc}, ${hash}, ${mask}, 0,
      (select code from sys_item_code where category = 'AppChannel' and code = ${channel ?? null} and not deleted),
      ${phone?.clientOs ?? null}, ${phone?.appVersion ?? null}, now(), ${normal})
    on conflict (mobile_hash) where not deleted do nothing returning id`.execute(tx);
  return rows.length > 0;
}

/** @throws AppError 1106 frozen */
async function accountFor(
  tx: Tx,
  app: Pick<App, 'secrets'>,
  signingIn: SigningIn,
): Promise<{ readonly id: string; readonly isNew: Flag }> {
  const known = await knownUser(tx, app, signingIn.mobile);
  const isNew = known === undefined && (await register(tx, app, signingIn));
  const user = known ?? (await knownUser(tx, app, signingIn.mobile));
  if (user === undefined || ![normal, deleting].some((status) => status === user.status)) throw new AppError(1106);
  if (isNew) {
    await attributeRegistration(tx, app.secrets, { userId: user.id, caller: signingIn.caller });
    await attributeShare(tx, app.secrets, { userId: user.id, caller: signingIn.caller });
  }
  return { id: user.id, isNew: isNew ? 1 : 0 };
}

/** Notes where and when a user signed in; a phone that was signed out is in again. */
async function noteSignIn(
  tx: Tx,
  { secrets }: Pick<App, 'secrets'>,
  userId: string,
  phone: Device | undefined,
): Promise<void> {
  await sql`
    update usr_app_user set last_active_time = now(), client_os = coalesce(${phone?.clientOs ?? null}, client_os),
      app_version = coalesce(${phone?.appVersion ?? null}, app_version) where id = ${userId}`.execute(tx);
  if (phone === undefined) return;
  const { deviceId, clientOs, phoneModel = null, osVersion = null, appVersion } = phone;
  await sql`
    insert into usr_device as d (user_id, device_hash, client_os, phone_model, os_version, app_version, last_login_time, login_count, revoked)
    values (${userId}, ${hashOf(secrets, `device:${deviceId}`)}, ${clientOs}, ${phoneModel}, ${osVersion}, ${appVersion}, now(), 1, 0)
    on conflict (user_id, device_hash) do update set client_os = excluded.client_os, phone_model = excluded.phone_model, os_version = excluded.os_version,
      app_version = excluded.app_version, last_login_time = now(), login_count = d.login_count + 1, revoked = 0, rev = d.rev + 1, update_time = now()`.execute(
    tx,
  );
}

const loginCode = defineCall('POST /app/v1/user/loginCode', {
  effect: 'irreversible',
  access: 'public',
  body: z.object({ mobile }),
  summary: { zh: '发送APP登录验证码', en: 'Send the code to log in to the app' },
  async run(ctx, input) {
    const code = await makeCode(ctx, { mobile: input.mobile, scene });
    await sendSms(ctx.app, { mobile: input.mobile, ...(await codeSms(ctx, 'LOGIN_CODE', code)) });
  },
});

const login = defineCall('POST /app/v1/user/login', {
  access: 'public',
  body: z.object({ mobile, smsCode: sixDigits, device: device.optional(), channel: z.string().max(20).optional() }),
  summary: { zh: 'APP登录', en: 'Log in to the app' },
  async run(ctx, input) {
    const { app } = ctx;
    const proof = await proveMobile(ctx, input.mobile, input.smsCode);
    const { id, isNew } = await withTransaction(app.db, async (tx) => {
      if (proof) await useCode(tx, proof);
      const caller = { ip: ctx.ip, userAgent: ctx.userAgent };
      const signingIn = { mobile: input.mobile, device: input.device, channel: input.channel, caller };
      const account = await accountFor(tx, app, signingIn);
      await noteSignIn(tx, app, account.id, input.device);
      return account;
    });
    return {
      token: await issueAppToken(app, id),
      expiresIn: appTokenSec,
      isNew,
      user: await accountOf(app, id),
    };
  },
});

const me = defineAppCall('GET /app/v1/user/me', {
  summary: { zh: '我的账号', en: 'Own account' },
  run: ({ app, appUser }) => accountOf(app, appUser.id),
});

/** How users of the app sign in, and what they see of themselves. */
export const signInCalls: readonly Call[] = [loginCode, login, me];
