import { codes } from '@wheelhouse/entities/codes';
import { machines } from '@wheelhouse/entities/machines';
import { entityNamed, labelOf } from '@wheelhouse/entities/registry';
import { recordOf } from '@wheelhouse/contract/object';
import { sql } from 'kysely';
import { z } from 'zod';
import { sendSms } from '../../adapters/sms/index.ts';
import type { Db, Tx } from '../../db/pool.ts';
import { runAction } from '../../entity/actions.ts';
import { audit } from '../../entity/audit.ts';
import { fieldRefusal } from '../../entity/check.ts';
import { only, type ActionOf } from '../../entity/hooks.ts';
import { findInScope, lockInScope } from '../../entity/read.ts';
import { hashOfProved } from '../../entity/sealed-lookup.ts';
import { maskOf, unseal } from '../../entity/seal.ts';
import { assignments, storeChange } from '../../entity/store.ts';
import { rawFields } from '../../entity/write-fields.ts';
import { defineCall, type Call } from '../../http/call.ts';
import type { App, CallContext } from '../../http/context.ts';
import { AppError } from '../../http/errors.ts';
import { refuseField } from '../../http/field-texts.ts';
import { actionBody, type ActionBody, format, id, sixDigits } from '../../http/kit.ts';
import { parseInput } from '../../http/translate.ts';
import { checkCode, countAttempt, makeCode, useCode } from '../access/service.ts';
import { afterwards, contentOf, type KindOfChange, requestChange } from '../changes/service.ts';
import { forgetPhones } from '../messages/service.ts';
import { builtInSms, type TemplateValues } from '../templates/service.ts';
import { endSignIns } from './sign-in.ts';

const entity = entityNamed('appUser');
const right = 'appuserManager.changeMobile';
const { normal, frozen } = machines['SM-AppUser'].states;
const { changeOld, changeNew } = codes.SmsScene;
/** Numbers of demo accounts, which a fixed code opens: no account of an owner gets one. */
const demoNumbers = /^1400000/;
const mobile = format('mobile');

type Secret = Pick<App, 'secrets'>;
type CheckedCode = Awaited<ReturnType<typeof checkCode>>;

/** Signs users out on all phones, which get their pushes no longer. */
export async function signOut(tx: Tx, users: readonly { readonly id: string }[]): Promise<void> {
  const ids = users.map((user) => user.id);
  await endSignIns(tx, ids);
  await forgetPhones(tx, ids);
}

async function mobileOf({ secrets }: Secret, db: Db | Tx, userId: string): Promise<string> {
  const { rows } = await sql<{ enc: Buffer }>`select mobile_enc as enc from usr_app_user where id = ${userId}`.execute(
    db,
  );
  const [row] = rows;
  if (row === undefined) throw new AppError(1002);
  return unseal(secrets, row.enc);
}

/** @throws AppError 5132: only after the number was proven, so that nobody learns by asking which numbers have accounts */
async function refuseTaken(ctx: CallContext, tx: Tx, number: string): Promise<void> {
  const taken = await tx
    .selectFrom('usr_app_user')
    .select('id')
    .where('mobileHash', '=', hashOfProved(ctx.app, number))
    .where('deleted', '=', false)
    .executeTakeFirst();
  if (taken) throw fieldRefusal(ctx, 'newMobile', 5132);
}

const tailOf = (number: string): string => number.slice(-4);

/** Tells a number; what is done stays done when the provider does not take it. */
async function tell(
  { app, log, lang }: CallContext,
  number: string,
  template: 'MOBILE_ASKED' | 'MOBILE_CHANGED',
  values: TemplateValues,
): Promise<void> {
  try {
    await sendSms(app, { mobile: number, ...(await builtInSms(app.db, template, values, lang)) });
  } catch (error) {
    log.warn({ err: error }, 'the old number of an account could not be told');
  }
}

