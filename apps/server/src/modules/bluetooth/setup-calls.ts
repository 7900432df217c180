import type { RecordVersion } from '@wheelhouse/contract/calls/kit';
import type { BleConfig } from '@wheelhouse/contract/calls/bluetooth';
import { sql } from 'kysely';
import { z } from 'zod';
import { wallClockText } from '../../db/wall-clock.ts';
import { defineAppCall } from '../../http/app-call.ts';
import { defineCall, type Call } from '../../http/call.ts';
import { AppError } from '../../http/errors.ts';
import { id } from '../../http/kit.ts';
import { bindingOf } from '../binding/service.ts';
import { vehicleByName, vinInput } from '../fleet/shared/service.ts';

const mostVersions = 200;

const history = defineCall('POST /veh/crm/bluetoothSetup/history', {
  access: 'bluetoothSetup.history',
  body: z.object({ id }),
  summary: { zh: '蓝牙设置的历史版本', en: 'Versions of a bluetooth setup' },
  effect: 'reads',
  async run({ app }, { id: setupId }) {
    const { rows } = await sql<RecordVersion>`
      select h.version, ${sql.raw(wallClockText('h.create_time'))} as time, u.real_name as "operatorName", h.snapshot as values
      from veh_bluetooth_setup_history h join veh_bluetooth_setup s on s.id = h.setup_id and not s.deleted left join sys_user u on u.id = h.create_by
      where h.setup_id = ${setupId} order by h.version desc limit ${mostVersions}`.execute(app.db);
    if (rows.length === 0) throw new AppError(1002);
    return rows;
  },
});

const config = defineAppCall('GET /app/v1/config/ble', {
  query: z.object({ vin: vinInput }),
  summary: { zh: 'APP：车辆的蓝牙参数', en: 'App: bluetooth parameters of a vehicle' },
  async run({ app, appUser }, { vin }) {
    const vehicle = await vehicleByName(app.db, vin);
    if ((await bindingOf(app.db, vehicle.id, appUser.id)) === undefined) throw new AppError(1011);
    const { rows } = await sql<BleConfig>`
      select s.id::text as "setupId", s.version, s.ecu_model as "ecuModel", s.protocol_version as "protocolVersion",
        s.service_uuid as "serviceUuid", s.write_uuid as "writeUuid", s.notify_uuid as "notifyUuid", s.name_prefix as "namePrefix",
        s.unlock_rssi as "unlockRssi", s.lock_rssi as "lockRssi", s.unlock_hold_ms as "unlockHoldMs", s.lock_hold_ms as "lockHoldMs",
        coalesce(s.phone_offsets, '[]') as "phoneOffsets", s.scan_timeout_sec as "scanTimeoutSec", s.reconnect_times as "reconnectTimes",
        s.interval_ms as "intervalMs", s.mtu, s.adv_interval_ms as "advIntervalMs", s.tx_power::int as "txPower",
        s.key_valid_days as "keyValidDays", s.passive_entry as "passiveEntry"
      from veh_vehicle v join veh_bluetooth_setup_model m on m.vehicle_type_id = v.vehicle_type_id join veh_bluetooth_setup s on s.id = m.setup_id
      where v.id = ${vehicle.id}`.execute(app.db);
    if (!rows[0]) throw new AppError(1002);
    return rows[0];
  },
});

export const bluetoothSetupCalls: readonly Call[] = [history, config];
