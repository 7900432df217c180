import { sql } from 'kysely';
import { z } from 'zod';
import { wallClock } from '../../db/wall-clock.ts';
import { readHistoryQuery } from '../../entity/history-query.ts';
import { readPage } from '../../entity/sql-page.ts';
import { makeCall } from '../../http/call.ts';
import { formatInstant } from '@wheelhouse/contract';
import { logTrace, longestDays, stretchOf } from './replay.ts';

/**
 * `/rest/r/trackPoint`: stored positions of one vehicle, under the rules of a replay. It takes the vehicle (`vehicleId`, `vin` or `imei`), `time.ge`
 * and `time.le`, and `reasonCode` (TraceReason), which the sensitive-access log keeps.
 */
export const trackPoints = makeCall({
  method: 'POST',
  path: '/rest/r/trackPoint',
  access: 'historytrace.replay',
  body: z.record(z.string(), z.unknown()),
  async run(ctx, input) {
    const fields = ['vehicleId', 'vin', 'imei', 'reasonCode'];
    const query = readHistoryQuery(ctx, input, {
      fields,
      keys: ['vehicleId', 'vin', 'imei'],
      mostDays: longestDays,
    });
    const { from, to, values, order, page, pageSize } = query;
    const asked = { ...values, from: formatInstant(from), to: formatInstant(to) };
    const stretch = await stretchOf(ctx, asked);
    await logTrace(ctx, stretch, asked);
    const { vehicle } = stretch;
    const found = await readPage(
      ctx.app.db,
      {
        select: sql`vehicle_id::text as "vehicleId", ${vehicle.vin ?? null}::text as vin, ${wallClock('ts')} as time, lng, lat, spd_kmh as "speedKmh",
                hdg as heading, soc, sat as satellites, hdop, acc`,
        from: sql`veh_telemetry`,
        where: sql`vehicle_id = ${vehicle.id} and ts >= ${from} and ts <= ${to} and lng is not null and lat is not null and fix is distinct from 0`,
        order: sql.raw(['ts', 'boot', 'seq', 'idx'].map((name) => `${name} ${order}`).join(', ')),
      },
      { page, pageSize },
    );
    return { ...found, page, pageSize };
  },
});
