import { codes } from '@wheelhouse/entities/codes';
import { z } from 'zod';
import { withTransaction } from '../../db/pool.ts';
import { defineAppCall } from '../../http/app-call.ts';
import type { Call } from '../../http/call.ts';
import { AppError } from '../../http/errors.ts';
import { bindingOf } from '../binding/service.ts';
import { vehicleByName, vinInput } from '../fleet/shared/service.ts';
import { keepAttempt } from './state.ts';

/** Longer than any scan and all its retries. */
const longestMs = 600_000;
const short = (max: number) => z.string().max(max).optional();

const bleLog = defineAppCall('POST /app/v1/vehicle/bleLog', {
  limit: { most: 60, within: 'minute' },
  body: z.object({
    vin: vinInput,
    result: z.int().min(codes.BleResult.ok).max(codes.BleResult.dropped),
    rssi: z.int().min(-127).max(20).nullish(),
    ms: z.int().min(0).max(longestMs).nullish(),
    phoneModel: short(40),
    clientOs: z.int().min(1).max(3).optional(),
    osVersion: short(20),
    appVersion: short(20),
  }),
  summary: { zh: 'APP：上报蓝牙连接结果', en: 'App: report an attempt to connect by Bluetooth' },
  async run({ app, appUser }, { vin, ms, ...said }) {
    const vehicle = await vehicleByName(app.db, vin);
    if ((await bindingOf(app.db, vehicle.id, appUser.id)) === undefined) throw new AppError(1011);
    await withTransaction(app.db, (tx) =>
      keepAttempt(tx, {
        vehicleId: vehicle.id,
        userId: appUser.id,
        result: said.result,
        rssi: said.rssi ?? null,
        costMs: ms ?? null,
        phoneModel: said.phoneModel ?? null,
        clientOs: said.clientOs ?? null,
        osVersion: said.osVersion ?? null,
        appVersion: said.appVersion ?? null,
      }),
    );
    return null;
  },
});

export const bluetoothAppCalls: readonly Call[] = [bleLog];
