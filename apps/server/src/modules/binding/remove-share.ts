import { codes } from '@wheelhouse/entities/codes';
import { entityNamed } from '@wheelhouse/entities/registry';
import { z } from 'zod';
import { withTransaction } from '../../db/pool.ts';
import { audit } from '../../entity/audit.ts';
import { findInScope } from '../../entity/read.ts';
import { defineCall, type Call } from '../../http/call.ts';
import { vinInput, vehicleByName } from '../fleet/shared/service.ts';

import { endShare } from './unbind.ts';
import { id } from '../../http/kit.ts';

/** `POST /veh/crm/vehicle/removeShare` {vin (or vehicleId), userId, reason}: the user the vehicle was shared with loses access and is notified. */
export const removeShareCall: Call = defineCall('POST /veh/crm/vehicle/removeShare', {
  effect: 'irreversible',
  access: 'vehicleManage.removeShare',
  body: z
    .object({
      vin: vinInput.optional(),
      vehicleId: id.optional(),
      userId: id,
      reason: z.string().min(2).max(200),
    })
    .refine((given) => given.vin !== undefined || given.vehicleId !== undefined, { path: ['vin'] }),
  summary: { zh: '移除共享', en: 'Remove a share' },
  async run(ctx, { vin, vehicleId: given, userId, reason }) {
    const vehicleId = given ?? (await vehicleByName(ctx.app.db, vin ?? '')).id;
    await findInScope(ctx, entityNamed('vehicle'), vehicleId);
    await withTransaction(ctx.app.db, async (tx) => {
      await endShare(tx, { vehicleId, userId, channel: codes.BindChannel.console, operatorId: ctx.user.id, reason });
      await audit(tx, ctx, {
        action: 'removeShare',
        entity: 'vehicle',
        entityId: vehicleId,
        after: { userId, '@reason': reason },
      });
    });
    return {};
  },
});
