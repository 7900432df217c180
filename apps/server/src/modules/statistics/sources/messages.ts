import { codes } from '@wheelhouse/entities/codes';
import { sql } from 'kysely';
import type { OwnSource } from '../engine/source.ts';
import { counted, ofVisibleVehicle, vehicle } from '../scoped.ts';
import { joinVehicle, ofVehicle } from './of-vehicle.ts';

const { sent, delivered, opened } = codes.PushStatus;
/** A record that came so far, or further. */
const reached = (...states: readonly number[]): string => `(r.status in (${states.join()}))::int`;

/** Messages to owners, and what became of reminders. */
export const messageSources: Readonly<Record<string, OwnSource>> = {
  /** A message to a user by one channel. */
  push: {
    from: `msg_push_record r join msg_inbox i on i.id = r.inbox_id left join alm_alarm a on i.ref_type = 'alarm' and a.id::text = i.ref_id`,
    at: 'i.create_time',
    atIs: 'instant',
    visible: (user) =>
      sql`r.receiver = ${sql.lit(codes.NoticeReceiver.app)} and ${user.scope.kind === 'all' ? sql`true` : sql`i.vehicle_id is not null and ${ofVisibleVehicle('i.vehicle_id', user)}`}`,
    columns: {
      kind: 'i.kind',
      channel: 'r.channel',
      status: 'r.status',
      failCode: 'r.fail_code',
      sent: reached(sent, delivered, opened),
      delivered: reached(delivered, opened),
      opened: reached(opened),
      alarmDelay: `case when i.kind = 'alarm' then extract(epoch from r.delivered_time - a.first_time) end`,
    },
  },
  /** A reminder to the owner of a vehicle, and whether the vehicle was repaired or maintained within 30 days. */
  reminder: {
    from: `msg_service_recipient m join msg_service_run n on n.id = m.run_id ${joinVehicle('m.vehicle_id')}`,
    at: 'n.run_time',
    atIs: 'instant',
    visible: (user) => sql`m.inbox_id is not null and ${counted(vehicle, user)}`,
    columns: {
      ...ofVehicle,
      vehicleId: 'm.vehicle_id',
      cameVehicleId: `case when exists (select from cs_repair_order o where o.vehicle_id = m.vehicle_id and not o.deleted
        and o.create_time >= n.run_time and o.create_time <= n.run_time + interval '30 days') then m.vehicle_id end`,
    },
  },
};
