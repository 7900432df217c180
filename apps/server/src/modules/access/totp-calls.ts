import { sql } from 'kysely';
import { z } from 'zod';
import { type Tx, withTransaction } from '../../db/pool.ts';
import { audit } from '../../entity/audit.ts';
import { type Call, defineCall } from '../../http/call.ts';
import type { CallContext } from '../../http/context.ts';
import { AppError } from '../../http/errors.ts';
import { guarded } from './login.ts';
import { wallClock } from '../../db/wall-clock.ts';
import { md5Pattern, verifyPassword } from './password.ts';
import { sessionsOf } from './sessions.ts';
import { hasTotp, newRecoveryCodes, newTotp, useTotp } from './totp.ts';
import { sixDigits } from '../../http/kit.ts';

const otp = sixDigits;
const password = z.string().regex(md5Pattern);

/** The second factor is for staff; dealer accounts are bound to their dealer anyway. @throws AppError 1003 */
function staffOnly({ user }: CallContext): void {
  if (user.userType !== 1) throw new AppError(1003);
}

/** @throws AppError 1109 wrong, 1103 too often */
async function provePassword(ctx: CallContext, md5: string): Promise<void> {
  const { app, user } = ctx;
  const { rows } = await sql<{
    hash: string;
  }>`select password_hash as hash from sys_credential where user_id = ${user.id}`.execute(app.db);
  const hash = rows[0]?.hash;
  await guarded(
    ctx,
    { kind: 'login-name', account: user, name: user.username, refusal: 1109 },
    async () => hash !== undefined && verifyPassword(hash, md5),
  );
}

/** @throws AppError 1124 wrong or used before, 1103 too often */
async function proveCode(ctx: CallContext, code: string): Promise<void> {
  const { app, user } = ctx;
  await guarded(ctx, { kind: 'login-otp', account: user, name: user.username, refusal: 1124 }, () =>
    useTotp(app, app.db, user.id, code),
  );
}

const record = (ctx: CallContext, tx: Tx, action: string) =>
  audit(tx, ctx, { action, entity: 'sysUser', entityId: ctx.user.id });

const status = defineCall('POST /system/crm/sysTotp/status', {
  access: 'login',
  effect: 'reads',
  body: z.object({}),
  summary: { zh: '动态验证码状态', en: 'Status of own two-factor login' },
  async run(ctx) {
    const { rows } = await sql<{ confirmedTime: string; left: number }>`
      select ${wallClock(sql`m.confirmed_time`)} as confirmed_time,
        (select count(*)::int from sys_recovery_code c where c.user_id = m.user_id and c.used_time is null) as left
      from sys_totp m where m.user_id = ${ctx.user.id} and m.confirmed_time is not null`.execute(ctx.app.db);
    const [row] = rows;
    return {
      enabled: row === undefined ? 0 : 1,
      confirmedTime: row?.confirmedTime ?? null,
      recoveryCodesLeft: row?.left ?? 0,
    };
  },
});

const enrol = defineCall('POST /system/crm/sysTotp/enrol', {
  access: 'login',
  traced: true,
  body: z.object({ password }),
  summary: { zh: '登记动态验证码：密钥只显示一次', en: 'Set up two-factor login (the secret is shown once)' },
  async run(ctx, input) {
    staffOnly(ctx);
    const { app, user } = ctx;
    if (await hasTotp(app.db, user.id)) throw new AppError(1125);
    await provePassword(ctx, input.password);
    return newTotp(app, app.db, user.id, user.username);
  },
});

const confirm = defineCall('POST /system/crm/sysTotp/confirm', {
  access: 'login',
  body: z.object({ otp }),
  summary: {
    zh: '启用动态验证码：恢复码只显示一次',
    en: 'Turn on two-factor login (recovery codes are shown once)',
  },
  async run(ctx, input) {
    const { app, user } = ctx;
    if (await hasTotp(app.db, user.id)) throw new AppError(1125);
    await proveCode(ctx, input.otp);
    const recoveryCodes = await withTransaction(app.db, async (tx) => {
      const { rows } =
        await sql`update sys_totp set confirmed_time = now() where user_id = ${user.id} and confirmed_time is null returning user_id`.execute(
          tx,
        );
      if (rows.length === 0) throw new AppError(1126);
      // Sessions begun with the password alone are over.
      await sql`update sys_session set revoked_time = now(), revoked_reason = 'reset' where user_id = ${user.id} and id <> ${user.sessionId} and revoked_time is null`.execute(
        tx,
      );
      await record(ctx, tx, 'totpOn');
      return newRecoveryCodes(app, tx, user.id);
    });
    sessionsOf(app).forget([user.id]);
    return { recoveryCodes };
  },
});

const recoveryCodes = defineCall('POST /system/crm/sysTotp/recoveryCodes', {
  access: 'login',
  body: z.object({ password, otp }),
  summary: { zh: '重新生成恢复码', en: 'New recovery codes' },
  async run(ctx, input) {
    const { app, user } = ctx;
    if (!(await hasTotp(app.db, user.id))) throw new AppError(1126);
    await provePassword(ctx, input.password);
    await proveCode(ctx, input.otp);
    return withTransaction(app.db, async (tx) => {
      await record(ctx, tx, 'recoveryCodes');
      return { recoveryCodes: await newRecoveryCodes(app, tx, user.id) };
    });
  },
});

const disable = defineCall('POST /system/crm/sysTotp/disable', {
  access: 'login',
  body: z.object({ password, otp }),
  summary: { zh: '停用动态验证码', en: 'Turn off two-factor login' },
  async run(ctx, input) {
    const { app, user } = ctx;
    if (!(await hasTotp(app.db, user.id))) throw new AppError(1126);
    await provePassword(ctx, input.password);
    await proveCode(ctx, input.otp);
    await withTransaction(app.db, async (tx) => {
      await sql`delete from sys_totp where user_id = ${user.id}`.execute(tx);
      await record(ctx, tx, 'totpOff');
    });
  },
});

export const totpCalls: readonly Call[] = [status, enrol, confirm, recoveryCodes, disable];
