import { type Lang, langOf } from '@wheelhouse/contract/lang';
import type { FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify';
import type { Call } from './call.ts';
import type { App, CallContext, PublicContext, SessionUser, UploadedFile } from './context.ts';
import { AppError } from './errors.ts';
import { readInput } from './input.ts';
import { atPace } from './pace.ts';
import { sendKept, sendResult } from './reply.ts';
import { takeRoom } from './space.ts';
import { traceDone } from './trace.ts';
import { parseInput } from './translate.ts';
import { removeUploads, type Upload, receiveUpload } from './upload.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The signed-in user, once access is granted. */
    caller: SessionUser | null;
    /** What the call was given, in normal form; undefined until the edge has taken it. */
    given: unknown;
    /** Body of a call that has a proof, as it was sent: signatures are made over it. */
    rawBody: string | null;
    /** Envelope code that was answered, for metrics and logs. */
    answerCode: number;
  }
  interface FastifyContextConfig {
    call?: Call;
  }
}

export function langOfRequest(request: FastifyRequest): Lang {
  return langOf(request.headers['accept-language']);
}

function tokenOf(request: FastifyRequest): string | undefined {
  const header = request.headers.authorization;
  return header?.startsWith('Bearer ') ? header.slice(7) : undefined;
}

/** Credentials of the caller. */
export function credentialsOf(request: FastifyRequest): { token: string; customId: string | undefined } {
  const token = tokenOf(request);
  if (token === undefined || token === '') throw new AppError(1102, undefined, { status: 401 });
  const customId = request.headers['custom-id'];
  return { token, customId: typeof customId === 'string' && customId !== '' ? customId : undefined };
}

/** Who is calling. @throws AppError 1102 or 1105, status 401 */
export async function authenticate(app: App, request: FastifyRequest): Promise<SessionUser> {
  const { token, customId } = credentialsOf(request);
  return app.sessions.authenticate(token, customId);
}

/** Lets a request in before its body is read: deny by default. */
export function guard(app: App, call: Call): (request: FastifyRequest) => Promise<void> {
  const codes = typeof call.access === 'string' ? [call.access] : call.access;
  return async (request) => {
    const user = await authenticate(app, request);
    request.caller = user;
    if (user.mustChangePwd && !call.ownAccount) throw new AppError(1003);
    if (call.access === 'login' || user.isAdmin) return;
    if (!app.sessions.allowed(user, call.path, codes)) throw new AppError(1003);
  };
}

class RequestContext {
  readonly app: App;
  readonly lang: Lang;
  readonly files: readonly UploadedFile[];
  readonly proved: unknown;
  readonly #request: FastifyRequest;
  readonly #reply: FastifyReply;
  #abort: AbortController | undefined;

  constructor(app: App, request: FastifyRequest, reply: FastifyReply, files: readonly UploadedFile[], proved: unknown) {
    this.app = app;
    this.lang = langOfRequest(request);
    this.files = files;
    this.proved = proved;
    this.#request = request;
    this.#reply = reply;
  }

