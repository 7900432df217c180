import type { BatteryCurve, Charge, CurveField } from '@wheelhouse/contract/calls/vehicles';
import { idPattern } from '@wheelhouse/contract/text';
import { entityNamed } from '@wheelhouse/entities/registry';
import { sql } from 'kysely';
import { visibleWhere } from '../../../entity/read.ts';
import { run } from '../../../entity/run.ts';
import type { CallContext } from '../../../http/context.ts';
import { AppError } from '../../../http/errors.ts';
import { wallClock } from '../../../db/wall-clock.ts';

/** Columns of the history by the names of the call, as SQL over a group of rows. */
const columns = {
  soc: 'round(avg(s.soc))::int',
  soh: 'round(avg(s.soh)::numeric, 1)::float8',
  v: 'round(avg(s.v)::numeric, 2)::float8',
  i: 'round(avg(s.i)::numeric, 2)::float8',
  tempMaxC: 'round(max(s.t_max)::numeric, 1)::float8',
  tempMinC: 'round(min(s.t_min)::numeric, 1)::float8',
  cycleCount: 'max(s.cyc)',
  charging: 'max(s.chg)',
  protection: 'bit_or(s.prot)',
  cellMaxMv: 'max((select max(c) from unnest(s.cells) c))',
  cellMinMv: 'min((select min(c) from unnest(s.cells) c))',
} as const satisfies Record<CurveField, string>;

/** Longest span of a history, days. */
export const historyDays = 31;
const mostPoints = 600;

/** A battery by its number that is in the user's scope, now or by a vehicle it has been in. @throws AppError 1002, 1011 */
export async function batteryBySn(ctx: CallContext, batterySn: string): Promise<string> {
  const [battery] = await run<{ id: string }>(
    ctx.app.pool,
    sql`select id::text as id from veh_battery where battery_sn = ${batterySn} and not deleted`,
  );
  return batteryById(ctx, battery?.id ?? '');
}

/** The same by its id. @throws AppError 1002, 1011 */
export async function batteryById(ctx: CallContext, id: string): Promise<string> {
  if (!idPattern.test(id)) throw new AppError(1002);
  const now = visibleWhere(entityNamed('battery'), 't', ctx.user) ?? sql`true`;
  const once = visibleWhere(entityNamed('batteryBinding'), 'n', ctx.user) ?? sql`true`;
  const [seen] = await run<{ ok: boolean }>(
    ctx.app.pool,
    sql`select (${now} or exists (select 1 from veh_battery_binding n where n.battery_id = t.id and not n.deleted and ${once})) as ok
      from veh_battery t where t.id = ${id} and not t.deleted`,
  );
  if (seen === undefined) throw new AppError(1002);
  if (!seen.ok) throw new AppError(1011);
  return id;
}

/** Rows of a battery's history in a span, only of the time in vehicles the user may see. */
export function rowsOf(ctx: CallContext, batteryId: string, from: Date, to: Date) {
  const visible = visibleWhere(entityNamed('vehicle'), 'w', ctx.user);
  const scope = visible ? sql` and s.vehicle_id in (select w.id from veh_vehicle w where ${visible})` : sql``;
  return sql`s.battery_id = ${batteryId} and s.ts >= ${from} and s.ts <= ${to}${scope}`;
}

/** At most about 600 points of a battery's history, evenly thinned by time: means, and extremes where those matter. */
export async function batteryCurve(
  ctx: CallContext,
  batterySn: string,
  { from, to }: { readonly from: Date; readonly to: Date },
  fields: readonly CurveField[],
): Promise<BatteryCurve> {
  const batteryId = await batteryBySn(ctx, batterySn);
  const step = Math.max(60, Math.ceil((to.getTime() - from.getTime()) / 1000 / mostPoints));
  const values = sql.raw(fields.map((field) => `, ${columns[field]}`).join(''));
  const rows = await run<{ p: BatteryCurve['points'][number] }>(
    ctx.app.pool,
    sql`select json_build_array((extract(epoch from min(s.ts)) * 1000)::bigint${values}) as p from veh_battery_snapshot s
      where ${rowsOf(ctx, batteryId, from, to)} group by floor(extract(epoch from s.ts) / ${step}) order by min(s.ts)`,
  );
  return { batterySn, fields, points: rows.map((row) => row.p) };
}

/** Minutes without a charging row after which the next one is another session: parked vehicles report every few minutes. */
const sessionGapMin = 75;

/** Charging sessions, latest first: from and to, charge before and after, energy, hottest cell. */
export async function chargeSessions(
  ctx: CallContext,
  batterySn: string,
  { from, to }: { readonly from: Date; readonly to: Date },
): Promise<readonly Charge[]> {
  const batteryId = await batteryBySn(ctx, batterySn);
  return run(
    ctx.app.pool,
    sql`with c as (
        select s.*, case when s.ts - lag(s.ts) over (order by s.ts) > make_interval(mins => ${sessionGapMin}) then 1 else 0 end as fresh
        from veh_battery_snapshot s where ${rowsOf(ctx, batteryId, from, to)} and s.chg = 1),
      g as (select c.*, sum(fresh) over (order by ts) as n from c)
      select ${wallClock('min(ts)')} as "startTime",
        ${wallClock('max(ts)')} as "endTime",
        round(extract(epoch from max(ts) - min(ts)) / 60)::int as "durationMin",
        (array_agg(soc order by ts))[1] as "socStart", (array_agg(soc order by ts desc))[1] as "socEnd",
        round((avg(v * i) * extract(epoch from max(ts) - min(ts)) / 3600)::numeric)::int as "energyWh",
        round(max(i)::numeric, 1)::float8 as "maxCurrentA", round(max(t_max)::numeric, 1)::float8 as "tempMaxC"
      from g group by n order by min(ts) desc limit 100`,
  );
}
