import type { BleDay } from '@wheelhouse/contract/calls/bluetooth';
import { formatDay } from '@wheelhouse/contract/time';
import { entityNamed } from '@wheelhouse/entities/registry';
import { sql } from 'kysely';
import { z } from 'zod';
import { dayOf } from '../../db/wall-clock.ts';
import { findInScope, list } from '../../entity/read.ts';
import { withCondition } from '../../entity/with-condition.ts';
import { defineCall, type Call } from '../../http/call.ts';
import { dayRange } from '../../http/day-range.ts';
import { id, listQuery, serial } from '../../http/kit.ts';

const [bleLog, bluetoothInfo] = [entityNamed('bleLog'), entityNamed('bluetoothInfo')];
const mostDays = 92;

const logs = defineCall('POST /veh/crm/bluetoothInfo/logs', {
  access: 'blueToothInfo.log',
  effect: 'reads',
  body: listQuery.extend({ vin: serial(17, 17).optional() }),
  summary: { zh: '蓝牙连接日志', en: 'Bluetooth connections of a vehicle' },
  run: (ctx, { vin, ...input }) => list(ctx, bleLog, withCondition(input, 'vin', vin)),
});

const statistics = defineCall('POST /veh/crm/bluetoothInfo/statistics', {
  access: 'blueToothInfo.log',
  effect: 'reads',
  body: z.object({ id, from: z.string().max(20), to: z.string().max(20) }),
  summary: { zh: '蓝牙连接统计', en: 'Bluetooth connections of a vehicle by day' },
  async run(ctx, input) {
    const { from, to } = dayRange(ctx, ['from', 'to'], [input.from, input.to], { days: mostDays });
    await findInScope(ctx, bluetoothInfo, input.id);
    const { rows } = await sql<BleDay>`
      select d.day::date::text as day,
        array[count(l.id) filter (where l.result = 0), count(l.id) filter (where l.result = 1), count(l.id) filter (where l.result = 2),
          count(l.id) filter (where l.result = 3), count(l.id) filter (where l.result = 4)]::int[] as results,
        round(percentile_cont(0.5) within group (order by l.cost_ms) filter (where l.result = 0))::int as "costMs",
        round(percentile_cont(0.5) within group (order by l.rssi))::int as rssi
      from generate_series(${formatDay(from)}::timestamp, ${formatDay(to)}::timestamp, interval '1 day') d (day)
        left join veh_ble_log l on l.vehicle_id = ${input.id} and not l.deleted and l.time >= ${from}
          and l.time < ${to}::timestamptz + interval '1 second' and ${dayOf('l.time')} = d.day::date
      group by d.day order by d.day`.execute(ctx.app.db);
    return { days: rows };
  },
});

export const bluetoothCalls: readonly Call[] = [logs, statistics];
