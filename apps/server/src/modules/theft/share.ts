import type { PositionLink } from '@wheelhouse/contract/calls/theft';
import { createHash, randomBytes } from 'node:crypto';
import type { Lang } from '@wheelhouse/contract/lang';
import { sql } from 'kysely';
import type { Tx } from '../../db/pool.ts';
import type { App, SessionUser } from '../../http/context.ts';
import { entityNamed } from '@wheelhouse/entities/registry';
import { holds, idsInScope } from '../../entity/read.ts';
import { sessionsOf } from '../access/service.ts';
import { stolen } from '../fleet/shared/service.ts';
import { mayLocate } from './place.ts';
import { wallClock } from '../../db/wall-clock.ts';
import { inLang } from '../../db/in-lang.ts';

const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();
export const tokenPattern = /^[\w-]{43}$/;

export interface NewShare {
  readonly id: string;
  /** Shown once: only its hash is kept. */
  readonly token: string;
  readonly expireTime: string;
}

/** Makes a link to a case's live position. */
export async function makeShare(tx: Tx, caseId: string, hours: number, userId: string): Promise<NewShare> {
  const token = randomBytes(32).toString('base64url');
  const { rows } = await sql<{ id: string; expireTime: string }>`
    insert into veh_stolen_share (stolen_case_id, token_hash, create_by, expire_time)
    values (${caseId}, ${hashToken(token)}, ${userId}, now() + make_interval(hours => ${hours}))
    returning id::text as id, ${wallClock('expire_time')} as expire_time`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error('insert into veh_stolen_share answered no row');
  return { ...row, token };
}

/** Ends a link of a case at once. @returns whether there was one in force */
export async function revokeShare(tx: Tx, caseId: string, shareId: string, userId: string): Promise<boolean> {
  const { rows } = await sql`
    update veh_stolen_share set revoke_time = now(), revoke_by = ${userId}
    where id = ${shareId} and stolen_case_id = ${caseId} and revoke_time is null and expire_time > now() returning id`.execute(
    tx,
  );
  return rows.length > 0;
}

/**
 * Whether an account may show others where a case's vehicle is: it may share, sees the place itself, and has the case in its scope. Asked when
 * a link is made, and each time it is opened: a link shows no more than its maker sees at that moment.
 */
export async function mayShare(app: App, user: SessionUser, caseId: string, caseStatus: number): Promise<boolean> {
  if (!holds(user, 'stolenMonitorManage.share') || !mayLocate(user, caseStatus)) return false;
  return (await idsInScope(app.pool, entityNamed('stolenCase'), user, [caseId])).has(caseId);
}

/** Accounts that created links of a case and may still share its vehicle. */
async function makersInForce(app: App, caseId: string, makerIds: Iterable<string>): Promise<ReadonlySet<string>> {
  const inForce = new Set<string>();
  for (const id of new Set(makerIds)) {
    const maker = await sessionsOf(app).userNow(id);
    if (maker && (await mayShare(app, maker, caseId, stolen.monitoring))) inForce.add(id);
  }
  return inForce;
}

/** A case's links, newest first, with how often they were opened; active are those that show something. */
export async function sharesOf(app: App, caseId: string): Promise<readonly PositionLink[]> {
  const { rows } = await sql<PositionLink>`
    select s.id::text as id, ${wallClock('s.create_time')} as create_time, s.create_by::text as create_by, u.real_name as create_by_name,
      ${wallClock('s.expire_time')} as expire_time, ${wallClock('s.revoke_time')} as revoke_time,
      (s.revoke_time is null and s.expire_time > now() and c.status = ${stolen.monitoring})::int as active,
      (select count(*)::int from veh_stolen_share_view v where v.stolen_share_id = s.id) as view_count,
      (select ${wallClock('max(v.time)')} from veh_stolen_share_view v where v.stolen_share_id = s.id) as last_view_time
    from veh_stolen_share s join veh_stolen_case c on c.id = s.stolen_case_id left join sys_user u on u.id = s.create_by
    where s.stolen_case_id = ${caseId} order by s.id desc limit 50`.execute(app.db);
  const open = rows.filter((row) => row.active === 1).map((row) => row.createBy);
  const inForce = await makersInForce(app, caseId, open);
  return rows.map((row) => ({ ...row, active: row.active === 1 && inForce.has(row.createBy) ? 1 : 0 }));
}

export interface OpenShare {
  readonly id: string;
  readonly caseId: string;
  readonly vehicleId: string;
  readonly expireTime: string;
  readonly plateNo: string | null;
  readonly vehicleTypeName: string;
  readonly color: string;
}

/** The link of a token, while it is valid, its vehicle is monitored, and its creator may still share it. */
export async function shareOf(app: App, token: string, lang: Lang): Promise<OpenShare | undefined> {
  const { rows } = await sql<OpenShare & { readonly makerId: string }>`
    select s.id::text as id, s.create_by::text as maker_id, c.id::text as case_id, c.vehicle_id::text as vehicle_id, ${wallClock('s.expire_time')} as expire_time, v.plate_no,
      ${inLang(lang, 'y.name')} as vehicle_type_name,
      coalesce((select ${inLang(lang, 'i.name')} from sys_item_code i
        where i.category = 'VehicleColor' and i.code = v.color and not i.deleted limit 1), v.color) as color
    from veh_stolen_share s join veh_stolen_case c on c.id = s.stolen_case_id join veh_vehicle v on v.id = c.vehicle_id join veh_type y on y.id = v.vehicle_type_id
    where s.token_hash = ${hashToken(token)} and s.revoke_time is null and s.expire_time > now() and c.status = ${stolen.monitoring} and not c.deleted`.execute(
    app.db,
  );
  const [share] = rows;
  const inForce = share && (await makersInForce(app, share.caseId, [share.makerId]));
  return inForce?.has(share?.makerId ?? '') ? share : undefined;
}

export async function logView(app: Pick<App, 'db'>, shareId: string, ip: string, userAgent: string): Promise<void> {
  await sql`insert into veh_stolen_share_view (stolen_share_id, ip, user_agent) values (${shareId}, ${ip}, ${userAgent.slice(0, 200)})`.execute(
    app.db,
  );
}
