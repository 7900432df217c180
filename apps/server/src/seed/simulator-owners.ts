import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { SimulatedOwner, SimulatedOwners } from '@wheelhouse/contract/simulated-fleet';
import { codes } from '@wheelhouse/entities/codes';
import { machines } from '@wheelhouse/entities/machines';
import { longestSec, signAppToken } from '../http/app-token.ts';
import type { App } from '../http/context.ts';
import { demoTacs } from './demo/identifiers.ts';
import { writeList } from './hand-over.ts';

const { unhandled, inProgress, replied, followingUp } = machines['SM-Feedback'].states;
const openFeedback = [unhandled, inProgress, replied, followingUp];
const { done, cancelled, closed } = machines['SM-Repair'].states;
const endedRepairs = [done, cancelled, closed];

interface Row extends Omit<SimulatedOwner, 'token' | 'seed'> {
  readonly id: string;
  readonly tokenVersion: number;
}

/**
 * Owners of demo vehicles: those with open feedback or repairs first, so that somebody answers what is written to them and confirms what
 * is repaired, then those of simulated vehicles. $1 TACs of the demo, $2 IMEIs of simulated vehicles, $3 states of open feedback, $4
 * states of repairs that have ended, $5 how many.
 */
const candidates = `
  select o.* from (
    select distinct on (u.id) u.id::text as id, u.token_version as "tokenVersion", coalesce(u.client_os, 1) as "clientOs",
      case when u.app_version ~ '^\\d{1,3}(\\.\\d{1,3}){2}$' then u.app_version else '5.2.0' end as "appVersion",
      coalesce(v.vin, v.frame_no) as vin, v.vehicle_type_id::text as "vehicleTypeId", v.imei = any($2) as simulated,
      exists (select 1 from cs_feedback f where f.user_id = u.id and f.status = any($3::int[]) and not f.deleted)
        or exists (select 1 from cs_repair_order r where r.user_id = u.id and r.status <> all($4::int[]) and not r.deleted) as waits
    from usr_app_user u
      join veh_binding b on b.user_id = u.id and b.bind_type = ${codes.BindType.owner} and b.status = ${machines['SM-Binding'].states.bound} and not b.deleted
      join veh_vehicle v on v.id = b.vehicle_id and not v.deleted and left(v.imei, 8) = any($1)
    where u.status = ${machines['SM-AppUser'].states.normal} and not u.deleted
    order by u.id, v.imei = any($2) desc, v.id) o
  where o.waits or o.simulated order by o.waits desc, o.id::bigint limit $5`;

const posters = `
  select promo_code as code from ps_promotion
  where status = ${machines['SM-Promotion'].states.running} and end_time > now() and not deleted order by id limit 50`;

/**
 * Hands owners over to the simulator: their tokens, as signing in would give them, in DATA_DIR/simulator-owners.json.
 * Run at every start: tokens are good for 90 days.
 * @param imeis of the simulated vehicles; at most as many owners are handed over
 */
export async function handOverOwners(app: App, imeis: readonly string[]): Promise<void> {
  const path = join(app.config.dataDir, 'simulator-owners.json');
  if (!app.config.simulatorOwners) return rm(path, { force: true });
  const { rows } = await app.pool.query<Row & { simulated: boolean }>(candidates, [
    demoTacs,
    imeis,
    openFeedback,
    endedRepairs,
    imeis.length,
  ]);
  const { rows: promotions } = await app.pool.query<{ code: string }>(posters);
  const list: SimulatedOwners = {
    owners: rows.map(({ id, tokenVersion, simulated: _simulated, ...row }): SimulatedOwner => ({
      ...row,
      token: signAppToken(app, { sub: id, ver: tokenVersion }, longestSec, Date.now()),
      seed: createHash('sha256').update(`owner ${id}`).digest().readUInt32BE(0),
    })),
    promoCodes: promotions.map(({ code }) => code),
  };
  await writeList(path, list);
}
