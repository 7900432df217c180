import { codes } from '@wheelhouse/entities/codes';
import { machines } from '@wheelhouse/entities/machines';
import type { RepairDealerOption } from '@wheelhouse/contract/calls/repairs';
import { parseInstant } from '@wheelhouse/contract/time';
import { entityNamed } from '@wheelhouse/entities/registry';
import { sql } from 'kysely';
import { metresApart } from '../../db/distance.ts';
import { findInScope, holds, visibleWhere } from '../../entity/read.ts';
import type { CallContext } from '../../http/context.ts';
import { isOpenAt } from './clock.ts';
import { repairEntity, repairStatus } from './records.ts';
import type { RepairDealer } from './dealers.ts';

const { active } = machines['SM-Dealer'].states;
const { dispatched, toConfirm } = repairStatus;
const most = 10;
/** An open order weighs as much as that many kilometres of way. */
const kmPerOrder = 2;

/** What a dealer must offer to come to the owner: D:DealerService by D:RepairServiceType. */
const comesBy: ReadonlyMap<number, string> = new Map([
  [codes.RepairServiceType.door, codes.DealerService.door],
  [codes.RepairServiceType.rescue, codes.DealerService.rescue],
]);

type Row = Omit<RepairDealerOption, 'open' | 'own'> & Pick<RepairDealer, 'businessHours'> & { readonly own: boolean };

/** A repair that a dealer is sought for. */
interface Sought {
  readonly vehicleId: string;
  /** D:RepairServiceType. */
  readonly serviceType: number;
  /** Where the repair is to be, as far as the caller knows it. */
  readonly place: { readonly lng: number; readonly lat: number } | undefined;
  /** Now unless given. */
  readonly appointmentTime: string | null | undefined;
}

/**
 * Dealers who can take a repair, the best first: where the vehicle belongs, then by distance and the orders they have. The distance is
 * from the place of the repair, else from the vehicle, for users who may see where it is.
 */
export async function dealersFor(ctx: CallContext, sought: Sought): Promise<RepairDealerOption[]> {
  const { place, vehicleId, serviceType, appointmentTime } = sought;
  const mayPlace = holds(ctx.user, 'privacy.viewLocation');
  const service = comesBy.get(serviceType) ?? null;
  const visible = visibleWhere(entityNamed('dealer'), 't', ctx.user) ?? sql`true`;
  const metres = metresApart({ lng: sql`p.lng`, lat: sql`p.lat` }, { lng: sql`t.lng`, lat: sql`t.lat` });
  const { rows } = await sql<Row>`
    with place as (
      select v.dealer_id,
        coalesce(${place?.lng ?? null}::float8, case when ${mayPlace} then s.gps_lng::float8 end) as lng,
        coalesce(${place?.lat ?? null}::float8, case when ${mayPlace} then s.gps_lat::float8 end) as lat
      from veh_vehicle v left join veh_vehicle_status s on s.vehicle_id = v.id where v.id = ${vehicleId}),
    busy as (
      select dealer_id, count(*)::int as open_orders from cs_repair_order
      where status between ${sql.lit(dispatched)} and ${sql.lit(toConfirm)} and dealer_id is not null and not deleted group by dealer_id),
    found as (
      select t.id, t.name, t.service_phone, t.lng::float8 as lng, t.lat::float8 as lat, t.business_hours,
        coalesce(busy.open_orders, 0) as open_orders, t.id = p.dealer_id is true as own,
        round((${metres} / 1000)::numeric, 1)::float8 as distance_km
      from dlr_dealer t cross join place p left join busy on busy.dealer_id = t.id
      where t.status = ${active} and t.dealer_type in (2, 3) and not t.deleted and ${visible}
        and (${service}::text is null or ${service} = any(t.service_items))),
    best as (
      select *, row_number() over (order by own desc, coalesce(distance_km, 0) + open_orders * ${kmPerOrder}, id) as place from found
      order by place limit ${most})
    select best.id::text as id, name, service_phone, lng, lat, business_hours, open_orders, own, distance_km, (
      select round(avg(o.rating), 1)::float8 from cs_repair_order o
      where o.dealer_id = best.id and o.rating_time > now() - interval '90 days' and not o.deleted) as rating
    from best order by best.place`.execute(ctx.app.db);
  const at = typeof appointmentTime === 'string' ? parseInstant(appointmentTime) : undefined;
  return rows.map(({ businessHours, ...row }) => ({
    ...row,
    open: isOpenAt(businessHours, at ?? new Date()),
  }));
}

/** Dealers an order can go to. The place of an order is read with the right to see places alone. @throws AppError 1002, 1011 */
export async function nearestDealers(ctx: CallContext, orderId: string): Promise<RepairDealerOption[]> {
  const { vehicleId, serviceType, appointmentTime, lng, lat } = await findInScope(ctx, repairEntity, orderId);
  const place = typeof lng === 'number' && typeof lat === 'number' ? { lng, lat } : undefined;
  return dealersFor(ctx, { vehicleId: String(vehicleId), serviceType: Number(serviceType), place, appointmentTime });
}
