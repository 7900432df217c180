import { codes } from '@wheelhouse/entities/codes';
import { z } from 'zod';
import { sendSms } from '../../adapters/sms/index.ts';
import { withTransaction } from '../../db/pool.ts';
import { audit } from '../../entity/audit.ts';
import { type Call, defineCall } from '../../http/call.ts';
import type { PublicContext } from '../../http/context.ts';
import { AppError } from '../../http/errors.ts';
import { format, sixDigits, digit } from '../../http/kit.ts';
import { markTraced } from '../../http/trace.ts';
import { codeSms } from '../templates/service.ts';
import { accountEntity, actor, findAccount, refuseClosed, savePasswordHash } from './accounts.ts';
import { forgetProofs } from './attempts.ts';
import { hashPassword, md5Pattern, refuseWeak } from './password.ts';
import { endSessionsOf } from './session-store.ts';
import { sessionsOf } from './sessions.ts';
import { checkCode, makeCode, type SmsScene, useCode } from './sms-codes.ts';

const mobile = format('mobile');
/** Scenes of the console: the app asks for its own codes (5, 6) by calls of its own, which say in the text what a code allows. */
const scene = digit.pipe(z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4)]));

/** Asked for by somebody who has no session. */
const isAnonymous = (of: SmsScene): boolean => of === codes.SmsScene.login || of === codes.SmsScene.resetPassword;

/** Without a session only owners of an account get a message; who is signed in vouches for any number. */
async function mayReceive(ctx: PublicContext, number: string, of: SmsScene): Promise<boolean> {
  if (isAnonymous(of)) return (await findAccount(ctx.app, number)) !== undefined;
  if (ctx.token === undefined) throw new AppError(1102, undefined, { status: 401 });
  await ctx.app.sessions.authenticate(ctx.token, undefined);
  return true;
}

/** The text says what a code allows where that is more than an account of the console. */
async function sendCode(ctx: PublicContext, number: string, of: SmsScene, code: string): Promise<void> {
  const template = of === codes.SmsScene.unbind ? 'UNBIND_CODE' : 'LOGIN_CODE';
  await sendSms(ctx.app, { mobile: number, ...(await codeSms(ctx, template, code)) });
}

const sendSmsCode = defineCall('POST /system/crm/sendSmsCode', {
  effect: 'irreversible',
  access: 'public',
  body: z.object({ mobile, scene }),
  summary: { zh: '发送短信验证码', en: 'Send a code by SMS' },
  async run(ctx, input) {
    const wanted = await mayReceive(ctx, input.mobile, input.scene);
    const code = await makeCode(ctx, input);
    const sent = wanted ? sendCode(ctx, input.mobile, input.scene, code) : undefined;
    // Unknown numbers get the same answer at the same time and the same limits, and no message: the answer of the provider is not passed on.
    if (isAnonymous(input.scene))
      sent?.catch((error: unknown) => ctx.log.warn({ err: error }, 'a code could not be sent by SMS'));
    else await sent;
  },
});

const changePassword = defineCall('POST /system/crm/mobile/changePassword', {
  access: 'public',
  traced: true,
  body: z.object({
    mobile,
    smsCode: sixDigits,
    newPassword: z.string().regex(md5Pattern),
  }),
  summary: { zh: '用短信验证码重设密码', en: 'Set a new password with a code sent by SMS' },
  async run(ctx, { mobile: number, smsCode, newPassword }) {
    const { app } = ctx;
    refuseWeak(newPassword);
    const code = await checkCode(ctx, { mobile: number, scene: codes.SmsScene.resetPassword, code: smsCode });
    const account = await findAccount(app, number);
    if (account === undefined) throw new AppError(1110);
    refuseClosed(account);
    refuseWeak(newPassword, account.username);
    const hash = await hashPassword(newPassword);
    await withTransaction(app.db, async (tx) => {
      await useCode(tx, code);
      await savePasswordHash(tx, account.id, hash, false);
      await endSessionsOf(tx, [account.id], 'password');
      await forgetProofs(tx, account.id);
      await audit(tx, actor(ctx, account), {
        action: 'changePassword',
        entity: accountEntity(account).name,
        entityId: account.id,
      });
    });
    markTraced(ctx);
    sessionsOf(app).forget([account.id]);
  },
});

export const smsCalls: readonly Call[] = [sendSmsCode, changePassword];