  get user(): SessionUser {
    // Public calls have no such property in their type.
    if (this.#request.caller === null) throw new AppError(1102, undefined, { status: 401 });
    return this.#request.caller;
  }
  get token(): string | undefined {
    return tokenOf(this.#request);
  }
  get requestId(): string {
    return this.#request.id;
  }
  get ip(): string {
    return this.#request.ip;
  }
  get userAgent(): string {
    return this.#request.headers['user-agent'] ?? '';
  }
  get origin(): string {
    return this.app.config.publicUrl ?? `${this.#request.protocol}://${this.#request.host}`;
  }
  get idempotencyKey(): string | undefined {
    const header = this.#request.headers['idempotency-key'];
    return typeof header === 'string' && /^[\x21-\x7e]{1,80}$/.test(header) ? header : undefined;
  }
  get range(): string | undefined {
    const { range } = this.#request.headers;
    return range !== undefined && /^bytes=(\d{1,15}-\d{0,15}|-\d{1,15})$/.test(range) ? range : undefined;
  }
  get ifRange(): string | undefined {
    const header = this.#request.headers['if-range'];
    return typeof header === 'string' ? header : undefined;
  }
  get params(): Readonly<Record<string, string>> {
    // Fastify's parameters are strings whatever the path is.
    return this.#request.params as Record<string, string>;
  }
  get log(): CallContext['log'] {
    return this.#request.log as CallContext['log'];
  }
  get signal(): AbortSignal {
    if (this.#abort === undefined) {
      const abort = new AbortController();
      this.#reply.raw.once('close', () => abort.abort());
      this.#abort = abort;
    }
    return this.#abort.signal;
  }
}

/** Runs a call: input checked by its schema, its result in the envelope. */
export function handle(app: App, call: Call): RouteHandlerMethod {
  return async (request, reply) => {
    const proved = await call.proof?.verify(app, request);
    const paced = request.caller?.id ?? call.proof?.pacedAs?.(proved);
    const run = () => runCall(app, call, request, reply, proved);
    // An upload takes as long as its sender's connection needs; it has its own limits.
    const result = await (paced === undefined || call.upload ? run() : atPace(app, paced, run));
    await (call.kept ? sendKept(app, request, reply, result) : sendResult(request, reply, result));
    return reply;
  };
}

async function runCall(
  app: App,
  call: Call,
  request: FastifyRequest,
  reply: FastifyReply,
  proved: unknown,
): Promise<unknown> {
  const received = await receive(app, call, request, proved);
  const { upload } = received;
  const ctx: CallContext | PublicContext = new RequestContext(app, request, reply, upload?.files ?? [], proved);
  let result: unknown;
  let kept = 0;
  try {
    result = await call.run(ctx, await inputOf(call, request, upload, ctx.lang));
    kept = received.bytes;
  } finally {
    await received.end(kept);
  }
  await traceDone(app, call, request, reply, ctx);
  return result;
}

interface Received {
  readonly upload: Upload | undefined;
  readonly bytes: number;
  /** Clears up after the call; `kept` are the bytes of the upload that it has kept. */
  readonly end: (kept: number) => Promise<void>;
}

const nothing: Received = { upload: undefined, bytes: 0, end: () => Promise.resolve() };

/** Reads an upload, once there is room for it and its sender may still send so much. */
async function receive(app: App, call: Call, request: FastifyRequest, proved: unknown): Promise<Received> {
  if (!request.isMultipart()) return nothing;
  if (call.upload === undefined) throw new AppError(1015, undefined, { status: 415 });
  const { maxBytes, admit } = call.upload;
  const announced = Number(request.headers['content-length'] ?? maxBytes);
  const leaveRoom = await takeRoom(app, announced);
  let settle: ((kept: number) => Promise<void>) | undefined;
  let upload: Upload | undefined;
  const end = async (kept: number): Promise<void> => {
    leaveRoom();
    if (upload) await removeUploads(upload.files);
    // Without settling, the announced size stays counted until the end of the day.
    await settle?.(kept).catch((error: unknown) => request.log.warn({ err: error }, 'upload count not settled'));
  };
  try {
    settle = await admit?.(app, { user: request.caller, proved }, announced);
    upload = await receiveUpload(request, { ...call.upload, dataDir: app.config.dataDir });
  } catch (error) {
    await end(0);
    throw error;
  }
  return { upload, bytes: upload.files.reduce((sum, file) => sum + file.size, 0), end };
}

async function inputOf(call: Call, request: FastifyRequest, upload: Upload | undefined, lang: Lang): Promise<unknown> {
  readInput(request.params);
  request.given = readInput(call.body ? (upload?.fields ?? request.body ?? {}) : request.query);
  const schema = call.body ?? call.query;
  return schema && (await parseInput(schema, request.given, lang));
}
