import { codes } from '@wheelhouse/entities/codes';
import { machines } from '@wheelhouse/entities/machines';
import type { RepairDealerOption, RepairDealers } from '@wheelhouse/contract/calls/repairs';
import { parseInstant } from '@wheelhouse/contract/time';
import { entityNamed } from '@wheelhouse/entities/registry';
import { sql } from 'kysely';
import { metresApart } from '../../db/distance.ts';
import { findInScope, holds, visibleWhere } from '../../entity/read.ts';
import type { CallContext } from '../../http/context.ts';
import { cities, nearestCity } from '../fleet/map/service.ts';
import { isOpenAt } from './clock.ts';
import { repairEntity, repairStatus } from './records.ts';
import type { RepairDealer } from './dealers.ts';

const { active } = machines['SM-Dealer'].states;
const { dispatched, toConfirm } = repairStatus;
const most = 10;
/** An open order weighs as much as that many kilometres of way. */
const kmPerOrder = 2;
/** Beyond this nobody goes to a dealer, or is visited by one, without having been asked. */
const farKm = 50;

/** What a dealer must offer to come to the owner: D:DealerService by D:RepairServiceType. */
const comesBy: ReadonlyMap<number, string> = new Map([
  [codes.RepairServiceType.door, codes.DealerService.door],
  [codes.RepairServiceType.rescue, codes.DealerService.rescue],
]);

interface Row extends Omit<RepairDealerOption, 'open' | 'far'>, Pick<RepairDealer, 'businessHours'> {
  readonly sameCity: boolean;
}

/** The repair that dealers are ranked for. */
interface Sought {
  readonly vehicleId: string;
  /** D:RepairServiceType. */
  readonly serviceType: number;
  /** Where the repair is to be, as far as the caller knows it. */
  readonly place: { readonly lng: number; readonly lat: number } | undefined;
  /** City that the order names. */
  readonly cityId?: string | null;
  /** Null: the dealer is needed now. */
  readonly appointmentTime: string | null | undefined;
}

interface Origin {
  readonly from: RepairDealers['from'];
  readonly lng: number | null;
  readonly lat: number | null;
  readonly cityId: string | null;
}

/** Where the way to a dealer begins: at the place of the repair, at the vehicle for users who may see where it is, else in a city. */
async function originOf(ctx: CallContext, { place, vehicleId, cityId = null }: Sought): Promise<Origin> {
  if (place !== undefined) return { from: 'place', ...place, cityId };
  const { rows } = await sql<{ lng: number | null; lat: number | null; owner: string | null; dealer: string | null }>`
    select s.gps_lng::float8 as lng, s.gps_lat::float8 as lat, u.city_id as owner, d.city_id as dealer
    from veh_vehicle v left join veh_vehicle_status s on s.vehicle_id = v.id left join usr_app_user u on u.id = v.owner_user_id
      left join dlr_dealer d on d.id = v.dealer_id where v.id = ${vehicleId}`.execute(ctx.app.db);
  const { lng = null, lat = null, owner = null, dealer = null } = rows[0] ?? {};
  const placed = lng !== null && lat !== null;
  if (placed && holds(ctx.user, 'privacy.viewLocation')) return { from: 'vehicle', lng, lat, cityId };
  // Whoever may not see where it is may know its city.
  const seen = placed ? (cities[nearestCity(lng, lat)]?.id ?? null) : null;
  const city = cityId ?? seen ?? owner ?? dealer;
  const centre = cities.find(({ id }) => id === city);
  return centre === undefined
    ? { from: 'nowhere', lng: null, lat: null, cityId: null }
    : { from: 'city', lng: centre.lng, lat: centre.lat, cityId: centre.id };
}