/** A code by SMS to the number that it proves. It is good for this change alone: for another new number there is another code. */
async function sendCode(
  ctx: CallContext,
  number: string,
  of: { readonly scene: typeof changeOld | typeof changeNew; readonly about: string },
): Promise<void> {
  const code = await makeCode(ctx, { mobile: number, ...of });
  const template = of.scene === changeOld ? 'MOBILE_OLD_CODE' : 'MOBILE_NEW_CODE';
  const values = { code, minutes: '5', tail: tailOf(of.about) };
  await sendSms(ctx.app, { mobile: number, ...(await builtInSms(ctx.app.db, template, values, ctx.lang)) });
}

const sendCodes = defineCall('POST /user/crm/appUser/changeMobileCodes', {
  effect: 'irreversible',
  access: right,
  body: z.object({ id, newMobile: mobile, lost: z.boolean().default(false) }),
  summary: { zh: '更换手机号：发送验证码', en: 'Send the codes that a change of number takes' },
  async run(ctx, { id: userId, newMobile, lost }) {
    if (demoNumbers.test(newMobile)) throw refuseField(ctx, 'newMobile', 'invalid');
    const user = await findInScope(ctx, entity, userId);
    if (!(await countAttempt(ctx.app.db, 'mobile-change', ctx.user.id)).allowed) throw new AppError(1104);
    const old = await mobileOf(ctx.app, ctx.app.db, user.id);
    const about = `${user.id} ${newMobile}`;
    if (!lost) await sendCode(ctx, old, { scene: changeOld, about });
    // The same number gets one message, and is told like any other: nobody learns that it is the one.
    if (lost || newMobile !== old) await sendCode(ctx, newMobile, { scene: changeNew, about });
  },
});

const proven = new WeakMap<CallContext, readonly CheckedCode[]>();

const newCode = z.object({ newMobile: mobile, newCode: sixDigits });
const bothCodes = newCode.extend({ oldCode: sixDigits });

/** What the action is given, which its form may send as one object. */
function given<Shape extends z.ZodType>(
  ctx: CallContext,
  shape: Shape,
  { form, ...flat }: ActionBody,
): Promise<z.output<Shape>> {
  return parseInput(shape, { ...flat, ...recordOf(form) }, ctx.lang);
}

async function checked(
  ctx: CallContext,
  code: {
    readonly mobile: string;
    readonly scene: typeof changeOld | typeof changeNew;
    readonly about: string;
    readonly code: string;
  },
): Promise<CheckedCode> {
  try {
    return await checkCode(ctx, code);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 1110) throw error;
    throw fieldRefusal(ctx, code.scene === changeOld ? 'oldCode' : 'newCode', 1110);
  }
}

const changeMobile = defineCall('POST /user/crm/appUser/changeMobile', {
  access: right,
  body: actionBody,
  summary: {
    zh: '更换手机号：新旧号码均已验证',
    en: 'Give an app user another number, which both numbers have confirmed',
  },
  async run(ctx, body) {
    const input = await given(ctx, bothCodes, body);
    const user = await findInScope(ctx, entity, body.id ?? '');
    const old = await mobileOf(ctx.app, ctx.app.db, user.id);
    const about = `${user.id} ${input.newMobile}`;
    const ofOld = await checked(ctx, { mobile: old, scene: changeOld, about, code: input.oldCode });
    const ofNew = await checked(ctx, { mobile: input.newMobile, scene: changeNew, about, code: input.newCode });
    proven.set(ctx, [ofOld, ofNew]);
    const answer = await runAction(ctx, entity, 'changeMobile', body);
    await tell(ctx, old, 'MOBILE_CHANGED', { tail: tailOf(input.newMobile) });
    return answer;
  },
});

