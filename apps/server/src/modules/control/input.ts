import { controlCommand, lastSix, needsVin, type ControlCommand } from '@wheelhouse/entities/control/control-commands';
import { dictionaries } from '@wheelhouse/entities/dictionaries';
import { entityNamed } from '@wheelhouse/entities/registry';
import { validationTexts } from '@wheelhouse/entities/validation-texts';
import { fill } from '@wheelhouse/contract';
import type { FieldError } from '@wheelhouse/contract/errors';
import type { Lang } from '@wheelhouse/contract/lang';
import { sql } from 'kysely';
import { z } from 'zod';
import { holds, idsInScope } from '../../entity/read.ts';
import type { CallContext } from '../../http/context.ts';
import { AppError } from '../../http/errors.ts';
import { commandLabel, confirmText, consentText } from './texts.ts';
import { serial } from '../../http/kit.ts';

const upper = (text: string): string => text.toUpperCase();
/** VIN or frame number, as people type it. */
export const vinInput = serial();
/** Number of a command or session as the platform issues it; anything else is not found. */
export const numberInput = z.string().max(64);

/** `param` of the method `adb.vehicle.control.send`. */
export const sendParam = z.object({
  vin: vinInput,
  command: z.string().max(30),
  params: z.record(z.string().max(40), z.unknown()).nullish(),
  reasonCode: z.union([z.string().max(40), z.number()]).nullish(),
  remark: z.string().max(200).nullish(),
  cacheHours: z.int().min(1).max(24).nullish(),
  confirmVin6: z.string().max(30).nullish(),
  ownerConsent: z.union([z.boolean(), z.literal(0), z.literal(1)]).nullish(),
  requestId: z
    .string()
    .regex(/^[\x21-\x7e]{1,80}$/)
    .nullish(),
});
export type SendParam = z.output<typeof sendParam>;

const vehicle = entityNamed('vehicle');

/** The request number of an app's command, prefixed so that numbers of different apps do not collide. */
export const requestOfApp = (userId: string, given: string | undefined): { readonly requestId?: string } =>
  given === undefined ? {} : { requestId: `app:${userId}:${given}` };

/** A vehicle by VIN or frame number, in the caller's scope. @throws AppError 1002 unknown, 1011 outside */
export async function vehicleNamed(
  ctx: CallContext,
  vin: string,
): Promise<{ readonly id: string; readonly name: string }> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id::text as id, coalesce(vin, frame_no) as name from veh_vehicle where (vin = ${vin} or frame_no = ${vin}) and not deleted`.execute(
    ctx.app.db,
  );
  const [found] = rows;
  if (!found) throw new AppError(1002);
  if (!(await idsInScope(ctx.app.pool, vehicle, ctx.user, [found.id])).has(found.id)) throw new AppError(1011);
  return found;
}

const label = { reasonCode: { zh: '原因', en: 'Reason' }, remark: { zh: '说明', en: 'Note' } };

/** A command that people may send, given the right. */
type StaffCommand = ControlCommand & { readonly button: string };

/** The command, if the caller may send it. @throws AppError 1001 unknown, 1003 */
export function allowedCommand(ctx: CallContext, code: string): StaffCommand {
  const command = controlCommand(code);
  if (!command)
    throw new AppError(1001, undefined, {
      errors: [
        {
          field: 'command',
          message: fill(validationTexts.dict[ctx.lang], { label: commandLabel[ctx.lang] }),
        },
      ],
    });
  const { button } = command;
  if (button === null || !holds(ctx.user, button)) throw new AppError(1003);
  return { ...command, button };
}

async function reasonErrors(ctx: CallContext, command: ControlCommand, input: SendParam): Promise<FieldError[]> {
  const { lang } = ctx;
  const required = (field: keyof typeof label): FieldError => ({
    field,
    message: fill(validationTexts.required[lang], { label: label[field][lang] }),
  });
  const errors: FieldError[] = [];
  if (input.reasonCode === null || input.reasonCode === undefined) errors.push(required('reasonCode'));
  else {
    const { rows } =
      await sql`select 1 from sys_item_code where category = 'ControlReason' and code = ${String(input.reasonCode)} and enabled = 1 and not deleted`.execute(
        ctx.app.db,
      );
    if (rows.length === 0)
      errors.push({
        field: 'reasonCode',
        message: fill(validationTexts.dict[lang], { label: label.reasonCode[lang] }),
      });
  }
  if (command.harmless !== true && (input.remark ?? '').length < 2)
    errors.push({
      field: 'remark',
      message: fill(validationTexts.minLength[lang], { label: label.remark[lang], n: 2 }),
    });
  return errors;
}

/** Reason, consent and the retyped end of the VIN. @throws AppError 1001 naming what is missing */
export async function checkConfirmation(
  ctx: CallContext,
  command: ControlCommand,
  vehicleName: string,
  input: SendParam,
): Promise<void> {
  const errors = await reasonErrors(ctx, command, input);
  if (command.consent === true && input.ownerConsent !== true && input.ownerConsent !== 1)
    errors.push({ field: 'ownerConsent', message: consentText[ctx.lang] });
  if (needsVin(command) && upper(input.confirmVin6 ?? '') !== lastSix(vehicleName))
    errors.push({ field: 'confirmVin6', message: confirmText[ctx.lang] });
  if (errors.length > 0) throw new AppError(1001, undefined, { errors });
}

/** Name of a built-in dictionary entry. */
export function entryName(category: string, code: unknown, lang: Lang): string | null {
  return (
    dictionaries.find((one) => one.category === category)?.entries.find((entry) => entry.code === String(code))?.[
      lang
    ] ?? null
  );
}
