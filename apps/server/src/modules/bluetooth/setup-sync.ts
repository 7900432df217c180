import type { BleSettings } from '@wheelhouse/contract/device/payloads';
import { sql } from 'kysely';
import { isTrue } from '../../db/facts.ts';
import type { Db, Tx } from '../../db/pool.ts';
import type { UplinkHandler } from '../../gateway/service.ts';
import { defineWork } from '../../work/work.ts';
import { desireConfig } from '../binding/service.ts';

/**
 * The part of a setup that control units work with travels as desired settings (`down/config`, SET_BLE) rather than as a control command: a
 * command lives for a day at most, and a vehicle may be away for months. A unit that comes back gets it then; those connected get it at once.
 */
interface Behind extends Omit<BleSettings, 'txPower'> {
  readonly vehicleId: string;
  readonly txPower: string;
}

const columns =
  sql.raw(`v.id::text as "vehicleId", s.id::text as setup, s.version, s.adv_interval_ms as "advIntervalMs", s.tx_power as "txPower",
  s.unlock_hold_ms as "unlockHoldMs", s.lock_hold_ms as "lockHoldMs"`);
const vehicles = sql.raw(`veh_vehicle v join veh_bluetooth_setup_model m on m.vehicle_type_id = v.vehicle_type_id
  join veh_bluetooth_setup s on s.id = m.setup_id left join veh_device_config c on c.vehicle_id = v.id`);

async function desire(db: Db | Tx, behind: readonly Behind[]): Promise<void> {
  for (const { vehicleId, txPower, ...settings } of behind)
    await desireConfig(db, vehicleId, { settings: { ble: { ...settings, txPower: Number(txPower) } } });
}

/** Sends the setup to a unit that came back, where its desired settings are not yet those of its model's setup. */
export const sendAtContact: UplinkHandler = async (db, messages) => {
  const ids = messages.map(({ vehicleId }) => vehicleId);
  const { rows } = await sql<Behind>`
    select ${columns} from ${vehicles}
    where v.id = any(${ids}::bigint[]) and not v.deleted
      and (c.desired->'ble'->>'setup', c.desired->'ble'->>'version') is distinct from (s.id::text, s.version::text)
    order by v.id`.execute(db);
  await desire(db, rows);
};

const perStep = 200;

/**
 * Sends setups that were saved, enabled or pushed again to connected units, some at a time. A setup that is due keeps the id of the
 * last vehicle that was sent to, so that another process, or the next start, goes on from there.
 */
export const setupsToSend = defineWork<{ readonly setupId: string; readonly afterId: string }>({
  name: 'bluetooth.setups',
  label: { zh: '蓝牙配置下发', en: 'Bluetooth setups' },
  table: 'veh_bluetooth_setup_due',
  key: { setup_id: 'bigint' },
  select: 't.setup_id::text as "setupId", t.after_id::text as "afterId"',
  lease: 60,
  backoff: [5, 30, 300],
  atOnce: 8,
  done: 'delete',
  promise: 'once',
  async step(tx, { setupId, afterId }) {
    const { rows } = await sql<Behind>`
      select ${columns} from ${vehicles} join veh_vehicle_status t on t.vehicle_id = v.id and ${isTrue('online', 't')}
      where s.id = ${setupId} and v.id > ${afterId}::bigint and not v.deleted and v.imei is not null
        and (c.reported_ble_setup, c.reported_ble_version) is distinct from (s.id, s.version)
      order by v.id limit ${perStep}`.execute(tx);
    await desire(tx, rows);
    const last = rows.at(-1);
    if (rows.length < perStep || !last) return 'done';
    await sql`update veh_bluetooth_setup_due set after_id = ${last.vehicleId} where setup_id = ${setupId}`.execute(tx);
    return { againSec: 0 };
  },
});
