import type { RowOf } from '@wheelhouse/entities/rows';
import { isDay, parseInstant } from '@wheelhouse/contract/time';
import type { Condition } from '@wheelhouse/contract/list-query';
import { entityNamed } from '@wheelhouse/entities/registry';
import { validationTexts } from '@wheelhouse/entities/validation-texts';
import { fill } from '@wheelhouse/contract';
import { fieldLabels } from '@wheelhouse/entities/labels';
import { findInScope } from '../../../entity/read.ts';
import type { CallContext } from '../../../http/context.ts';
import { AppError, fieldError } from '../../../http/errors.ts';

const dayMs = 86_400_000;

/** An instant of a condition: `YYYY-MM-DD HH:mm:ss`, or a day, of which it is the first or the last second. */
export function instantOf(value: unknown, end: boolean): Date | undefined {
  if (typeof value !== 'string') return undefined;
  return parseInstant(isDay(value) ? `${value} ${end ? '23:59:59' : '00:00:00'}` : value);
}

export interface Range {
  readonly from: Date;
  readonly to: Date;
}

/** @throws AppError 8003 the end is first, 1012 {n} longer than so many days */
export function checkRange({ from, to }: Range, days: number): void {
  if (to < from) throw new AppError(8003);
  if (to.getTime() - from.getTime() > days * dayMs) throw new AppError(1012, { n: days });
}

/** Both ends of a range as given in a call. @throws AppError 1001 naming what cannot be read, 2421 nothing given, 8003, 1012 */
export function readRange(
  ctx: CallContext,
  names: readonly [string, string],
  values: readonly [unknown, unknown],
  days: number,
): Range {
  const isGiven = (value: unknown) => value !== undefined && value !== null && value !== '';
  if (!values.every(isGiven)) throw new AppError(2421);
  const [from, to] = [instantOf(values[0], false), instantOf(values[1], true)];
  if (!from || !to) throw fieldError(names[from ? 1 : 0], new AppError(1001).textIn(ctx.lang));
  checkRange({ from, to }, days);
  return { from, to };
}

/** The two ends that conditions set to a field; undefined where they do not. */
export function rangeOf(conditions: readonly Condition[], field: string): Partial<Range> {
  const at = (op: 'ge' | 'le') => conditions.find((one) => one.field === field && one.op === op)?.value;
  const [from, to] = [instantOf(at('ge'), false), instantOf(at('le'), true)];
  return { ...(from && { from }), ...(to && { to }) };
}

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

/** What people call it. */
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
  fieldError(field, fill(validationTexts.required[ctx.lang], { label: fieldLabels[label][ctx.lang] }));
