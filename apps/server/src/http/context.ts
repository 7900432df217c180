import type { Lang } from '@wheelhouse/contract/lang';
import type { Kysely } from 'kysely';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Registry } from 'prom-client';
import type { Config, Secrets } from '../config.ts';
import type { LiveHub } from '../db/live.ts';
import type { Db, Tx } from '../db/pool.ts';
import type { Reads } from '../db/reads.ts';
import type { Database } from '../db/tables.ts';

/** Rows a user may see. Several parts present = union; none present = nothing. */
export type DataScope =
  | { readonly kind: 'all' }
  | {
      readonly kind: 'limited';
      /** Own organization and everything below: a path prefix. */
      readonly organizationPath?: string;
      readonly cityIds?: readonly string[];
      readonly dealerId?: string;
      /** Only what the user created. */
      readonly own?: true;
    };

/** The signed-in person, as every call sees them. */
export interface SessionUser {
  readonly sessionId: string;
  readonly id: string;
  readonly username: string;
  readonly realName: string;
  /** 1 staff, 2 dealer account. */
  readonly userType: 1 | 2;
  readonly dealerId: string | null;
  readonly organizationCode: string;
  readonly roleCodes: readonly string[];
  /** Codes of the functions they hold. */
  readonly functions: ReadonlySet<string>;
  /** API paths guarded by the functions they hold. */
  readonly paths: ReadonlySet<string>;
  /** Has the role `admin`: passes every permission check. */
  readonly isAdmin: boolean;
  /** May only call what is marked `ownAccount` until they have changed their password. */
  readonly mustChangePwd: boolean;
  readonly scope: DataScope;
}

/** A call that should leave a trace and has left none itself: refused, failed, or done without one. */
export interface Attempt {
  readonly call: {
    readonly method: string;
    readonly path: string;
    readonly access: string | readonly string[];
  };
  /** Nobody: a public call. */
  readonly user: SessionUser | null;
  /** In normal form, and not yet parsed by the call's schema; undefined where it was refused before. */
  readonly input: unknown;
  readonly params: Readonly<Record<string, string>>;
  /** 0, or the code of the refusal. */
  readonly code: number;
  /** Fields that were refused. */
  readonly fields: readonly string[];
  readonly ip: string;
  readonly userAgent: string;
  readonly requestId: string;
  readonly costMs: number;
}

/**
 * What is counted of comparisons with sealed values. Of staff: searches by a value; lists of values, and units of their size; values to be stored
 * that must be unique. Of an owner: other users whom they name.
 */
export type SealedUse = 'sealed-search' | 'sealed-list' | 'sealed-list-size' | 'sealed-unique' | 'owner-lookup';

/** Who is calling and what they may do. Implemented by the access module. */
export interface SessionService {
  /**
   * The user of a token. `customId` is the `Custom-ID` header; when present it must be their id.
   * @throws AppError 1102 (unknown token) or 1105 (expired), both with status 401
   */
  authenticate(token: string, customId: string | undefined): Promise<SessionUser>;
  /**
   * Whether they may call `path` (as registered): some function they hold guards it, or no function of the tree names it
   * and they hold one of `codes`, the call's own `access`. Not asked for `admin`.
   */
  allowed(user: SessionUser, path: string, codes: readonly string[]): boolean;
  /** Counts a comparison with sealed values, by whom it is made; false when there were too many. Absent: none is allowed. */
  countSealed?(db: Db | Tx, use: SealedUse, by: string): Promise<boolean>;
  /** Writes the trace of a call into the operation log. Absent: none are kept. */
  record?(app: App, attempt: Attempt): Promise<void>;
}

/** Files as the engine needs them. Implemented by the files module. */
export interface FileService {
  /** Address that shows a file to whoever has it for a short time: issued only with a record that the caller may see. */
  url(fileId: string): string;
  /** Takes the file at `path` away and keeps it for the calling user alone. @returns its name for `/common/download` */
  issue(ctx: CallContext, name: string, path: string): Promise<string>;
}

/** What every part of the server is given. One per process (and per test). */
export interface App {
  readonly config: Config;
  readonly secrets: Secrets;
  readonly pool: Pool;
  readonly db: Kysely<Database>;
  /** For what only reads and may run elsewhere: lists, exports, statistics. */
  readonly reads: Reads;
  readonly log: Logger;
  readonly live: LiveHub;
  readonly metrics: Registry;
  readonly sessions: SessionService;
  readonly files: FileService;
  /** Path of every call of this release. */
  readonly paths: ReadonlySet<string>;
}

/** What the modules add to an App. */
export type Provided = Pick<App, 'sessions' | 'files' | 'paths'>;

/** An App before the modules have added to it. */
export type AppBase = Omit<App, keyof Provided>;

/** A file of a multipart call, on disk until the call is answered; move or read it before. */
export interface UploadedFile {
  readonly field: string;
  /** Name given by the sender: show it, never use it as a path. */
  readonly fileName: string;
  /** Type claimed by the sender. */
  readonly mimeType: string;
  readonly size: number;
  readonly path: string;
}

/** One request on its way through a call. */
export interface CallContext {
  readonly app: App;
  readonly user: SessionUser;
  readonly lang: Lang;
  /** UUID of the request: logged, echoed, kept in audit rows. */
  readonly requestId: string;
  readonly ip: string;
  readonly userAgent: string;
  /** `https://host` under which the world reaches this installation. */
  readonly origin: string;
  /** `Idempotency-Key` header: a request that carries it takes effect once, however often it comes. */
  readonly idempotencyKey: string | undefined;
  /** Values of `:name` places of the path. */
  readonly params: Readonly<Record<string, string>>;
  readonly files: readonly UploadedFile[];
  readonly log: Logger;
  /** `Range` header of a request for one part of a file. */
  readonly range?: string | undefined;
  /** `If-Range` header: the tag of the content of which a part is asked for. */
  readonly ifRange?: string | undefined;
  /** Fires when the caller went away. */
  readonly signal: AbortSignal;
}

/** A public call has no user; `token` is what the Authorization header carried, if anything, `proved` what its `proof` answered. */
export type PublicContext = Omit<CallContext, 'user'> & {
  readonly token: string | undefined;
  readonly proved: unknown;
};

/** A request, whoever made it. */
export type RequestParts = Omit<PublicContext, 'token' | 'proved'>;

/** The parts of a context by value: its own are getters of the running request. */
export function requestParts(ctx: PublicContext): RequestParts {
  const { app, lang, requestId, ip, userAgent, origin, params, files, log, signal, idempotencyKey } = ctx;
  const { range, ifRange } = ctx;
  return { app, lang, requestId, ip, userAgent, origin, params, files, log, signal, idempotencyKey, range, ifRange };
}
