import { createHash } from 'node:crypto';
import { codes } from '@wheelhouse/entities/codes';
import { machines } from '@wheelhouse/entities/machines';
import { raffleActivity } from '@wheelhouse/entities/events/raffle-activity';
import { plain } from '@wheelhouse/entities/registry';
import { sql, type RawBuilder } from 'kysely';
import type { Db, Tx } from '../../../db/pool.ts';
import { runPrepared } from '../../../db/run-prepared.ts';
import { hashOf, unseal } from '../../../entity/seal.ts';
import type { App } from '../../../http/context.ts';
import { AppError } from '../../../http/errors.ts';
import { limiter } from '../../../limiter.ts';
import { isForUser } from '../../audience/service.ts';
import { keyBlocks } from './key-blocks.ts';

const entity = plain(raffleActivity);
const verified = 1;
/** Boxes are bought, not drawn. */
const { blindBox } = codes.RaffleType;

/** The user `u` has a number of somebody who works here or at a dealer: those do not win (规范促销行为暂行规定). */
const isStaff = sql`exists (select from sys_user s where s.mobile_hash = u.mobile_hash and not s.deleted)`;

/** What is asked of a user who takes part, over the campaign `a` and the user `u`. */
export async function isEligible(db: Db | Tx, createBy: string | null): Promise<RawBuilder<boolean>> {
  // An audience of users alone: no platform and no version is asked for.
  const forUser = await isForUser(db, entity, 'a', { clientOs: '', version: '0.0.0', authors: [createBy] });
  return sql<boolean>`(${forUser} and not ${isStaff}
    and (a.need_vehicle = 0 or exists (select from veh_vehicle v where v.owner_user_id = u.id and not v.deleted))
    and (a.need_real_name = 0 or u.real_name_status = ${verified})
    and (a.new_user_days is null or u.create_time > now() - make_interval(days => a.new_user_days)))`;
}

interface Prepared {
  readonly inner: Buffer;
  readonly outer: Buffer;
  readonly eligible: RawBuilder<boolean>;
  readonly until: number;
}

/** What draws of a campaign need each time: its key, which never changes, and whom it is for, within the scope of its author, looked at again now and then. */
const prepared = new WeakMap<App, Map<string, Prepared>>();
const goodMs = 10_000;

async function preparedFor(app: App, activityId: string): Promise<Prepared> {
  const known = prepared.get(app) ?? new Map<string, Prepared>();
  prepared.set(app, known);
  const found = known.get(activityId);
  if (found !== undefined && found.until > performance.now()) return found;
  const { rows } = await sql<{ seed: Buffer; createBy: string | null }>`
    select s.seed_enc as seed, a.create_by::text as create_by from act_raffle_state s join act_raffle_activity a on a.id = s.activity_id
    where s.activity_id = ${activityId}`.execute(app.db);
  const [state] = rows;
  if (state === undefined) {
    known.delete(activityId);
    throw new AppError(6041);
  }
  const made = {
    ...keyBlocks(Buffer.from(unseal(app.secrets, state.seed), 'hex')),
    eligible: await isEligible(app.db, state.createBy),
    until: performance.now() + goodMs,
  };
  known.set(activityId, made);
  return made;
}

export interface DrawOrder {
  readonly activityId: string;
  readonly userId: string;
  readonly requestNo: string;
  readonly nonce: string;
  readonly ticket: string | undefined;
  readonly deviceId: string | undefined;
  readonly isEmulated: boolean;
  readonly ip: string;
}

/** A draw, or the code of its refusal; nothing where the user is not meant. */
interface Answer {
  readonly refused: number | null;
  readonly isMeant: boolean;
  readonly lane: number | null;
  readonly n: number | null;
  readonly given: number | null;
  readonly leftTimes: number | null;
  readonly hash: Buffer | null;
  readonly winningId: string | null;
}

/** A draw as it is stored. */
export interface Drawn {
  readonly lane: number;
  readonly n: number;
  readonly given: number;
  readonly leftTimes: number;
  readonly hash: Buffer;
  readonly winningId: string | null;
}

export const ticketHash = (ticket: string): Buffer => createHash('sha256').update(ticket).digest();

/** An address without its end: enough to see that many come from one place. */
const shortened = (ip: string): string =>
  ip.includes(':') ? `${ip.split(':').slice(0, 3).join(':')}::*` : ip.replace(/\.\d+$/, '.*');

/** Draws that are under way at a time, of each process: the rest of its connections serve everybody else. */
const atOnce = new WeakMap<App, ReturnType<typeof limiter>>();
function inLine(app: App): ReturnType<typeof limiter> {
  const known = atOnce.get(app) ?? limiter(Math.max(2, Math.floor(app.config.databasePool * 0.6)));
  atOnce.set(app, known);
  return known;
}

const { running } = machines['SM-Raffle'].states;

/**
 * Draws once, in one statement; the same request answers the same. @throws AppError 6041 not live, 6042 no draws left, 6043 not for this user, 6045 no
 * valid ticket, 6046 the request number is another user's
 */
export const draw = (app: App, order: DrawOrder): Promise<Drawn> => inLine(app)(() => drawNow(app, order));

async function drawNow(app: App, order: DrawOrder): Promise<Drawn> {
  const { activityId, userId, requestNo, nonce, ticket, deviceId } = order;
  const { inner, outer, eligible } = await preparedFor(app, activityId);
  const device = deviceId === undefined ? null : hashOf(app.secrets, `raffle ${deviceId}`);
  // What was drawn before is answered, whatever has become of the campaign or its user.
  // The database may call the function before it looks at the condition beside it: of no campaign nothing is drawn.
  const rows = await runPrepared(
    app.db,
    sql<Answer>`
    select d.refused, (d.draw).lane as lane, (d.draw).n as n, (d.draw).given as given, (d.draw).left_times as left_times, (d.draw).hash as hash,
      (d.draw).winning_id::text as winning_id, m.meant as is_meant
    from (select coalesce((select (a.activity_type <> ${blindBox} and ${eligible}) or exists (select from act_raffle_draw x where x.activity_id = a.id and x.request_no = ${requestNo})
        from act_raffle_activity a join usr_app_user u on u.id = ${userId} where a.id = ${activityId} and a.status = ${running}), true) as meant) m
    left join lateral (select * from raffle_draw(case when m.meant then ${activityId}::bigint end, ${userId}::bigint, ${requestNo}::text, ${nonce}::text, ${inner}::bytea, ${outer}::bytea,
      ${ticket === undefined ? null : ticketHash(ticket)}::bytea, ${device}::bytea, ${shortened(order.ip)}::text, ${order.isEmulated}::boolean,
      ${app.config.prizeTaxAboveFen}::bigint) r where m.meant) d on true`,
  ).catch((error: unknown) => {
    throw endedMeanwhile(error) ? new AppError(6041) : error;
  });
  const [made] = rows;
  if (made === undefined || !made.isMeant) throw new AppError(6043);
  const { lane, n, given, leftTimes, hash, winningId } = made;
  if (made.refused !== null || lane === null || n === null || given === null || leftTimes === null || hash === null)
    throw new AppError(refusalOf(made.refused));
  return { lane, n, given, leftTimes, hash, winningId };
}

const endedMeanwhile = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 'WH041';

const refusals = [6041, 6042, 6045, 6046] as const;
const refusalOf = (code: number | null): (typeof refusals)[number] => refusals.find((one) => one === code) ?? 6041;
