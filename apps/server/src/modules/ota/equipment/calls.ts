import type { PartVersion } from '@wheelhouse/contract/calls/ota/versions';
import { entityNamed } from '@wheelhouse/entities/registry';
import { sql } from 'kysely';
import { z } from 'zod';
import { wallClock } from '../../../db/wall-clock.ts';
import { runAction } from '../../../entity/actions.ts';
import { idsInScope } from '../../../entity/read.ts';
import { defineCall, type Call } from '../../../http/call.ts';
import type { CallContext } from '../../../http/context.ts';
import { AppError } from '../../../http/errors.ts';
import { actionBody, digit } from '../../../http/kit.ts';
import { vehicleByName, vinInput } from '../../fleet/shared/service.ts';

const [otaEquipment, vehicle] = [entityNamed('otaEquipment'), entityNamed('vehicle')];
const mostVersions = 200;

/** A vehicle in the caller's scope, by its VIN or frame number. @throws AppError 1002, 1011 */
async function vehicleOf(ctx: CallContext, vin: string): Promise<string> {
  const { id } = await vehicleByName(ctx.app.db, vin);
  if (!(await idsInScope(ctx.app.pool, vehicle, ctx.user, [id])).has(id)) throw new AppError(1011);
  return id;
}

const history = defineCall('POST /ps/crm/otaEquipment/history', {
  access: 'otaEquipmentManage.query',
  body: z.object({ vin: vinInput, deviceType: digit }),
  summary: { zh: '部件版本历史', en: 'Versions that a part of a vehicle has had' },
  async run(ctx, { vin, deviceType }) {
    const vehicleId = await vehicleOf(ctx, vin);
    const { rows } = await sql<PartVersion>`
      select ${wallClock('change_time')} as time, sn, software_from as "softwareFrom", software_version as "softwareVersion",
        hardware_version as "hardwareVersion", source
      from veh_ecu_version where vehicle_id = ${vehicleId} and device_type = ${deviceType} and not deleted
      order by change_time desc, id desc limit ${mostVersions}`.execute(ctx.app.db);
    return rows;
  },
});

/** The command goes to the vehicle: any of its parts stands for it. @throws AppError 1002 a vehicle without parts */
async function partOf(ctx: CallContext, vin: string): Promise<string> {
  const vehicleId = await vehicleOf(ctx, vin);
  const { rows } = await sql<{ id: string }>`
    select id::text as id from veh_ecu where vehicle_id = ${vehicleId} and not deleted order by device_type, id limit 1`.execute(
    ctx.app.db,
  );
  const [row] = rows;
  if (row === undefined) throw new AppError(1002);
  return row.id;
}

const check = defineCall('POST /ps/crm/otaEquipment/check', {
  access: 'otaEquipmentManage.check',
  body: actionBody.extend({ vin: vinInput.optional() }),
  summary: { zh: '立即检查部件版本', en: 'Have a vehicle report the versions of its parts' },
  run: async (ctx, { vin, ...body }) =>
    runAction(ctx, otaEquipment, 'check', vin === undefined ? body : { id: await partOf(ctx, vin) }),
});

export const otaEquipmentCalls: readonly Call[] = [history, check];
