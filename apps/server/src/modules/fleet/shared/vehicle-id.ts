import { errorTexts } from '@wheelhouse/contract/errors';
import { cleanCode } from '@wheelhouse/contract/text';
import type { Row } from '@wheelhouse/entities/fields';
import type { CallContext } from '../../../http/context.ts';
import { AppError } from '../../../http/errors.ts';
import { refuseField } from '../../../http/field-texts.ts';
import { vehicleByName } from './vehicle-name.ts';

/** A form that names its vehicle by `vin` (or frame number) instead of its id. @throws AppError 1001 under `vin` when there is none */
export async function withVehicleId<Form extends Row>(
  ctx: CallContext,
  { vin, ...form }: Form,
): Promise<Omit<Form, 'vin'>> {
  if (vin === undefined || form['vehicleId'] !== undefined) return form;
  if (typeof vin !== 'string' || vin.length > 30) throw refuseField(ctx, 'vin', errorTexts[1002]);
  try {
    const { id } = await vehicleByName(ctx.app.db, cleanCode(vin).toUpperCase());
    return { ...form, vehicleId: id };
  } catch (error) {
    if (error instanceof AppError && error.code === 1002) throw refuseField(ctx, 'vin', errorTexts[1002]);
    throw error;
  }
}