const requestMobile = defineCall('POST /user/crm/appUser/requestMobile', {
  access: right,
  body: actionBody,
  summary: {
    zh: '更换手机号：旧号码不可用，提交审批',
    en: 'Ask for another number of an app user who has lost the old one',
  },
  async run(ctx, body) {
    const input = await given(ctx, newCode, body);
    const user = await findInScope(ctx, entity, body.id ?? '');
    const about = `${user.id} ${input.newMobile}`;
    const ofNew = await checked(ctx, { mobile: input.newMobile, scene: changeNew, about, code: input.newCode });
    proven.set(ctx, [ofNew]);
    const answer = await runAction(ctx, entity, 'requestMobile', body);
    // Whoever has the number after all can object before anything happens.
    const old = await mobileOf(ctx.app, ctx.app.db, user.id);
    await tell(ctx, old, 'MOBILE_ASKED', { tail: tailOf(input.newMobile) });
    return answer;
  },
});

/** Calls that give users another number. */
export const mobileCalls: readonly Call[] = [sendCodes, changeMobile, requestMobile];

async function useProofs(ctx: CallContext, tx: Tx): Promise<void> {
  const all = proven.get(ctx);
  if (all === undefined) throw new AppError(1110);
  for (const one of all) await useCode(tx, one);
}

/** Handlers of the two ways: both numbers have confirmed it, or the old one is lost and somebody else decides. */
export const mobileActions = {
  async changeMobile({ ctx, tx, rows, input, store }: ActionOf<'appUser', 'changeMobile'>): Promise<void> {
    await useProofs(ctx, tx);
    await refuseTaken(ctx, tx, input.newMobile);
    store({ mobile: input.newMobile });
    // Whoever has a phone that signed in with the old number proves the new one first.
    await signOut(tx, rows);
  },
  async requestMobile(action: ActionOf<'appUser', 'requestMobile'>): Promise<{ readonly waiting: string }> {
    const { ctx, tx, input } = action;
    const user = only(action);
    await useProofs(ctx, tx);
    const label = labelOf(entity, 'mobile');
    const mask = { before: user.mobile, after: maskOf('mobile', input.newMobile) };
    const waiting = await requestChange(ctx, tx, {
      kind: codes.ChangeKind.mobile,
      action: codes.ChangeAction.edit,
      subject: user.id,
      content: {
        target: { id: user.id, rev: user.rev },
        fields: [{ field: 'mobile', label: label.zh, labelEn: label.en, ...mask }],
      },
      userId: user.id,
      newMobile: input.newMobile,
      idImages: input.idImages,
      reason: input.reason,
    });
    return { waiting };
  },
};

/** A number that was asked for with a picture of an identity, once somebody else has approved it. */
export const mobileChanges: KindOfChange = {
  right,
  async carryOut(ctx, tx, request) {
    const { target, fields } = contentOf(request);
    if (target === undefined) throw new AppError(1002);
    const user = await lockInScope(ctx, tx, entity, target.id, rawFields(entity));
    if (user.rev !== target.rev || ![normal, frozen].some((state) => state === user.status)) throw new AppError(1145);
    const { rows } = await sql<{ enc: Buffer }>`
      select new_mobile_enc as enc from sys_change_request where id = ${request.id}`.execute(tx);
    const [sealed] = rows;
    if (sealed === undefined) throw new AppError(1002);
    const number = unseal(ctx.app.secrets, sealed.enc);
    if (fields[0]?.after !== maskOf('mobile', number)) throw new AppError(1145);
    const old = await mobileOf(ctx.app, tx, user.id);
    await refuseTaken(ctx, tx, number);
    const columns = assignments(entity, { mobile: number }, ctx.app.secrets);
    const after = await storeChange(ctx, tx, entity, user, columns, rawFields(entity));
    await signOut(tx, [user]);
    await audit(tx, ctx, { action: 'changeMobile', entity: entity.name, entityId: user.id, before: user, after });
    afterwards(ctx, () => tell(ctx, old, 'MOBILE_CHANGED', { tail: tailOf(number) }));
  },
};
