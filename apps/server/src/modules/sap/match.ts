import { sapComparedFields, type SapComparedField } from '@wheelhouse/contract/sap';
import { sql } from 'kysely';
import type { SapVehicle } from '../../adapters/sap/index.ts';
import type { Db, Tx } from '../../db/pool.ts';

/** Values of a vehicle as both sides are compared: ids where there is one here, else null. */
export type Side = Readonly<Record<SapComparedField, string | null>>;

export interface Mapped {
  readonly sap: SapVehicle;
  readonly side: Side;
  readonly typeName: string | null;
  readonly dealerName: string | null;
  /** D:DealerStatus of the dealer. */
  readonly dealerStatus: number | null;
}

/** What SAP's codes mean here: material → model, customer → dealer. */
export async function mapVehicles(db: Db | Tx, list: readonly SapVehicle[]): Promise<Mapped[]> {
  const materials = [...new Set(list.map(({ materialCode }) => materialCode))];
  const customers = [...new Set(list.flatMap(({ customerCode }) => customerCode ?? []))];
  const { rows: types } = await sql<{ code: string; id: string; name: string }>`
    select sap_material_code as code, id::text as id, name from veh_type where sap_material_code = any(${materials}) and not deleted`.execute(
    db,
  );
  const { rows: dealers } = await sql<{ code: string; id: string; name: string; status: number }>`
    select sap_customer_code as code, id::text as id, name, status from dlr_dealer where sap_customer_code = any(${customers}) and not deleted`.execute(
    db,
  );
  const typeOf = new Map(types.map((row) => [row.code, row]));
  const dealerOf = new Map(dealers.map((row) => [row.code, row]));
  return list.map((sap) => {
    const [type, dealer] = [typeOf.get(sap.materialCode), dealerOf.get(sap.customerCode ?? '')];
    return {
      sap,
      typeName: type?.name ?? null,
      dealerName: dealer?.name ?? null,
      dealerStatus: dealer?.status ?? null,
      side: {
        vehicleTypeId: type?.id ?? null,
        color: sap.color,
        imei: sap.imei,
        ecuSn: sap.ecuSn,
        productionDate: sap.productionDate,
        dealerId: dealer?.id ?? null,
        shipDate: sap.goodsIssueDate,
        batterySns: sap.batterySns.toSorted().join(', ') || null,
      },
    };
  });
}

/** Our dealers that these vehicles went to. */
export const dealerIdsOf = (mapped: readonly Mapped[]): string[] => [
  ...new Set(mapped.flatMap(({ side }) => side.dealerId ?? [])),
];

interface Local {
  readonly id: string;
  readonly vin: string;
  readonly side: Side;
  readonly typeName: string | null;
  readonly dealerName: string | null;
}

/** Our vehicles of these VINs. */
export async function localVehicles(db: Db | Tx, vins: readonly string[]): Promise<Map<string, Local>> {
  const { rows } = await sql<Side & { id: string; vin: string; typeName: string | null; dealerName: string | null }>`
    select v.id::text as id, v.vin, v.vehicle_type_id::text as "vehicleTypeId", v.color, v.imei, v.ecu_sn as "ecuSn", v.production_date::text as "productionDate",
      v.dealer_id::text as "dealerId", v.ship_date::text as "shipDate", t.name as "typeName", d.name as "dealerName",
      (select string_agg(b.battery_sn, ', ' order by b.battery_sn) from veh_battery b where b.vehicle_id = v.id and not b.deleted) as "batterySns"
    from veh_vehicle v left join veh_type t on t.id = v.vehicle_type_id left join dlr_dealer d on d.id = v.dealer_id
    where v.vin = any(${[...vins]}) and not v.deleted`.execute(db);
  return new Map(
    rows.map(({ id, vin, typeName, dealerName, ...side }) => [vin, { id, vin, side, typeName, dealerName }]),
  );
}

/** Fields where SAP has a value and our record has another. */
export function differences(sap: Side, local: Side): SapComparedField[] {
  return sapComparedFields.filter((name) => sap[name] !== null && sap[name] !== local[name]);
}

/** 0 not imported, 1 the same, 2 different. */
export const localStatusOf = (sap: Side, local: Side | undefined): 0 | 1 | 2 =>
  local === undefined ? 0 : differences(sap, local).length === 0 ? 1 : 2;
