import type { Readable } from 'node:stream';
import type { Text } from '@wheelhouse/contract/lang';
import type { FunctionCode } from '@wheelhouse/entities/access/actions';
import type { Effect } from '@wheelhouse/entities/define';
import type { CallKey, InputOf, OutputOf, OwnKey } from '@wheelhouse/entities/calls';
import type { input, output, ZodType } from 'zod';
import type { FastifyRequest } from 'fastify';
import type { AppLimit } from './app-limits.ts';
import type { App, CallContext, PublicContext, SessionUser } from './context.ts';
import type { Page } from './page.ts';

/** What a call's function is given: what the schema made of the body of a POST, else of the query string of a GET. */
export type Parsed<Body, Query> = Body extends ZodType
  ? output<Body>
  : Query extends ZodType
    ? output<Query>
    : undefined;

/** How callers that are not users of the console prove who they are. */
export interface Proof {
  /** Its name among the security schemes of the documentation. */
  readonly scheme: 'app' | 'carrier' | 'device' | 'express' | 'payment' | 'portal';
  /** Called before the input is read; its result becomes `proved` of the context. @throws AppError with status 401 or 429 */
  verify(app: App, request: FastifyRequest): Promise<unknown>;
  /** Whose calls share the time that one caller gets, of what `verify` answered; without it they are not paced. */
  readonly pacedAs?: (proved: unknown) => string;
}

/** Files a call takes. */
interface UploadRules {
  readonly maxBytes: number;
  readonly maxFiles?: number;
  /** Called before the body is read, with its announced length; refuses by throwing. The function it returns receives the number of stored bytes, 0 for none. */
  readonly admit?: (
    app: App,
    caller: { readonly user: SessionUser | null; readonly proved: unknown },
    bytes: number,
  ) => Promise<(kept: number) => Promise<void>>;
}

/** A JSON schema, as far as calls are described by it. */
export interface JsonSchema {
  readonly type?: string | readonly string[];
  readonly anyOf?: readonly JsonSchema[];
  readonly const?: number | string;
  readonly enum?: readonly (number | null)[];
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: false;
  readonly items?: JsonSchema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly pattern?: string;
  readonly format?: string;
  readonly description?: string;
}

/** Properties of a call besides its schemas and its function. */
export interface CallRules {
  /** One line for the generated documentation. */
  readonly summary?: Text;
  /** Accepts multipart/form-data with files up to this many bytes each (`ctx.files`); fields go through `body`. */
  readonly upload?: UploadRules;
  /** Bytes of a JSON body or a form, 1 MiB unless given. */
  readonly bodyLimit?: number;
  /** Takes application/x-www-form-urlencoded in place of JSON: another system's own protocol. */
  readonly form?: true;
  /** Still open to a user who has to change their password first. */
  readonly ownAccount?: true;
  /**
   * What it does. Unless given: what the definition says of its path; else a GET, and what only functions to search guard, reads, and every
   * other call changes something.
   */
  readonly effect?: Effect;
  /**
   * Leaves a trace in the operation log however it ends. Unless given: what does not only read, for users of the console. What gives something
   * out that is to be known later says `true`.
   */
  readonly traced?: boolean;
  /** How often an owner may make it: each call of the app that writes. */
  readonly limit?: AppLimit;
  /** Answers reference data: with a hash of its content (ETag), so that a browser keeps it and only asks whether it still holds. GET only. */
  readonly kept?: true;
  /** Answers a file, by HEAD as well: its size, its tag and that parts can be asked for. GET only. */
  readonly file?: true;
  /** Left out of the generated documentation. */
  readonly hidden?: true;
}

/** Who may call: everybody, any signed-in user, or who holds a function code (one of several is enough). */
export type Access = 'public' | 'login' | FunctionCode | readonly FunctionCode[];

/** A call as the server keeps it. */
export interface Call extends CallRules {
  readonly method: 'GET' | 'POST';
  /** Absolute path; `:name` places are in `ctx.params`. */
  readonly path: string;
  readonly access: string | readonly string[];
  /** Present with `access: 'public'`: not for everybody, but for the app's users or for devices. */
  readonly proof?: Proof;
  /** What a definition says of its body and of the data that it answers, for the documentation. */
  readonly documented?: () => { readonly body?: JsonSchema; readonly data?: JsonSchema };
  /** The schema decides about unknown keys; a refusal is code 1001 with `data.errors`. */
  readonly body?: ZodType;
  readonly query?: ZodType;
  run(ctx: CallContext | PublicContext, input: unknown): Promise<unknown>;
}

type Keys<T> = T extends unknown ? keyof T : never;
/** Lists of the table are read-only, those of schemas are not. */
type Writable<T> = T extends readonly unknown[]
  ? { -readonly [I in keyof T]: Writable<T[I]> }
  : T extends object
    ? { [K in keyof T]: Writable<T[K]> }
    : T;
/** Names that a schema knows and the table does not; none where either takes any name. */
type Unlisted<Given, Taken> = string extends Keys<Given> | Keys<Taken> ? never : Exclude<Keys<Taken>, Keys<Given>>;

/** What reaches a schema: a query string carries texts. */
type Sent<K extends CallKey> = K extends `GET ${string}`
  ? { [N in keyof InputOf<K>]: InputOf<K>[N] extends string | undefined ? InputOf<K>[N] : string }
  : Writable<InputOf<K>>;

