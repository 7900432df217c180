import type { PoolClient } from 'pg';
import { seal } from '../../entity/seal.ts';
import type { App } from '../../http/context.ts';
import { hashPassword, md5Upper } from '../../modules/access/service.ts';
import { demoPassword } from '../access/accounts.ts';
import { keepApprovals } from './approvals.ts';
import { payOddly } from './orders/odd-payment.ts';
import { reconcileDemo } from './orders/recon.ts';
import { bookRevenue } from './orders/revenue.ts';
import { fillDays } from './statistics/days.ts';
import { copyRows, giveIds } from './copy.ts';
import { demoParts, type DemoOptions, type DemoPart } from './parts.ts';
import { storePictures } from './pictures.ts';
import { storeSounds } from './vehicles/sounds.ts';
import { makeWorld, type World } from './world.ts';

/** Whether the installation has business data, from the demo or from users: then no demo data is loaded. */
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

/** The ids that the records of a world have been given before, found by their keys. */
async function findAllIds(client: PoolClient, { secrets }: Pick<App, 'secrets'>, world: World): Promise<void> {
  const find = async <One extends { id: string }>(
    table: string,
    column: string,
    records: readonly One[],
    keyOf: (one: One) => string,
  ) => {
    const { rows } = await client.query<{ id: string; key: string }>(
      `select id::text as id, ${column} as key from ${table} where not deleted`,
    );
    const ids = new Map(rows.map(({ id, key }) => [key, id]));
    for (const one of records) one.id = ids.get(keyOf(one)) ?? '';
  };
  await find('veh_series', 'series_code', world.series, ({ code }) => code);
  await find('veh_type', 'code', world.models, ({ code }) => code);
  await find('dlr_dealer', 'dealer_code', world.dealers, ({ code }) => code);
  await find('usr_app_user', `encode(mobile_hash, 'hex')`, world.users, ({ mobile }) =>
    seal(secrets, 'mobile', mobile).hash.toString('hex'),
  );
  await find('veh_vehicle', 'imei', world.fleet, ({ imei }) => imei);
  await find('veh_battery', 'battery_sn', world.batteries, ({ sn }) => sn);
}

/** Accounts that act in the demo data: its operators, or the administrator. */
async function staffId(client: PoolClient, usernames: readonly string[]): Promise<string | null> {
  const { rows } = await client.query<{ id: string }>(
    'select id::text as id from sys_user where username = any($1) and not deleted order by array_position($1, username) limit 1',
    [usernames],
  );
  return rows[0]?.id ?? null;
}

async function optionsOf(app: App, client: PoolClient, now: Date): Promise<DemoOptions> {
  const pictures = await storePictures(app, now);
  const sounds = await storeSounds(app, now);
  await copyRows(client, 'sys_file', pictures.rows);
  const admin = await staffId(client, ['admin']);
  const { rows } = await client.query<{ code: string }>('select code from sys_organization where not deleted');
  return {
    app,
    secrets: app.secrets,
    pictures,
    sounds,
    passwordHash: await hashPassword(md5Upper(demoPassword)),
    admin,
    service: (await staffId(client, ['zhang.wei', 'admin'])) ?? admin,
    second: (await staffId(client, ['after.sun', 'admin'])) ?? admin,
    operations: (await staffId(client, ['ops.lin', 'admin'])) ?? admin,
    marketing: (await staffId(client, ['market.he', 'admin'])) ?? admin,
    organizations: new Set(rows.map(({ code }) => code)),
  };
}

const progressOf = ({ name }: DemoPart): string => `demo.${name}`;

/** Loads parts in one transaction and remembers them. */
async function loadParts(app: App, parts: readonly DemoPart[], now: Date, isFirst: boolean): Promise<void> {
  const world = makeWorld(now);
  const client = await app.pool.connect();
  try {
    await client.query('begin');
    // A busy machine takes its time: the limits of the pool are those of people who wait.
    await client.query('set local statement_timeout = 0');
    await client.query('set local idle_in_transaction_session_timeout = 0');
    const options = await optionsOf(app, client, now);
    if (isFirst) await giveAllIds(client, world);
    else await findAllIds(client, app, world);
    for (const part of parts) {
      await part.load(client, world, options);
      await client.query('insert into stat_progress (name, until) values ($1, $2)', [progressOf(part), now]);
    }
    await client.query(`analyze ${analyzed}`);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}

const analyzed =
  'veh_vehicle, veh_type, veh_ecu, veh_battery, veh_battery_binding, veh_binding, veh_binding_log, veh_vehicle_status, veh_telemetry, stat_active_day, veh_mileage_day, veh_trip, dlr_dealer, usr_app_user';

/**
 * Fills an empty installation with a fleet, its dealers, owners and two years of their story, all or nothing; one that has the fleet gains the
 * parts that were added since. Keeps out of an installation whose business people have begun. A part that no longer fits what people have
 * changed since is left out, and tried again at the next start.
 * @returns whether it has filled an empty installation
 */
export async function seedDemo(app: App, now = new Date()): Promise<boolean> {
  const { rows } = await app.pool.query<{ name: string; until: Date }>(
    `select name, until from stat_progress where name like 'demo.%'`,
  );
  const loaded = new Map(rows.map(({ name, until }) => [name, until]));
  const begun = loaded.get(progressOf(demoParts[0]));
  if (begun === undefined) {
    if (await hasBegun(app)) return false;
    await loadParts(app, demoParts, now, true);
    await once(app, loaded, now);
    return true;
  }
  for (const part of demoParts.filter((one) => !loaded.has(progressOf(one))))
    await loadParts(app, [part], begun, false).catch((error: unknown) =>
      app.log.warn({ err: error, part: part.name }, 'demo data left out'),
    );
  await once(app, loaded, begun).catch((error: unknown) => app.log.warn({ err: error }, 'demo data left out'));
  return false;
}

/** What the code that does it for people does once all parts are there: it keeps what was approved, and books what was paid. */
const steps: Readonly<Record<string, (app: App, begun: Date) => Promise<void>>> = {
  'demo.approvals': keepApprovals,
  'demo.revenue': bookRevenue,
  'demo.recon': reconcileDemo,
  'demo.oddPayment': payOddly,
  'demo.statistics': fillDays,
};

async function once(app: App, loaded: ReadonlyMap<string, unknown>, begun: Date): Promise<void> {
  for (const [name, step] of Object.entries(steps).filter(([one]) => !loaded.has(one))) {
    await step(app, begun);
    await app.pool.query('insert into stat_progress (name, until) values ($1, $2)', [name, begun]);
  }
}
