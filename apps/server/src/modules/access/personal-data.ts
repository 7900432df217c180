import { codes } from '@wheelhouse/entities/codes';
import type { EntityDef } from '@wheelhouse/entities/define';
import { labelOf } from '@wheelhouse/entities/registry';
import { validate } from '@wheelhouse/entities/validate';
import { z } from 'zod';
import { type Tx, withTransaction } from '../../db/pool.ts';
import { audit, unchanged } from '../../entity/audit.ts';
import { checkReferences, refuseErrors, validationContext } from '../../entity/check.ts';
import { rowsById, type WireRow } from '../../entity/read.ts';
import type { Executor } from '../../entity/run.ts';
import { assignments, isChange, storeChange } from '../../entity/store.ts';
import { translateRefusal } from '../../entity/unique.ts';
import { type Call, defineCall } from '../../http/call.ts';
import type { CallContext } from '../../http/context.ts';
import { AppError } from '../../http/errors.ts';
import { refuseField } from '../../http/field-texts.ts';
import { accountEntity } from './accounts.ts';
import { type CheckedCode, checkCode, useCode } from './sms-codes.ts';

const fields = ['realName', 'gender', 'email', 'avatar', 'mobile'] as const;
const texts = {
  smsCode: { zh: '请输入新手机号收到的验证码', en: 'Enter the code sent to the new number' },
} as const;

/** A new mobile number must be shown to be one's own: with a code that was sent to it. What is left as it was is not among the values. */
async function proveMobile(
  ctx: CallContext,
  mobile: unknown,
  smsCode: string | undefined,
): Promise<CheckedCode | undefined> {
  if (typeof mobile !== 'string') return undefined;
  if (smsCode === undefined) throw refuseField(ctx, 'smsCode', texts.smsCode);
  return checkCode(ctx, { mobile, scene: codes.SmsScene.changeMobile, code: smsCode });
}

/** One's own row with what may be changed here. @throws AppError 1002 */
async function ownRow(ctx: CallContext, executor: Executor, entity: EntityDef, lock = false): Promise<WireRow> {
  const [row] = await rowsById(executor, entity, [ctx.user.id], ['id', 'rev', ...fields], lock);
  if (row === undefined) throw new AppError(1002);
  return row;
}

async function save(
  ctx: CallContext,
  tx: Tx,
  values: Readonly<Record<string, unknown>>,
  code: CheckedCode | undefined,
): Promise<void> {
  const entity = accountEntity(ctx.user);
  const old = await ownRow(ctx, tx, entity, true);
  refuseErrors(await checkReferences(tx, ctx, entity.fields, values, old, (name) => labelOf(entity, name)[ctx.lang]));
  if (code !== undefined) await useCode(tx, code);
  const entry = { action: 'updatePersonalData', entity: entity.name, entityId: ctx.user.id };
  if (!(await isChange(ctx, tx, entity, old, values))) return audit(tx, ctx, { ...entry, code: unchanged });
  const columns = assignments(entity, values, ctx.app.secrets);
  const after = await storeChange(ctx, tx, entity, old, columns, ['id', 'rev', ...fields]);
  await audit(tx, ctx, { ...entry, before: old, after });
}

const updatePersonalData = defineCall('POST /system/crm/sysUser/updatePersonalData', {
  access: 'login',
  body: z.strictObject({
    realName: z.unknown().optional(),
    gender: z.unknown().optional(),
    email: z.unknown().optional(),
    avatar: z.unknown().optional(),
    mobile: z.unknown().optional(),
    smsCode: z.string().max(10).nullish(),
  }),
  summary: { zh: '修改个人资料', en: 'Change own profile' },
  async run(ctx, { smsCode, ...form }) {
    const entity = accountEntity(ctx.user);
    const input = Object.fromEntries(Object.entries(form).filter(([, value]) => value !== undefined));
    const old = await ownRow(ctx, ctx.app.pool, entity);
    const { values, errors } = validate(entity, input, old, validationContext(ctx));
    refuseErrors(errors);
    const code = await proveMobile(ctx, values['mobile'], smsCode ?? undefined);
    try {
      await withTransaction(ctx.app.db, (tx) => save(ctx, tx, values, code));
    } catch (error) {
      throw translateRefusal(error, entity, ctx);
    }
  },
});

export const personalDataCalls: readonly Call[] = [updatePersonalData];
