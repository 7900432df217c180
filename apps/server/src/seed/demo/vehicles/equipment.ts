import type { PoolClient } from 'pg';
import type { Secrets } from '../../../config.ts';
import { makeBatteryHistory } from './battery-history.ts';
import { officeTime } from '../clock.ts';
import { copyRows, giveIds, type CopyRow } from '../copy.ts';
import { sapRows, xpRows } from '../sap/partners.ts';
import { makePartsHistory } from './parts-history.ts';
import { marks } from './rows-vehicles.ts';
import type { StoredSounds } from './sounds.ts';
import { virtualRows } from './virtual.ts';
import type { World } from '../world.ts';

interface Options {
  readonly secrets: Secrets;
  readonly admin: string | null;
  readonly service: string | null;
  readonly sounds: StoredSounds;
}

const xpVehicles = 46;

async function makeSounds(client: PoolClient, { now, models }: World, { sounds, admin }: Options): Promise<void> {
  await copyRows(client, 'sys_file', sounds.files);
  const able = models.filter(({ generation, shelf }) => generation === 2 && shelf !== 0).map(({ id }) => id);
  const rows = sounds.sounds.map((sound, at): CopyRow => ({
    ...sound,
    // What is sold is for the models with the better speaker.
    vehicle_type_ids: sound['free'] === 1 ? able : able.slice(0, 6),
    ...marks(now, admin, officeTime(now, 200 - at * 9, at)),
  }));
  await copyRows(client, 'veh_sound_effect', rows);
}

/** Batteries and parts with a past, sounds, virtual vehicles, and what the partners' sandboxes know. Needs the fleet and its telemetry. */
export async function makeEquipment(client: PoolClient, world: World, options: Options): Promise<void> {
  const { secrets, admin, service } = options;
  await makeBatteryHistory(client, world);
  await makePartsHistory(client, service);
  await makeSounds(client, world, options);
  const virtual = virtualRows(world, admin);
  await copyRows(client, 'veh_virtual_vin', virtual);
  await client.query(`select setval('seq_virtual_vin', $1), setval('seq_virtual_batch', 10)`, [virtual.length]);
  const records = Array.from({ length: xpVehicles }, () => ({ id: '' }));
  await giveIds(client, 'veh_vehicle_xp', records);
  const xp = xpRows(
    world,
    secrets,
    admin,
    records.map(({ id }) => id),
  );
  await copyRows(client, 'veh_vehicle_xp', xp.vehicles);
  await copyRows(client, 'veh_xp_sync_log', xp.logs);
  await copyRows(client, 'sbx_xp_device', xp.devices);
  await copyRows(client, 'sap_vehicle', sapRows(world));
}
