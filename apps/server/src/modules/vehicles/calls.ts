import { entityNamed } from '@wheelhouse/entities/registry';
import { sql } from 'kysely';
import { z } from 'zod';
import { withTransaction } from '../../db/pool.ts';
import { audit } from '../../entity/audit.ts';
import { findInScope, list } from '../../entity/read.ts';
import { defineCall, type Call } from '../../http/call.ts';
import { AppError } from '../../http/errors.ts';
import { parseInstant } from '@wheelhouse/contract';
import { removeShare } from './vehicle-actions.ts';

const id = z.string().regex(/^[1-9]\d{0,17}$/);

/** Calls of the vehicles domain that are not standard ones (catalogue 02). */
export const vehicleCalls: Call[] = [
  defineCall({
    method: 'POST',
    path: '/veh/crm/vehicle/removeShare',
    access: 'vehicleManage.removeShare',
    body: z.object({ vehicleId: id, userId: id, reason: z.string().trim().min(2).max(200) }),
    summary: { zh: '移除共享', en: 'Remove a share' },
    async run(ctx, { vehicleId, userId, reason }) {
      await findInScope(ctx, entityNamed('vehicle'), vehicleId);
      await withTransaction(ctx.app.db, async (tx) => {
        await removeShare(tx, ctx.user.id, vehicleId, userId, reason);
        await audit(tx, ctx, {
          action: 'removeShare',
          entity: 'vehicle',
          entityId: vehicleId,
          after: { userId, '@reason': reason },
        });
      });
      return {};
    },
  }),
  defineCall({
    method: 'GET',
    path: '/veh/crm/vehicleType/getVehicleTypePage',
    access: 'login',
    query: z.looseObject({
      page: z.string().optional(),
      pageSize: z.string().optional(),
      seriesId: z.string().optional(),
    }),
    summary: { zh: '车型列表（启动时加载）', en: 'Vehicle types, loaded at boot' },
    run: (ctx, input) => {
      const { page, pageSize, seriesId } = input;
      return list(
        ctx,
        entityNamed('vehicleType'),
        { page, pageSize, query: { seriesId, 'name.like': input['name.like'] } },
        { maxPageSize: 999 },
      );
    },
  }),
  defineCall({
    method: 'POST',
    path: '/veh/crm/vehicleSeries/all',
    access: 'login',
    summary: { zh: '全部启用车系', en: 'All enabled series' },
    run: async (ctx) =>
      ctx.app.db
        .selectFrom('veh_series')
        .select(['id', 'seriesCode', 'name', 'nameEn'])
        .where('enabled', '=', 1)
        .where('deleted', '=', false)
        .orderBy('sort')
        .execute(),
  }),
  defineCall({
    method: 'POST',
    path: '/veh/crm/vehicleType/preview',
    access: 'vehicleModelManage.query',
    body: z.object({ id }),
    summary: { zh: '车型APP预览', en: 'Model as the app shows it' },
    async run(ctx, input) {
      const model = await findInScope(ctx, entityNamed('vehicleType'), input.id);
      const images = await list(ctx, entityNamed('vehicleImage'), {
        pageSize: 200,
        query: { vehicleTypeId: input.id, enabled: 1 },
      });
      return { model, images: (JSON.parse(images.text) as { list: unknown[] }).list };
    },
  }),
  defineCall({
    method: 'POST',
    path: '/veh/crm/battery/curve',
    access: 'batteryManage.query',
    body: z.object({
      batterySn: z.string().max(24),
      from: z.string(),
      to: z.string(),
      fields: z
        .array(z.enum(['soc', 'v', 'i', 'tempMaxC']))
        .max(4)
        .optional(),
    }),
    summary: { zh: '电池曲线', en: 'Battery curves' },
    async run(ctx, input) {
      const [from, to] = [parseInstant(input.from), parseInstant(input.to)];
      if (!from || !to)
        throw new AppError(1001, undefined, {
          errors: [{ field: from ? 'to' : 'from', message: 'YYYY-MM-DD HH:mm:ss' }],
        });
      if (to.getTime() - from.getTime() > 31 * 86_400_000) throw new AppError(1012, { n: 31 });
      const battery = await ctx.app.db
        .selectFrom('veh_battery')
        .select(['id'])
        .where('batterySn', '=', input.batterySn)
        .where('deleted', '=', false)
        .executeTakeFirst();
      const row = await findInScope(ctx, entityNamed('battery'), battery?.id ?? '0');
      return batteryCurve(ctx.app.db, String(row['batterySn']), row['vehicleId'], from, to);
    },
  }),
];

/** At most about 600 points of a battery's samples: `[ms, soc, V, A, °C]`, evenly thinned by time. */
async function batteryCurve(
  db: Parameters<typeof withTransaction>[0],
  batterySn: string,
  vehicleId: unknown,
  from: Date,
  to: Date,
): Promise<unknown> {
  if (typeof vehicleId !== 'string') return { batterySn, fields: ['soc', 'v', 'i', 'tempMaxC'], points: [] };
  const step = Math.max(1, Math.ceil((to.getTime() - from.getTime()) / 600_000));
  const { rows } = await sql<{ p: unknown }>`
    select json_build_array((extract(epoch from min(ts)) * 1000)::bigint, round(avg(soc)), round(avg(v)::numeric, 2)::float8, round(avg(i)::numeric, 2)::float8, round(avg(t_max)::numeric, 1)::float8) as p
    from veh_telemetry where vehicle_id = ${vehicleId} and ts >= ${from} and ts <= ${to} and soc is not null
    group by floor(extract(epoch from ts) / ${step}) order by min(ts)`.execute(db);
  return { batterySn, fields: ['soc', 'v', 'i', 'tempMaxC'], points: rows.map((row) => row.p) };
}
