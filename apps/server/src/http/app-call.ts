import type { OwnKey } from '@wheelhouse/entities/calls';
import { sql } from 'kysely';
import type { Db, Tx } from '../db/pool.ts';
import { runPrepared } from '../db/run-prepared.ts';
import type { ZodType } from 'zod';
import { provedCall, type Answer, type Call, type Parsed, type Proof, type Schemas } from './call.ts';
import { countCall, type AppLimit } from './app-limits.ts';
import { readAppToken, signAppToken } from './app-token.ts';
import { requestParts, type App, type PublicContext, type RequestParts } from './context.ts';
import { AppError } from './errors.ts';

/** Who is calling from the app. */
export interface AppCaller {
  /** Row id of the app user. */
  readonly id: string;
}

export type AppContext = RequestParts & {
  readonly appUser: AppCaller;
  /** Counts the call for a vehicle that the caller may use, where its limit says so. @throws AppError 1104 too many */
  countVehicle(vehicleId: string, db?: Db | Tx): Promise<void>;
};

type AppKey = Extract<OwnKey, `${string} /app/v1/${string}`>;

/** What writes has a limit; reading is paced. */
type Limited<K extends AppKey> = K extends `POST ${string}` ? { readonly limit: AppLimit } : { readonly limit?: never };

type AppCall<K extends AppKey, Body, Query> = Pick<Call, 'summary' | 'bodyLimit' | 'upload' | 'effect'> &
  Schemas<K, Body, Query> &
  Limited<K> & {
    run(ctx: AppContext, input: Parsed<Body, Query>): Promise<Answer<K>>;
  };

/** D:AppUserStatus of users who may use the app; who has asked to be deleted may still change their mind. */
const open = new Set([1, 3]);
const refuse = (code: 1102 | 1105 | 1106) => new AppError(code, undefined, { status: 401 });

interface UserRow {
  status: number;
  tokenVersion: number;
}

async function userOf(app: Pick<App, 'db'>, id: string): Promise<UserRow | undefined> {
  const rows = await runPrepared(
    app.db,
    sql<UserRow>`select status, token_version from usr_app_user where id = ${id} and not deleted`,
  );
  return rows[0];
}

/** What `verify` has proven of a call of the app. */
const provedCaller = (proved: unknown): AppCaller => proved as AppCaller;

/** Whose token it is. @throws AppError 1102, 1105 or 1106 with status 401 */
async function callerOf(app: App, token: string): Promise<AppCaller> {
  const read = readAppToken(app, token, Date.now());
  if (read === undefined) throw refuse(1102);
  if (read === 'expired') throw refuse(1105);
  const user = await userOf(app, read.sub);
  if (user === undefined || user.tokenVersion !== read.ver) throw refuse(1102);
  if (!open.has(user.status)) throw refuse(1106);
  return { id: read.sub };
}

const proof: Proof = {
  scheme: 'app',
  verify(app, request): Promise<AppCaller> {
    const { authorization = '' } = request.headers;
    return callerOf(app, authorization.startsWith('Bearer ') ? authorization.slice(7) : '');
  },
  pacedAs: (proved) => `owner ${provedCaller(proved).id}`,
};

/**
 * The user of a public call that answers users in their own way; undefined without a token, or with one that is no longer good.
 * @for a public call that knows its user when there is one: `ota/calls.ts`
 */
export async function appUserOf(app: App, token: string | undefined): Promise<string | undefined> {
  if (token === undefined) return undefined;
  try {
    return (await callerOf(app, token)).id;
  } catch (error) {
    if (error instanceof AppError) return undefined;
    throw error;
  }
}

/**
 * Declares a call of the app's users (`/app/v1/…`): who calls is in `ctx.appUser`, proved by their bearer token
 * (`http/app-token.ts`). Refused with 401: 1102 not a token of ours, of a user who is gone or was signed out everywhere; 1105 expired; 1106 frozen
 * or deleted. What the user may touch, the call decides. A call that writes says how often an owner may make it; more are refused (1104).
 */
export function defineAppCall<
  const K extends AppKey,
  Body extends ZodType | undefined = undefined,
  Query extends ZodType | undefined = undefined,
>(key: K, call: AppCall<K, Body, Query>): Call {
  const { limit } = call;
  const [, path = ''] = key.split(' ');
  const limited = {
    ...call,
    async run(ctx: AppContext, input: Parsed<Body, Query>): Promise<Answer<K>> {
      if (limit) await countCall(ctx.app, ctx.app.db, { path, of: `owner ${ctx.appUser.id}`, ...limit });
      return call.run(ctx, input);
    },
  };
  return provedCall(key, limited, proof, (ctx) => asAppContext(ctx, path, limit));
}

function asAppContext(ctx: PublicContext, path: string, limit: AppLimit | undefined): AppContext {
  return {
    ...requestParts(ctx),
    appUser: provedCaller(ctx.proved),
    async countVehicle(vehicleId, db = ctx.app.db) {
      if (limit?.ofVehicle === undefined) return;
      await countCall(ctx.app, db, { path, of: `vehicle ${vehicleId}`, most: limit.ofVehicle, within: limit.within });
    },
  };
}

/** Lifetime of a token in seconds, unless another is asked for. */
export const appTokenSec = 30 * 86_400;

/** A token for a user, as they get it when they sign in. @throws AppError 1002 when there is no such user */
export async function issueAppToken(
  app: Pick<App, 'db' | 'config' | 'secrets'>,
  userId: string,
  ttlSec = appTokenSec,
): Promise<string> {
  const user = await userOf(app, userId);
  if (user === undefined) throw new AppError(1002);
  return signAppToken(app, { sub: userId, ver: user.tokenVersion }, ttlSec, Date.now());
}
