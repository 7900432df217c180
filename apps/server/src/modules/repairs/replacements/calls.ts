import { entityNamed } from '@wheelhouse/entities/registry';
import { z } from 'zod';
import { findInScope } from '../../../entity/read.ts';
import { add } from '../../../entity/write.ts';
import { defineCall, type Call } from '../../../http/call.ts';
import { form, id } from '../../../http/kit.ts';
import { withVehicleId } from '../../fleet/shared/service.ts';
import { piecesOnRecord } from '../../vehicles/parts/service.ts';

const entity = entityNamed('replacementRecord');

/** The form names its vehicle by VIN, or by its id. */
const addRecord = defineCall('POST /veh/crm/replacementRecord/add', {
  access: 'replacementRecord.add',
  body: form,
  summary: { zh: '录入换件记录', en: 'Record a changed part' },
  run: async (ctx, body) => add(ctx, entity, await withVehicleId(ctx, body)),
});

const parts = defineCall('POST /veh/crm/replacementRecord/parts', {
  access: 'replacementRecord.add',
  body: z.object({ vehicleId: id, deviceType: z.int().min(1).max(9) }),
  effect: 'reads',
  summary: { zh: '车辆登记的部件', en: 'Parts of a vehicle on record' },
  async run(ctx, { vehicleId, deviceType }) {
    const vehicle = await findInScope(ctx, entityNamed('vehicle'), vehicleId);
    const pieces = await piecesOnRecord(ctx.app.db, vehicle.id, deviceType);
    return { serials: pieces.map(({ sn }) => sn) };
  },
});

export const replacementCalls: readonly Call[] = [addRecord, parts];
