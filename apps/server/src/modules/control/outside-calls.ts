import { status } from './state.ts';
import { inCodes } from '../../db/in-codes.ts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { CommandDownlink } from '@wheelhouse/contract/device/payloads';
import { controlCommand } from '@wheelhouse/entities/control/control-commands';
import { withTransaction, type Db } from '../../db/pool.ts';
import { handleUplinks, type DeviceMessage } from '../../gateway/service.ts';
import { defineAppCall } from '../../http/app-call.ts';
import type { Call } from '../../http/call.ts';
import { defineDeviceCall } from '../../http/device-call.ts';
import { AppError } from '../../http/errors.ts';
import { bindingOf } from '../binding/service.ts';
import { vehicleByName } from '../fleet/shared/service.ts';
import { numberInput, requestOfApp, vinInput } from './input.ts';
import { sendCommand } from './send-command.ts';

/** Downlinks of a device that are not expired, also those sent over MQTT and not acknowledged. The device applies each id once. */
const pull = defineDeviceCall('POST /device/v1/command/pull', {
  body: z.object({ imei: z.string().max(20).optional() }),
  summary: { zh: '设备拉取待执行指令', en: 'Commands that wait for a device' },
  async run({ app, device }) {
    const { rows } = await sql<{ down: CommandDownlink }>`
      select down from (
        select id, down from veh_control_command where vehicle_id = ${device.vehicleId} and status ${inCodes([status.queued, status.sent])} and down is not null
        union all select id, down from veh_debug_record where vehicle_id = ${device.vehicleId} and status = ${sql.lit(status.sent)} and down is not null) c
      where (down->>'exp')::float8 > extract(epoch from now()) * 1000 order by (down->>'iat')::float8`.execute(app.db);
    return { commands: rows.map((row) => row.down) };
  },
});

const ack = defineDeviceCall('POST /device/v1/command/ack', {
  body: z.object({
    commandId: numberInput,
    resultCode: z.int().min(-1_000_000).max(1_000_000),
    /** ms since epoch. */
    time: z.int().min(0).max(9e12).optional(),
    data: z.record(z.string().max(60), z.unknown()).optional(),
  }),
  summary: { zh: '设备上报指令结果', en: 'A device reports the result of a command' },
  async run({ app, device }, { commandId, resultCode, time, data }) {
    const at = Date.now();
    const message: DeviceMessage = {
      kind: 'cmd',
      vehicleId: device.vehicleId,
      deviceId: device.imei,
      ts: time ?? at,
      said: null,
      recv: at,
      code: null,
      state: resultCode === 0 ? 'succeeded' : 'failed',
      severity: null,
      ref: commandId,
      lat: null,
      lng: null,
      payload: { code: resultCode, ...(data && { data }) },
    };
    await withTransaction(app.db, (tx) => handleUplinks(tx, 'cmd', [message]));
    return {};
  },
});

/** A vehicle that the app user may use now. @throws AppError 1002 also for one that the user may not use, so that its owner is not revealed */
async function vehicleOfRider(db: Db, userId: string, vin: string): Promise<string> {
  const { id } = await vehicleByName(db, vin);
  if ((await bindingOf(db, id, userId)) === undefined) throw new AppError(1002);
  return id;
}

const control = defineAppCall('POST /app/v1/vehicle/control', {
  effect: 'irreversible',
  limit: { most: 60, within: 'minute', ofVehicle: 60 },
  body: z.object({
    vin: vinInput,
    command: z.string().max(30),
    params: z.record(z.string().max(40), z.unknown()).optional(),
    requestId: z
      .string()
      .regex(/^[\x21-\x7e]{1,60}$/)
      .optional(),
  }),
  summary: { zh: 'APP控车', en: 'Control a vehicle from the app' },
  async run(ctx, input) {
    const { app, appUser, lang, ip, idempotencyKey } = ctx;
    const command = controlCommand(input.command);
    if (command && command.byOwner !== true) throw new AppError(1003);
    const vehicleId = await vehicleOfRider(app.db, appUser.id, input.vin);
    await ctx.countVehicle(vehicleId);
    return withTransaction(app.db, (tx) =>
      sendCommand(tx, {
        vehicleId,
        command: input.command,
        params: input.params ?? {},
        operatorId: appUser.id,
        source: 'app',
        ...requestOfApp(appUser.id, input.requestId ?? idempotencyKey),
        ip,
        lang,
      }),
    );
  },
});

/** Remote control calls of devices and of the owners' app. */
export const outsideControlCalls: readonly Call[] = [pull, ack, control];