/** Dealers in use who repair and offer the service; the best first. */
async function ranked(ctx: CallContext, { vehicleId, serviceType }: Sought, origin: Origin): Promise<readonly Row[]> {
  const service = comesBy.get(serviceType) ?? null;
  const visible = visibleWhere(entityNamed('dealer'), 't', ctx.user) ?? sql`true`;
  const here = { lng: sql`${origin.lng}::float8`, lat: sql`${origin.lat}::float8` };
  const metres = metresApart(here, { lng: sql`t.lng`, lat: sql`t.lat` });
  // Distances from the middle of a city order the dealers and are not shown: nobody starts there.
  const shownKm = origin.from === 'city' ? sql`null::float8` : sql`distance_km`;
  const ofCity = origin.from === 'city' ? sql`city_id = ${origin.cityId} is true` : sql`true`;
  const { rows } = await sql<Row>`
    with busy as (
      select dealer_id, count(*)::int as open_orders from cs_repair_order
      where status between ${sql.lit(dispatched)} and ${sql.lit(toConfirm)} and dealer_id is not null and not deleted group by dealer_id),
    found as (
      select t.id, t.name, t.service_phone, t.lng::float8 as lng, t.lat::float8 as lat, t.business_hours, t.city_id,
        coalesce(busy.open_orders, 0) as open_orders, t.id = v.dealer_id is true as own,
        round((${metres} / 1000)::numeric, 1)::float8 as distance_km
      from dlr_dealer t join veh_vehicle v on v.id = ${vehicleId} left join busy on busy.dealer_id = t.id
      where t.status = ${active} and t.dealer_type in (2, 3) and not t.deleted and ${visible}
        and (${service}::text is null or ${service} = any(t.service_items))),
    best as (
      select *, row_number() over (order by own desc, ${ofCity} desc, distance_km + open_orders * ${kmPerOrder} nulls last, open_orders, id) as place from found
      order by place limit ${most})
    select best.id::text as id, best.name, service_phone, best.lng, best.lat, business_hours, open_orders, own, ${shownKm} as distance_km,
      best.city_id = ${origin.cityId} is true as same_city, c.name as city_name, c.name_en as city_name_en, (
      select round(avg(o.rating), 1)::float8 from cs_repair_order o
      where o.dealer_id = best.id and o.rating_time > now() - interval '90 days' and not o.deleted) as rating
    from best left join sys_area c on c.id = best.city_id order by best.place`.execute(ctx.app.db);
  return rows;
}

/**
 * Dealers who can take a repair, the best first: where the vehicle belongs, then by distance and the orders they have. Without a known place they
 * are those of a city: of the order, of the vehicle's position where the caller may not see it, of its owner, of its dealer.
 */
export async function dealersFor(ctx: CallContext, sought: Sought): Promise<RepairDealers> {
  const origin = await originOf(ctx, sought);
  const rows = await ranked(ctx, sought, origin);
  const { appointmentTime } = sought;
  const at = typeof appointmentTime === 'string' ? parseInstant(appointmentTime) : undefined;
  const city = cities.find(({ id }) => id === origin.cityId);
  return {
    from: origin.from,
    city: origin.from === 'city' && city ? { zh: city.name, en: city.nameEn } : null,
    openAt: at === undefined ? 'now' : 'appointment',
    dealers: rows.map(({ businessHours, sameCity, ...row }) => ({
      ...row,
      open: isOpenAt(businessHours, at ?? new Date()),
      far: origin.from === 'nowhere' ? false : row.distanceKm === null ? !sameCity : row.distanceKm > farKm,
    })),
  };
}

/** Dealers an order can go to. The place of an order is read with the right to see places alone. @throws AppError 1002, 1011 */
export async function nearestDealers(ctx: CallContext, orderId: string): Promise<RepairDealers> {
  const { vehicleId, serviceType, appointmentTime, cityId, lng, lat } = await findInScope(ctx, repairEntity, orderId);
  const place = typeof lng === 'number' && typeof lat === 'number' ? { lng, lat } : undefined;
  return dealersFor(ctx, { vehicleId, serviceType: Number(serviceType), place, cityId, appointmentTime });
}
