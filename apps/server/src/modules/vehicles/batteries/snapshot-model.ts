import { sql } from 'kysely';
import { z } from 'zod';
import { wallClock } from '../../../db/wall-clock.ts';
import { readHistoryQuery } from '../../../entity/history-query.ts';
import { readPage } from '../../../entity/sql-page.ts';
import { makeCall } from '../../../http/call.ts';
import { batteryById, batteryBySn, historyDays, rowsOf } from './history.ts';

/**
 * `/rest/r/batterySnapshot`: stored readings of one battery, of the time in vehicles that the user may see. It takes the battery (`batteryId` or
 * `batterySn`), `time.ge` and `time.le`, and `vehicleId` for one of the vehicles it was in.
 */
export const batterySnapshots = makeCall({
  method: 'POST',
  path: '/rest/r/batterySnapshot',
  access: 'batteryManage.query',
  body: z.record(z.string(), z.unknown()),
  async run(ctx, input) {
    const fields = ['batteryId', 'batterySn', 'vehicleId'];
    const query = readHistoryQuery(ctx, input, { fields, keys: ['batteryId', 'batterySn'], mostDays: historyDays });
    const { from, to, values, order, page, pageSize } = query;
    const { batteryId, batterySn = '', vehicleId } = values;
    const id =
      batteryId === undefined ? await batteryBySn(ctx, batterySn.toUpperCase()) : await batteryById(ctx, batteryId);
    const inVehicle = vehicleId === undefined ? sql`` : sql` and s.vehicle_id::text = ${vehicleId}`;
    const found = await readPage(
      ctx.app.db,
      {
        select: sql`s.battery_id::text as "batteryId", s.vehicle_id::text as "vehicleId", ${wallClock('s.ts')} as time, s.soc, s.soh, s.v, s.i,
                s.t_max as "tempMaxC", s.t_min as "tempMinC", s.cyc as "cycleCount", s.chg as charging, s.prot as protection, s.cells`,
        from: sql`veh_battery_snapshot s`,
        where: sql`${rowsOf(ctx, id, from, to)}${inVehicle}`,
        order: sql.raw(`s.ts ${order}`),
      },
      { page, pageSize },
    );
    return { ...found, page, pageSize };
  },
});
