import { inCodes } from '../../db/in-codes.ts';
import { freeBatteryStates } from '../vehicles/batteries/service.ts';
import { machines } from '@wheelhouse/entities/machines';
import { entityNamed, labelOf } from '@wheelhouse/entities/registry';
import { validationTexts } from '@wheelhouse/entities/validation-texts';
import { sql } from 'kysely';
import type { SapVehicle } from '../../adapters/sap/index.ts';
import { withTransaction, type Tx } from '../../db/pool.ts';
import { audit } from '../../entity/audit.ts';
import { touched } from '../../entity/hooks.ts';
import { idsInScope } from '../../entity/read.ts';
import { entryText } from '../../entity/state-text.ts';
import { addIn } from '../../entity/write.ts';
import type { CallContext } from '../../http/context.ts';
import { AppError } from '../../http/errors.ts';
import { dealerIdsOf, localVehicles, mapVehicles, type Mapped } from './match.ts';
import { refuseField } from '../../http/field-texts.ts';

const vehicle = entityNamed('vehicle');
const dealer = entityNamed('dealer');
/** A dealer that receives vehicles. */
const { active: cooperating } = machines['SM-Dealer'].states;

export interface ImportOutcome {
  readonly created: number;
  readonly updated: number;
  readonly failed: readonly { readonly vin: string; readonly message: string }[];
}

/** User and permissions of an import; the nightly one runs as the administrator. */
export type Importing = CallContext;

/** Batteries of SAP that are on record here and free. */
async function freeBatteries(tx: Tx, sns: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id::text as id from veh_battery where battery_sn = any(${[...sns]}) and vehicle_id is null and status ${inCodes(freeBatteryStates)} and not deleted order by battery_sn`.execute(
    tx,
  );
  return rows.map(({ id }) => id);
}

async function create(ctx: Importing, tx: Tx, { sap, side }: Mapped): Promise<void> {
  const { id } = await addIn(
    ctx,
    tx,
    vehicle,
    {
      vin: sap.vin,
      vehicleTypeId: side.vehicleTypeId,
      color: side.color,
      imei: side.imei,
      ecuSn: side.ecuSn,
      productionDate: side.productionDate,
      dealerId: side.dealerId,
      batteryIds: await freeBatteries(tx, sap.batterySns),
    },
    true,
  );
  if (side.shipDate !== null)
    await tx.updateTable('veh_vehicle').set({ shipDate: side.shipDate }).where('id', '=', id).execute();
}

const imported = {
  action: 'import',
  entity: 'vehicle',
  path: '/veh/crm/sapVehicle/importVehicle',
  functionCode: 'SAPvehicleSearch.import',
} as const;

/** Fills in missing values of a vehicle record; existing values stay. @returns whether a value was missing */
async function complete(ctx: Importing, tx: Tx, id: string, { side }: Mapped): Promise<boolean> {
  const before = await tx
    .selectFrom('veh_vehicle')
    .select(['dealerId', 'shipDate'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const lacking = {
    ...(before.dealerId === null && side.dealerId !== null && { dealerId: side.dealerId }),
    ...(before.shipDate === null && side.shipDate !== null && { shipDate: side.shipDate }),
  };
  if (Object.keys(lacking).length === 0) return false;
  await tx
    .updateTable('veh_vehicle')
    .set({ ...touched(ctx), ...lacking })
    .where('id', '=', id)
    .execute();
  await audit(tx, ctx, { ...imported, entityId: id, before, after: { ...before, ...lacking } });
  return true;
}

/** The vehicles and dealers here, of those that SAP names, which the user may change and choose. */
async function scopeOf({ app, user }: Importing, mapped: readonly Mapped[]) {
  const local = await localVehicles(
    app.db,
    mapped.map(({ sap }) => sap.vin),
  );
  const vehicleIds = [...local.values()].map(({ id }) => id);
  return {
    vehicles: await idsInScope(app.pool, vehicle, user, vehicleIds),
    dealers: await idsInScope(app.pool, dealer, user, dealerIdsOf(mapped)),
  };
}

/** Why a refusal came, with the fields it is about. */
const reasonOf = (error: AppError, ctx: Importing): string =>
  error.errors?.map(({ message }) => message).join('；') || error.textIn(ctx.lang);

/**
 * Imports vehicles of SAP: creates new ones, completes known ones. Each vehicle has its own transaction; one that cannot be imported is
 * reported with its reason. @throws only errors that concern all vehicles
 */
export async function importVehicles(ctx: Importing, list: readonly SapVehicle[]): Promise<ImportOutcome> {
  const mapped = await mapVehicles(ctx.app.db, list);
  const scope = await scopeOf(ctx, mapped);
  const count = { created: 0, updated: 0 };
  const failed: { vin: string; message: string }[] = [];
  for (const one of mapped) {
    const { vin, customerCode, materialCode } = one.sap;
    try {
      if (customerCode !== null && one.side.dealerId === null) throw new AppError(2032, { c: customerCode });
      if (one.side.dealerId !== null && !scope.dealers.has(one.side.dealerId)) throw new AppError(1011);
      if (one.dealerStatus !== null && one.dealerStatus !== cooperating)
        throw refuseField(ctx, 'dealerId', validationTexts.unfit, {
          label: labelOf(vehicle, 'dealerId')[ctx.lang],
          name: one.dealerName ?? '',
          state: entryText('DealerStatus', one.dealerStatus, ctx.lang),
        });
      if (one.side.vehicleTypeId === null) throw refuseField(ctx, 'materialCode', 'material', { code: materialCode });
      const done = await withTransaction(ctx.app.db, async (tx) => {
        const local = (await localVehicles(tx, [vin])).get(vin);
        if (local && !scope.vehicles.has(local.id)) throw new AppError(1011);
        if (local) return (await complete(ctx, tx, local.id, one)) ? ('updated' as const) : undefined;
        await create(ctx, tx, one);
        return 'created' as const;
      });
      if (done) count[done]++;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      failed.push({ vin, message: reasonOf(error, ctx) });
      await withTransaction(ctx.app.db, (tx) =>
        audit(tx, ctx, { ...imported, entityId: null, after: { vin }, code: error.code }),
      );
    }
  }
  return { ...count, failed };
}
