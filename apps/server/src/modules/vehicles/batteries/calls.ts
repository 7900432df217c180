import { curveFields } from '@wheelhouse/contract/calls/vehicles';
import { entityNamed } from '@wheelhouse/entities/registry';
import { z } from 'zod';
import { runAction } from '../../../entity/actions.ts';
import { defineCall, type Call } from '../../../http/call.ts';
import type { CallContext } from '../../../http/context.ts';
import { dayRange, type DayRange } from '../../../http/day-range.ts';
import { withVehicleId } from '../../fleet/shared/service.ts';
import { batteryCurve, chargeSessions, historyDays } from './history.ts';
import { actionBody, key, serial } from '../../../http/kit.ts';

const span = { batterySn: serial(1, 24), from: z.string(), to: z.string() };
const spanOf = (ctx: CallContext, { from, to }: { readonly from: string; readonly to: string }): DayRange =>
  dayRange(ctx, ['from', 'to'], [from, to], { days: historyDays });
const fields = z.array(z.enum(curveFields)).min(1).max(curveFields.length);

/** Calls of the batteries that are not standard ones. */
export const batteryCalls: Call[] = [
  defineCall('POST /veh/crm/battery/transition', {
    access: ['batteryManage.install', 'batteryManage.remove', 'batteryManage.repair', 'batteryManage.scrap'],
    body: actionBody.extend({ newBatteryId: key.optional() }),
    summary: {
      zh: '电池状态变更：装车、更换、拆下、送修、修复、报废',
      en: 'Battery: install, swap, remove, repair, scrap',
    },
    async run(ctx, input) {
      // A call of the vehicle page names the battery instead of the vehicle.
      const { newBatteryId, ...rest } = input;
      const body = input['action'] === 'install' && input.id === undefined ? { ...rest, id: newBatteryId } : input;
      return runAction(ctx, entityNamed('battery'), 'transition', await withVehicleId(ctx, body));
    },
  }),
  defineCall('POST /veh/crm/battery/curve', {
    access: 'batteryManage.query',
    body: z.object({ ...span, fields: fields.optional() }),
    summary: { zh: '电池曲线', en: 'Battery curves' },
    run: (ctx, input) =>
      batteryCurve(ctx, input.batterySn, spanOf(ctx, input), input.fields ?? ['soc', 'v', 'i', 'tempMaxC']),
  }),
  defineCall('POST /veh/crm/battery/charges', {
    access: 'batteryManage.query',
    body: z.object(span),
    summary: { zh: '充电记录', en: 'Charge sessions' },
    run: (ctx, input) => chargeSessions(ctx, input.batterySn, spanOf(ctx, input)),
  }),
  defineCall('POST /veh/crm/historyBattery/snapshots', {
    access: 'batteryHistory.query',
    body: z.object(span),
    summary: { zh: '电池历史快照', en: 'History of a battery' },
    run: (ctx, input) => batteryCurve(ctx, input.batterySn, spanOf(ctx, input), curveFields),
  }),
];
