import type { AppDealer } from '@wheelhouse/contract/calls/dealers';
import { machines } from '@wheelhouse/entities/machines';
import { sql, type RawBuilder } from 'kysely';
import { z } from 'zod';
import { metresApart } from '../../db/distance.ts';
import { inLang } from '../../db/in-lang.ts';
import { defineAppCall, type AppContext } from '../../http/app-call.ts';
import type { Call } from '../../http/call.ts';
import { AppError } from '../../http/errors.ts';
import { id } from '../../http/kit.ts';
import { isOpenAt } from '../repairs/service.ts';

const { active } = machines['SM-Dealer'].states;
const most = 50;
const mostKm = 50;
const usualKm = 20;
/** Kilometres of a degree of latitude, rounded down so that the box around the circle is never too small. */
const kmPerDegree = 110;

/** Dealers that the app shows, over the alias `t`. */
const isShown = sql`t.status = ${active} and t.show_in_app = 1 and not t.deleted`;

interface Row extends Omit<AppDealer, 'photoUrls' | 'openNow'> {
  readonly photos: readonly string[] | null;
}

/** What the app shows of a dealer: nothing of contract and contact. */
const columns = ({ lang }: AppContext): RawBuilder<unknown> => sql`
  t.id::text as id, t.name, t.short_name, t.dealer_type, t.level, ${inLang(lang, 'c.name')} as city_name, ${inLang(lang, 'a.name')} as district_name,
  t.address, t.lng::float8 as lng, t.lat::float8 as lat, t.service_phone, t.business_hours, t.service_items, t.brands, t.photos, r.rating, r.rating_count`;

const joins = sql`
  left join sys_area c on c.id = t.city_id left join sys_area a on a.id = t.district_id
  left join lateral (
    select round(avg(o.rating), 1)::float8 as rating, count(o.rating)::int as rating_count from cs_repair_order o
    where o.dealer_id = t.id and o.rating_time is not null and not o.deleted) r on true`;

const shown = ({ app }: AppContext, { photos, ...dealer }: Row): AppDealer => ({
  ...dealer,
  openNow: isOpenAt(dealer.businessHours, new Date()) ? 1 : 0,
  photoUrls: (photos ?? []).map((fileId) => app.files.url(fileId)),
});

/** A number in a query string. Phones give places with all the digits of a double. */
const numeric = (least: number, greatest: number) =>
  z
    .string()
    .regex(/^\d{1,3}(\.\d{1,20})?$/)
    .transform(Number)
    .pipe(z.number().min(least).max(greatest));

interface Near {
  readonly lng: number;
  readonly lat: number;
  readonly type: number | undefined;
  readonly radiusKm: number;
}

/** Dealers in a circle, the nearest first. The box around it is what an index or a scan can find quickly. */
async function dealersNear(ctx: AppContext, { lng, lat, type, radiusKm }: Near): Promise<AppDealer[]> {
  const [high, wide] = [radiusKm / kmPerDegree, radiusKm / (kmPerDegree * Math.cos((lat * Math.PI) / 180))];
  const metres = metresApart({ lng: sql`${lng}`, lat: sql`${lat}` }, { lng: sql`t.lng`, lat: sql`t.lat` });
  const { rows } = await sql<Row>`
    select * from (
      select ${columns(ctx)}, round((${metres} / 1000)::numeric, 2)::float8 as distance_km, t.sort
      from dlr_dealer t ${joins}
      where ${isShown} and t.lat between ${lat - high} and ${lat + high} and t.lng between ${lng - wide} and ${lng + wide}
        and (${type ?? null}::int is null or t.dealer_type = ${type ?? null}::int or t.dealer_type = 3)) n
    where distance_km <= ${radiusKm} order by distance_km, sort, id limit ${most}`.execute(ctx.app.db);
  return rows.map((row) => shown(ctx, row));
}

const nearby = defineAppCall('GET /app/v1/dealer/nearby', {
  query: z.object({
    lng: numeric(73, 136),
    lat: numeric(3, 54),
    type: z.enum(['1', '2', '3']).transform(Number).optional(),
    radiusKm: numeric(1, mostKm).default(usualKm),
  }),
  summary: { zh: '附近网点', en: 'Dealers nearby' },
  run: (ctx, { lng, lat, type, radiusKm }) => dealersNear(ctx, { lng, lat, type, radiusKm }),
});

const detail = defineAppCall('GET /app/v1/dealer/detail', {
  query: z.object({ id }),
  summary: { zh: '网点详情', en: 'A dealer' },
  async run(ctx, input) {
    const { rows } = await sql<Row>`
      select ${columns(ctx)}, null as distance_km from dlr_dealer t ${joins} where t.id = ${input.id} and ${isShown}`.execute(
      ctx.app.db,
    );
    const [row] = rows;
    if (row === undefined) throw new AppError(1002);
    return shown(ctx, row);
  },
});

/** Dealers as the app shows them. */
export const dealerAppCalls: readonly Call[] = [nearby, detail];
