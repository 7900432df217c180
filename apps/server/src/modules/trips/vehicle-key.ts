import type { RowOf } from '@wheelhouse/entities/rows';
import { entityNamed } from '@wheelhouse/entities/registry';
import { validationTexts } from '@wheelhouse/entities/validation-texts';
import { fieldLabels } from '@wheelhouse/entities/labels';
import { findInScope } from '../../entity/read.ts';
import type { CallContext } from '../../http/context.ts';
import { AppError } from '../../http/errors.ts';
import { refuseField } from '../../http/field-texts.ts';

const vehicle = entityNamed('vehicle');

/** How a call names a vehicle: any of these. */
export interface VehicleKey {
  readonly vehicleId?: unknown;
  readonly vin?: unknown;
  readonly imei?: unknown;
}

const keyText = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';

/** The one vehicle that is meant. @throws AppError 2421 none named, 1002 unknown, 1011 outside the user's scope */
export async function vehicleOf(ctx: CallContext, key: VehicleKey): Promise<RowOf<'vehicle'>> {
  const id = keyText(key.vehicleId);
  if (id !== '') return findInScope(ctx, vehicle, id);
  const text = (keyText(key.vin) || keyText(key.imei)).toUpperCase();
  if (text === '') throw new AppError(2421);
  const found = await ctx.app.db
    .selectFrom('veh_vehicle')
    .select('id')
    .where((eb) => eb.or([eb('vin', '=', text), eb('frameNo', '=', text), eb('imei', '=', text)]))
    .where('deleted', '=', false)
    .executeTakeFirst();
  return findInScope(ctx, vehicle, found?.id ?? '0');
}

/** Name shown to users. */
export const titleOfVehicle = (row: RowOf<'vehicle'>): string => {
  const title = row.vin ?? row.frameNo;
  return typeof title === 'string' ? title : row.id;
};

/** Dealers see no traces, whatever their roles say. */
export function refuseDealers({ user }: Pick<CallContext, 'user'>): void {
  if (user.userType === 2) throw new AppError(1003);
}

/** A required field that was not given. */
export const missing = (ctx: CallContext, field: string, label: keyof typeof fieldLabels): AppError =>
  refuseField(ctx, field, validationTexts.required, { label: fieldLabels[label][ctx.lang] });
