import type { OwnedVehicle } from '@wheelhouse/contract/calls/users';
import { entityNamed } from '@wheelhouse/entities/registry';
import { sql } from 'kysely';
import { z } from 'zod';
import { runAction } from '../../entity/actions.ts';
import { findInScope, holds, list } from '../../entity/read.ts';
import { withCondition } from '../../entity/with-condition.ts';
import { defineCall, type Call } from '../../http/call.ts';
import { actionBody, id, ids, listQuery, paging } from '../../http/kit.ts';
import { wallClock } from '../../db/wall-clock.ts';
import { messageKind, readMessages } from '../messages/service.ts';

const [appUser, appUserDevice] = [entityNamed('appUser'), entityNamed('appUserDevice')];

const devices = defineCall('POST /user/crm/appUser/devices', {
  access: 'appuserManager.query',
  body: listQuery.extend({ id: id.optional() }),
  summary: { zh: '用户的登录设备', en: 'Devices on which an app user has logged in' },
  async run(ctx, { id: userId, ...input }) {
    if (userId !== undefined) await findInScope(ctx, appUser, userId);
    return list(ctx, appUserDevice, withCondition(input, 'userId', userId));
  },
});

const messages = defineCall('POST /user/crm/appUser/messages', {
  access: 'appuserManager.query',
  body: z.strictObject({ id, kind: messageKind.optional(), ...paging() }),
  summary: { zh: '发给用户的消息', en: 'Messages sent to an app user' },
  async run(ctx, { id: userId, kind, page, pageSize }) {
    const user = await findInScope(ctx, appUser, userId);
    const reader = { lang: ctx.lang, mayPlace: holds(ctx.user, 'privacy.viewLocation') };
    const found = await readMessages(ctx.app.db, { userId: user.id, kind }, reader, { page, pageSize });
    return { ...found, page, pageSize };
  },
});

/** Users are named by `userIds`, or by `ids` as in every action on several records. */
const tag = defineCall('POST /user/crm/appUser/tag', {
  access: 'appuserManager.tag',
  body: actionBody.extend({ userIds: ids().optional() }),
  summary: { zh: '用户打标签', en: 'Give app users tags' },
  run: (ctx, { userIds, ...body }) =>
    runAction(ctx, appUser, 'tag', userIds === undefined ? body : { ...body, ids: userIds }),
});

/** Calls about app users that are not standard ones. */
export const userCalls: readonly Call[] = [
  devices,
  messages,
  tag,
  defineCall('POST /user/crm/appUser/vehicles', {
    access: 'appuserManager.query',
    body: z.object({ id }),
    summary: { zh: '用户的车辆', en: 'Vehicles of an app user' },
    async run(ctx, input) {
      const user = await findInScope(ctx, appUser, input.id);
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
];
