import type { PoolClient } from 'pg';
import type { App } from '../../http/context.ts';
import { hashPassword, md5Upper } from '../../modules/access/service.ts';
import { demoPassword } from '../accounts.ts';
import { makeAlarms } from './alarms.ts';
import { activeDayRows } from './active-days.ts';
import { makeCommands } from './commands.ts';
import { makeDealerAccounts } from './dealer-accounts.ts';
import { copyRows, giveIds, type CopyRow } from './copy.ts';
import { makeDiagnostics } from './diagnostics.ts';
import { makeEquipment } from './equipment.ts';
import { storePictures, type StoredPictures } from './pictures.ts';
import { batteryRows, sampleRows, statusRows, stayRows } from './rows-batteries.ts';
import { bindingLogRows, bindingRows, dealerRows, qaRows, userRows, type PeopleOptions } from './rows-people.ts';
import { ecuRows, imageRows, modelRows, seriesRows, vehicleRows } from './rows-vehicles.ts';
import { mileageRows } from './rows-mileage.ts';
import { storeSounds, type StoredSounds } from './sounds.ts';
import { staffRows } from './rows-staff.ts';
import { makeTheft } from './theft.ts';
import { makeTraces } from './traces.ts';
import { makeUnbindings } from './unbindings.ts';
import { makeWorld, type World } from './world.ts';

/** Whether the business has begun already, by the demo or by people: then the demo keeps out. */
async function hasBegun(app: App): Promise<boolean> {
  const { rows } = await app.pool.query<{ begun: boolean }>(
    'select exists (select 1 from veh_series) or exists (select 1 from veh_vehicle) or exists (select 1 from dlr_dealer) or exists (select 1 from usr_app_user) as begun',
  );
  return rows[0]?.begun === true;
}

/** Ids before rows, since rows point at each other. */
async function giveAllIds(client: PoolClient, world: World): Promise<void> {
  await giveIds(client, 'veh_series', world.series);
  await giveIds(client, 'veh_type', world.models);
  await giveIds(client, 'dlr_dealer', world.dealers);
  await giveIds(client, 'usr_app_user', world.users);
  await giveIds(client, 'veh_vehicle', world.fleet);
  await giveIds(client, 'veh_battery', world.batteries);
}

async function makePartitions(client: PoolClient, samples: readonly CopyRow[]): Promise<void> {
  const days = new Set(samples.map(({ ts }) => (ts instanceof Date ? ts.toISOString().slice(0, 10) : '')));
  for (const each of [...days].sort()) await client.query('select veh_telemetry_partition($1::date)', [each]);
}

/** Whoever acts in the stories: operators of the demo, or the administrator. */
async function staffId(client: PoolClient, usernames: readonly string[]): Promise<string | null> {
  const { rows } = await client.query<{ id: string }>(
    'select id::text as id from sys_user where username = any($1) and not deleted order by array_position($1, username) limit 1',
    [usernames],
  );
  return rows[0]?.id ?? null;
}

async function load(
  client: PoolClient,
  world: World,
  people: PeopleOptions & {
    readonly pictures: StoredPictures;
    readonly sounds: StoredSounds;
    readonly files: readonly CopyRow[];
    /** Of all demo accounts. */
    readonly passwordHash: string;
  },
): Promise<void> {
  const { pictures, admin, files } = people;
  const service = (await staffId(client, ['zhang.wei', 'admin'])) ?? admin;
  await giveAllIds(client, world);
  await copyRows(client, 'sys_file', files);
  await copyRows(client, 'veh_series', seriesRows(world, pictures, admin));
  await copyRows(client, 'veh_type', modelRows(world, pictures, admin));
  await copyRows(client, 'veh_image', imageRows(world, pictures, admin));
  await copyRows(client, 'dlr_dealer', dealerRows(world, people));
  await copyRows(client, 'dlr_staff', staffRows(world, people));
  await copyRows(client, 'usr_app_user', userRows(world, people));
  await copyRows(client, 'veh_vehicle', vehicleRows(world, admin));
  await copyRows(client, 'veh_ecu', ecuRows(world));
  await copyRows(client, 'veh_battery', batteryRows(world, admin));
  await copyRows(client, 'veh_battery_binding', stayRows(world, service));
  await copyRows(client, 'veh_binding', bindingRows(world));
  await copyRows(client, 'veh_binding_log', bindingLogRows(world, service));
  await copyRows(client, 'veh_vehicle_status', statusRows(world));
  const active = activeDayRows(world);
  await copyRows(client, 'stat_active_day', active);
  const mileage = mileageRows(world, active);
  await copyRows(client, 'veh_mileage_day', mileage.days);
  await copyRows(client, 'veh_trip', mileage.trips);
  const samples = sampleRows(world);
  await makePartitions(client, samples);
  await copyRows(client, 'veh_telemetry', samples);
  await copyRows(client, 'sys_qa', qaRows(world, admin));
  await makeDealerAccounts(client, world, people, people.passwordHash);
  await makeTraces(client, world, people.secrets);
  await makeCommands(client, world, service);
  await makeEquipment(client, world, { ...people, service });
  await makeDiagnostics(client, world);
  await makeAlarms(client, world);
  const second = (await staffId(client, ['after.sun', 'admin'])) ?? admin;
  const staff = { secrets: people.secrets, pictures, service, second };
  await makeTheft(client, world, staff);
  await makeUnbindings(client, world, staff);
}

const analyzed =
  'veh_vehicle, veh_type, veh_ecu, veh_battery, veh_battery_binding, veh_binding, veh_binding_log, veh_vehicle_status, veh_telemetry, stat_active_day, veh_mileage_day, veh_trip, dlr_dealer, usr_app_user';

/**
 * Fills an empty installation with a fleet, its dealers, owners and two years of their story, all or nothing. Does nothing once there is
 * any business data.
 * @returns whether it has filled
 */
export async function seedDemo(app: App, now = new Date()): Promise<boolean> {
  if (await hasBegun(app)) return false;
  const world = makeWorld(now);
  const pictures = await storePictures(app, now);
  const sounds = await storeSounds(app, now);
  const client = await app.pool.connect();
  try {
    await client.query('begin');
    const admin = await staffId(client, ['admin']);
    const { rows } = await client.query<{ code: string }>('select code from sys_organization where not deleted');
    await load(client, world, {
      secrets: app.secrets,
      pictures,
      sounds,
      files: pictures.rows,
      passwordHash: await hashPassword(md5Upper(demoPassword)),
      admin,
      organizations: new Set(rows.map(({ code }) => code)),
    });
    await client.query('commit');
    await client.query(`analyze ${analyzed}`);
    return true;
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}
