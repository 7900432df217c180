import type { DealerOption, OwnedVehicle } from '@wheelhouse/contract/calls/support';
import { entityNamed } from '@wheelhouse/entities/registry';
import { sql } from 'kysely';
import { z } from 'zod';
import { findInScope } from '../../entity/read.ts';
import { scopeWhere } from '../../entity/scope.ts';
import { defineCall, type Call } from '../../http/call.ts';
import { id } from '../../http/kit.ts';
import { wallClock } from '../../db/wall-clock.ts';

/** Calls of the support domain that are not standard ones. */
export const supportCalls: Call[] = [
  defineCall('POST /user/crm/appUser/vehicles', {
    access: 'appuserManager.query',
    body: z.object({ id }),
    summary: { zh: '用户的车辆', en: 'Vehicles of an app user' },
    async run(ctx, input) {
      const user = await findInScope(ctx, entityNamed('appUser'), input.id);
      const { rows } = await sql<OwnedVehicle>`
        select b.id::text as id, v.id::text as "vehicleId", coalesce(v.vin, v.frame_no) as vin, t.name as "vehicleTypeName", v.color, b.bind_type as "bindType", b.status,
          ${wallClock('b.bind_time')} as "bindTime", ${wallClock('b.unbind_time')} as "unbindTime", s.online, s.soc
        from veh_binding b join veh_vehicle v on v.id = b.vehicle_id join veh_type t on t.id = v.vehicle_type_id left join veh_vehicle_status s on s.vehicle_id = v.id
        where b.user_id = ${user.id} and not b.deleted order by b.status desc, b.bind_time desc limit 200`.execute(
        ctx.app.db,
      );
      return rows;
    },
  }),
  defineCall('POST /data/crm/dealer/options', {
    access: 'login',
    body: z.object({ keyword: z.string().max(60).optional(), limit: z.int().min(1).max(50).default(20) }),
    summary: { zh: '经销商候选项', en: 'Dealers by part of name or code' },
    async run(ctx, input) {
      const scope = scopeWhere(entityNamed('dealer'), 't', ctx.user.scope, ctx.user.id);
      const typed = `%${(input.keyword ?? '').replace(/\s+/g, '').replace(/[\\%_]/g, '\\$&')}%`;
      const { rows } = await sql<DealerOption>`
        select t.id::text as id, t.dealer_code as "dealerCode", t.name from dlr_dealer t
        where not t.deleted and t.status = 1 and (replace(t.name, ' ', '') ilike ${typed} or t.dealer_code ilike ${typed}) and ${scope ?? sql`true`} order by t.dealer_code limit ${input.limit}`.execute(
        ctx.app.db,
      );
      return rows;
    },
  }),
];