/** A schema takes what the table of calls says, name by name; else the compiler says what it does not. Forms and actions of entities are read by them. */
export type Fits<K extends CallKey, Schema> = K extends OwnKey
  ? Schema extends ZodType
    ? Sent<K> extends input<Schema>
      ? [Unlisted<Sent<K>, input<Schema>>] extends [never]
        ? unknown
        : { readonly notInTheTable: Unlisted<Sent<K>, input<Schema>> }
      : { readonly doesNotTake: Sent<K> }
    : unknown
  : unknown;

/** What a call may return: what the table says, JSON that PostgreSQL built, a file, the way to another address, a page, or another system's own JSON. A standard call's rows are the engine's. */
export type Answer<K extends CallKey> =
  | RawJson
  | FileReply
  /** @for a redirect: returned after the host was checked (`hostsOf`): `promotions/visits.ts` */
  | RedirectReply
  | PageReply
  | BareReply
  | WireReply
  | (K extends OwnKey ? (null extends OutputOf<K> ? OutputOf<K> | void : OutputOf<K>) : unknown);

export interface Schemas<K extends CallKey, Body, Query> {
  readonly body?: Body & Fits<K, Body>;
  readonly query?: Query & Fits<K, Query>;
}

interface OwnCall<K extends CallKey, A extends Access, Body, Query> extends CallRules, Schemas<K, Body, Query> {
  readonly access: A;
  readonly proof?: A extends 'public' ? Proof : never;
  run(ctx: A extends 'public' ? PublicContext : CallContext, input: Parsed<Body, Query>): Promise<Answer<K>>;
}

/**
 * Declares a call of the table (`contract/calls.ts`) by its method and path. What `run` returns becomes `data` of the envelope
 * (undefined → null). Throw `AppError` to refuse.
 */
export function defineCall<
  const K extends CallKey,
  const A extends Access,
  Body extends ZodType | undefined = undefined,
  Query extends ZodType | undefined = undefined,
>(key: K, call: OwnCall<K, A, Body, Query>): Call;
export function defineCall(key: string, call: object): Call {
  // The signature above is the only way in: it has checked `run` against its schemas.
  return { ...addressOf(key), ...call } as Call;
}

/** A call whose callers are no users of the console: its function gets a context of its own, made of what the proof answered. */
export function provedCall<Context>(
  key: string,
  call: { run(ctx: Context, input: never): Promise<unknown> },
  proof: Proof,
  contextOf: (ctx: PublicContext) => Context,
): Call {
  return {
    ...addressOf(key),
    ...call,
    access: 'public',
    proof,
    // The proof has run, and the schemas have checked the input.
    run: (ctx, input) => call.run(contextOf(ctx as PublicContext), input as never),
  };
}

/** Method and path of a key. */
function addressOf(key: string): Pick<Call, 'method' | 'path'> {
  const [method, path] = key.split(' ') as [Call['method'], string];
  return { method, path };
}

interface MadeCall<A, Body, Query> extends Omit<Call, 'access' | 'body' | 'query' | 'run'> {
  readonly access: A;
  readonly body?: Body;
  readonly query?: Query;
  run(ctx: A extends 'public' ? PublicContext : CallContext, input: Parsed<Body, Query>): Promise<unknown>;
}

/** A call that is in no table: those that the engine makes of definitions. */
export function makeCall<
  const A extends string | readonly string[],
  Body extends ZodType | undefined = undefined,
  Query extends ZodType | undefined = undefined,
>(call: MadeCall<A, Body, Query>): Call {
  return call as Call;
}

/** A JSON text that PostgreSQL built; goes into the envelope without being parsed. */
export class RawJson {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** JSON without the envelope: what another system's protocol wants to be answered. */
export class BareReply {
  readonly body: object;
  constructor(body: object) {
    this.body = body;
  }
}

interface Wire {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
}

/** An answer as another system's protocol writes it, with its own status. */
export class WireReply {
  readonly wire: Wire;
  constructor(wire: Wire) {
    this.wire = wire;
  }
}

interface FileSource {
  /** Name offered to the user, in any language. */
  readonly fileName: string;
  readonly contentType: string;
  /** Show it in the browser instead of saving it. Only for types that cannot run script. */
  readonly inline?: boolean;
  /** Tag of the content, with its quotes: parts of it can be asked for, and go on after a break. */
  readonly etag?: string;
  /** Seconds a browser may keep it; not kept unless given. */
  readonly maxAge?: number;
  /** Runs when the answer is over, sent or not (for instance: delete the file). */
  readonly after?: () => void | Promise<void>;
}

/**
 * A download. From a `path` it answers range and conditional requests; `content` is sent as it comes, with the header Content-Range
 * when it is a part.
 */
export type FileReplyOptions = FileSource &
  (
    | { readonly path: string }
    | { readonly content: Readable | Buffer | string; readonly size?: number; readonly range?: string }
  );

export class FileReply {
  readonly options: FileReplyOptions;
  constructor(options: FileReplyOptions) {
    this.options = options;
  }
}

/** Sends the caller on to another address (302). Whoever makes one has checked that it may lead there. */
export class RedirectReply {
  readonly url: string;
  constructor(url: string) {
    this.url = url;
  }
}

/** Shows a person a page of the server's own. */
export class PageReply {
  readonly page: Page;
  constructor(page: Page) {
    this.page = page;
  }
}
