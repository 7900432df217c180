import { fieldRefusal } from '../../../entity/check.ts';
import type { HooksOf, SavingOf } from '../../../entity/hooks.ts';
import { AppError } from '../../../http/errors.ts';
import { setBatteries } from '../batteries/service.ts';
import { refuseEndedCard } from '../../sim/service.ts';
import { vehicleTitle } from '../../fleet/shared/service.ts';
import { refuseField } from '../../../http/field-texts.ts';

const changed = (saving: SavingOf<'vehicle'>, name: (typeof modelFields)[number]) =>
  saving.values[name] !== undefined && String(saving.values[name] ?? '') !== String(saving.old?.[name] ?? '');

const modelFields = ['vin', 'vehicleTypeId', 'color', 'iccid', 'batteryIds'] as const;
const partFields = ['ecuSn', 'imei', 'iccid', 'bleMac'] as const;

/** Rules of a vehicle against its model and against other vehicles. */
async function checkVehicle(saving: SavingOf<'vehicle'>): Promise<void> {
  const { ctx, tx, old, values } = saving;
  const row = { ...old, ...values };
  const model = await tx
    .selectFrom('veh_type')
    .selectAll()
    .where('id', '=', String(row.vehicleTypeId))
    .executeTakeFirst();
  if (!model) throw new AppError(1002);
  const vin = row.vin ?? undefined;
  if (changed(saving, 'vin') || changed(saving, 'vehicleTypeId')) {
    if (Number(model.vehicleCategory) !== 1 && !vin) throw fieldRefusal(ctx, 'vin', 2023);
    if (vin && model.vinPrefix && !vin.startsWith(model.vinPrefix)) throw fieldRefusal(ctx, 'vin', 2011);
  }
  if (vin && changed(saving, 'vin')) {
    const maker = await tx
      .selectFrom('sys_item_code')
      .select('id')
      .where('category', '=', 'Wmi')
      .where('code', '=', vin.slice(0, 3))
      .where('deleted', '=', false)
      .executeTakeFirst();
    if (!maker) throw fieldRefusal(ctx, 'vin', 2001);
  }
  if ((changed(saving, 'color') || changed(saving, 'vehicleTypeId')) && !model.colors.includes(String(row.color))) {
    throw refuseField(ctx, 'color', 'color');
  }
  if (typeof values.iccid === 'string' && changed(saving, 'iccid')) {
    const other = await tx
      .selectFrom('veh_vehicle')
      .select('id')
      .where('iccid', '=', values.iccid)
      .where('deleted', '=', false)
      .where('id', '!=', String(old?.id ?? 0))
      .executeTakeFirst();
    if (other) throw fieldRefusal(ctx, 'iccid', 2012, { vin: await vehicleTitle(tx, other.id) });
    await refuseEndedCard(tx, ctx, 'iccid', values.iccid);
  }
  await checkBatteries(saving, model.batteryCount);
}

const tooMany = {
  zh: '车上有{n}块电池，该车型最多{most}块',
  en: 'The vehicle has {n} {n|battery|batteries}, the model takes {most}',
} as const;

/** A vehicle whose batteries stay may not have more of them than its new model takes. */
async function checkKept(saving: SavingOf<'vehicle'>, most: number): Promise<void> {
  const { ctx, tx, old } = saving;
  if (old === undefined || !changed(saving, 'vehicleTypeId')) return;
  const kept = await tx
    .selectFrom('veh_battery')
    .select('id')
    .where('vehicleId', '=', String(old.id))
    .where('deleted', '=', false)
    .execute();
  const n = kept.length;
  if (n > most) throw refuseField(ctx, 'vehicleTypeId', tooMany, { n, most });
}

async function checkBatteries(saving: SavingOf<'vehicle'>, most: number): Promise<void> {
  const { ctx, tx, old, values } = saving;
  const wanted = values.batteryIds;
  if (!Array.isArray(wanted)) return checkKept(saving, most);
  if (wanted.length > most) throw fieldRefusal(ctx, 'batteryIds', 2205);
  if (wanted.length === 0) return;
  const taken = await tx
    .selectFrom('veh_battery')
    .select(['vehicleId'])
    .where('id', 'in', wanted.map(String))
    .where('vehicleId', 'is not', null)
    .where('vehicleId', '!=', String(old?.id ?? 0))
    .executeTakeFirst();
  if (taken?.vehicleId) throw fieldRefusal(ctx, 'batteryIds', 2013, { vin: await vehicleTitle(tx, taken.vehicleId) });
}

/** The central control of a vehicle is a part of its own; master data is kept equal on both. */
async function syncCentralControl({
  tx,
  old,
  values,
  id,
}: SavingOf<'vehicle'> & { readonly id: string }): Promise<void> {
  if (!partFields.some((name) => values[name] !== undefined)) return;
  const row = { ...old, ...values };
  const text = (name: (typeof partFields)[number]) => (typeof row[name] === 'string' ? String(row[name]) : null);
  const part = { sn: text('ecuSn') ?? '', imei: text('imei'), iccid: text('iccid'), bleMac: text('bleMac') };
  const known = await tx
    .selectFrom('veh_ecu')
    .select('id')
    .where('vehicleId', '=', id)
    .where('deviceType', '=', 1)
    .where('deleted', '=', false)
    .executeTakeFirst();
  if (known) await tx.updateTable('veh_ecu').set(part).where('id', '=', known.id).execute();
  else
    await tx
      .insertInto('veh_ecu')
      .values({ ...part, vehicleId: id, deviceType: 1, installTime: new Date() })
      .execute();
}

export const vehicleRules: Pick<
  HooksOf<'vehicle'>,
  'beforeSave' | 'beforeSaveOf' | 'afterSave' | 'afterSaveOf' | 'refuseDelete'
> = {
  beforeSave: checkVehicle,
  beforeSaveOf: modelFields,
  afterSaveOf: ['batteryIds', ...partFields],
  async afterSave(saving) {
    const wanted = saving.values.batteryIds;
    if (Array.isArray(wanted)) await setBatteries(saving.tx, saving.ctx, saving.id, wanted.map(String));
    await syncCentralControl(saving);
  },
  async refuseDelete(_tx, row) {
    return Number(row.activationStatus) === 1 || row.lastReportTime ? new AppError(2016) : undefined;
  },
};
