import { randomBytes } from 'node:crypto';
import { codes } from '@wheelhouse/entities/codes';
import { machines } from '@wheelhouse/entities/machines';
import { sql } from 'kysely';
import { metresApart } from '../../../db/distance.ts';
import { withTransaction, type Db, type Tx } from '../../../db/pool.ts';
import { today } from '../../../db/wall-clock.ts';
import type { AppContext } from '../../../http/app-call.ts';
import { AppError } from '../../../http/errors.ts';
import { isEligible, ticketHash } from './draw.ts';

const { running } = machines['SM-Raffle'].states;
const { arScan, arPlace } = codes.RaffleType;
const goodMinutes = 10;

export interface Scan {
  readonly activityId: string;
  readonly targetIndex: number | undefined;
  readonly lng: number | undefined;
  readonly lat: number | undefined;
}

interface Found {
  readonly type: number;
  readonly targets: number;
  readonly isMeant: boolean;
}

interface Place {
  /** From 1; 0: a mark. */
  readonly point: number;
  /** How often it may be reached on a day. */
  readonly limit: number | null;
}

/** The first place of a campaign that is near enough. */
async function placeNear(
  db: Db,
  activityId: string,
  { lng, lat }: { lng: number; lat: number },
): Promise<Place | undefined> {
  const at = metresApart(
    { lng: sql`(p.row ->> 'lng')`, lat: sql`(p.row ->> 'lat')` },
    { lng: sql`${lng}`, lat: sql`${lat}` },
  );
  const { rows } = await sql<Place>`
    select p.point::int as point, (p.row ->> 'dailyLimit')::int as "limit"
    from act_raffle_activity a, jsonb_array_elements(a.points) with ordinality p (row, point)
    where a.id = ${activityId} and ${at} <= (p.row ->> 'radiusM')::int order by p.point limit 1`.execute(db);
  return rows[0];
}

/** Counts a scan of today, and the ticket that it gives: the row that counts says whether there is one left. */
async function counted(
  tx: Tx,
  { activityId, point, limit, isGood }: { activityId: string; point: number; limit: number | null; isGood: boolean },
): Promise<boolean> {
  const tickets = isGood ? 1 : 0;
  const { rows } = await sql`
    insert into act_raffle_scan_day as d (activity_id, day, point, scans, tickets) values (${activityId}, ${today}, ${point}, 1, ${tickets})
    on conflict (activity_id, day, point) do update set scans = d.scans + 1, tickets = d.tickets + ${tickets}
      where ${limit}::int is null or d.tickets + ${tickets} <= ${limit}::int
    returning 1`.execute(tx);
  return rows.length > 0;
}

async function find({ app, appUser }: AppContext, activityId: string): Promise<Found> {
  const { rows: made } = await sql<{ createBy: string | null }>`
    select create_by::text as create_by from act_raffle_activity
    where id = ${activityId} and status = ${running} and start_time <= now() and end_time > now() and not deleted`.execute(
    app.db,
  );
  if (made[0] === undefined) throw new AppError(6041);
  const { rows } = await sql<Found>`
    select a.activity_type as type, coalesce(cardinality(a.target_images), 0) as targets, ${await isEligible(app.db, made[0].createBy)} as is_meant
    from act_raffle_activity a join usr_app_user u on u.id = ${appUser.id} where a.id = ${activityId}`.execute(app.db);
  const [found] = rows;
  if (found === undefined) throw new AppError(6041);
  if (!found.isMeant) throw new AppError(6043);
  return found;
}

const nowhere: Place = { point: 0, limit: null };

/** Where a scan took place; undefined where it is no place or mark of the campaign. */
async function placeOfScan(db: Db, { type, targets }: Found, scan: Scan): Promise<Place | undefined> {
  const { activityId, targetIndex, lng, lat } = scan;
  if (type === arPlace)
    return lng === undefined || lat === undefined ? undefined : placeNear(db, activityId, { lng, lat });
  if (type !== arScan) return undefined;
  return targets === 0 || (targetIndex !== undefined && targetIndex < targets) ? nowhere : undefined;
}

/** A ticket for one draw. @throws AppError 6041 not live, 6043 not for this user, 6044 not near a place */
export async function ticketFor(ctx: AppContext, scan: Scan): Promise<string> {
  const { activityId } = scan;
  const found = await find(ctx, activityId);
  const place = await placeOfScan(ctx.app.db, found, scan);
  const ticket = randomBytes(24).toString('base64url');
  const isGood = await withTransaction(ctx.app.db, async (tx) => {
    const isLeft = await counted(tx, { activityId, ...(place ?? nowhere), isGood: place !== undefined });
    if (place === undefined || !isLeft) return false;
    await sql`
      insert into act_raffle_ticket (hash, activity_id, user_id, point, expire_time)
      values (${ticketHash(ticket)}, ${activityId}, ${ctx.appUser.id}, ${place.point}, now() + make_interval(mins => ${goodMinutes}))`.execute(
      tx,
    );
    return true;
  });
  if (!isGood) throw new AppError(place === undefined ? 6044 : 6042);
  return ticket;
}
