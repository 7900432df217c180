import type { Readable } from 'node:stream';
import type { Text } from '@wheelhouse/contract/lang';
import type { output, ZodType } from 'zod';
import type { FastifyRequest } from 'fastify';
import type { App, CallContext, PublicContext, SessionUser } from './context.ts';

/** Schema of what a call is given: the body of a POST, else the query string of a GET. */
export type InputOf<Body, Query> = Body extends ZodType
  ? output<Body>
  : Query extends ZodType
    ? output<Query>
    : undefined;

/** How callers that are not users of the console prove who they are. */
export interface Proof {
  /** Its name among the security schemes of the documentation. */
  readonly scheme: 'app' | 'device' | 'portal';
  /** Asked before the input is looked at; what it answers is `proved` of the context. @throws AppError with status 401 or 429 */
  verify(app: App, request: FastifyRequest): Promise<unknown>;
}

/** Files a call takes. */
interface UploadRules {
  readonly maxBytes: number;
  readonly maxFiles?: number;
  /** Asked before anything is read, with the announced length; refuses by throwing. What it answers is told the bytes that were kept, 0 for none. */
  readonly admit?: (
    app: App,
    caller: { readonly user: SessionUser | null; readonly proved: unknown },
    bytes: number,
  ) => Promise<(kept: number) => Promise<void>>;
}

interface CallShape<Body, Query> {
  readonly method: 'GET' | 'POST';
  /** Absolute path; `:name` places are in `ctx.params`. */
  readonly path: string;
  /** Unknown keys are the schema's affair; a refusal is code 1001 with `data.errors`. */
  readonly body?: Body;
  readonly query?: Query;
  /** One line for the generated documentation. */
  readonly summary?: Text;
  /** Accepts multipart/form-data with files up to this many bytes each (`ctx.files`); fields go through `body`. */
  readonly upload?: UploadRules;
  /** Bytes of a JSON body, 1 MiB unless given. */
  readonly bodyLimit?: number;
  /** Still open to a user who has to change his password first. */
  readonly ownAccount?: true;
  /**
   * Leaves a trace in the operation log however it ends. Unless given: what a function other than a search guards, and, of calls that any
   * signed-in user may make, what is not named like a read.
   */
  readonly traced?: boolean;
  /** Answers reference data: with a hash of its content (ETag), so that a browser keeps it and only asks whether it still holds. GET only. */
  readonly kept?: true;
  /** Left out of the generated documentation. */
  readonly hidden?: true;
}

interface PublicCall<Body, Query> extends CallShape<Body, Query> {
  readonly access: 'public';
  /** Present: not for everybody, but for the app's users or for devices. */
  readonly proof?: Proof;
  run(ctx: PublicContext, input: InputOf<Body, Query>): Promise<unknown>;
}

interface GuardedCall<Body, Query> extends CallShape<Body, Query> {
  /** `'login'`: any signed-in user. Else a function code, or several of which one is enough. */
  readonly access: string | readonly string[];
  run(ctx: CallContext, input: InputOf<Body, Query>): Promise<unknown>;
}

/** A call with its types taken off, as the server keeps it. */
export interface Call extends CallShape<ZodType | undefined, ZodType | undefined> {
  readonly access: string | readonly string[];
  readonly proof?: Proof;
  run(ctx: CallContext | PublicContext, input: unknown): Promise<unknown>;
}

/**
 * Declares a call. What `run` returns becomes `data` of the envelope (undefined → null), except `RawJson` and `FileReply`.
 * Throw `AppError` to refuse.
 */
export function defineCall<Body extends ZodType | undefined = undefined, Query extends ZodType | undefined = undefined>(
  call: PublicCall<Body, Query>,
): Call;
export function defineCall<Body extends ZodType | undefined = undefined, Query extends ZodType | undefined = undefined>(
  call: GuardedCall<Body, Query>,
): Call;
export function defineCall(call: unknown): Call {
  // The overloads above are the only way in: they have checked `run` against its schemas.
  return call as Call;
}

/** A JSON text that PostgreSQL built; goes into the envelope without being parsed. */
export class RawJson {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

interface FileSource {
  /** Name offered to the user, in any language. */
  readonly fileName: string;
  readonly contentType: string;
  /** Show it in the browser instead of saving it. Only for types that cannot run script. */
  readonly inline?: boolean;
  /** Seconds a browser may keep it; not kept unless given. */
  readonly maxAge?: number;
  /** Runs when the answer is over, sent or not (for instance: delete the file). */
  readonly after?: () => void | Promise<void>;
}

/** A download. From a `path` it answers range and conditional requests; from `content` it is sent as it comes. */
export type FileReplyOptions = FileSource &
  ({ readonly path: string } | { readonly content: Readable | Buffer | string; readonly size?: number });

export class FileReply {
  readonly options: FileReplyOptions;
  constructor(options: FileReplyOptions) {
    this.options = options;
  }
}
