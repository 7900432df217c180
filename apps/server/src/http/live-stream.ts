import { randomInt } from 'node:crypto';
import type { ErrorCode } from '@wheelhouse/contract/errors';
import type { Lang } from '@wheelhouse/contract/lang';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { App, SessionUser } from './context.ts';
import { onDrain } from './drain.ts';
import { AppError } from './errors.ts';
import { authenticate, credentialsOf, langOfRequest } from './handle.ts';
import { readInput } from './input.ts';
import { parseInput, refusalOf } from './translate.ts';

/** A kind of live topic: `fleet` or `vehicle.status`, or `vehicle:<id>`. */
export interface TopicKind {
  /** Whether this user may hear of `id` (empty for a topic without one). Checked at the start and repeatedly while the stream is open. */
  authorize(user: SessionUser, id: string, app: App): Promise<boolean>;
  /** Present: messages are made for each stream, not for a topic. Called when a stream opens; answers what closes it again. */
  open?(stream: TopicStream): () => void;
}

/** A stream of a topic whose messages are made per listener. */
export interface TopicStream {
  readonly app: App;
  /** Of the topic, empty for a topic without one. */
  readonly id: string;
  readonly lang: Lang;
  /** The listener with their present rights. */
  user(): SessionUser;
  push(data: unknown): void;
  /** Bytes a slow reader has not taken yet: push no more while there are many, or the stream is dropped. */
  unread(): number;
}

const kinds = new Map<string, TopicKind>();

/** Makes a kind of topic available to `GET /live/stream`. Called once per kind, when a module is loaded. */
export function registerTopic(prefix: string, kind: TopicKind): void {
  if (kinds.has(prefix)) throw new Error(`live topic ${prefix} is registered twice`);
  kinds.set(prefix, kind);
}

/** Notified with `{ userIds?: string[] }` when rights or sessions changed; without ids it concerns everybody. */
export const accessTopic = 'access';
const accessChange = z.object({ userIds: z.array(z.string()).optional() });

const heartbeatEvery = 15_000;
const recheckEvery = 30_000;
/** A consumer that has this much unread is dropped; it reconnects and reads afresh. */
const maxUnread = 256 * 1024;
const maxStreamsPerUser = 20;

const streamQuery = z.object({
  topics: z
    .string()
    .max(4_000)
    .transform((text) => [...new Set(text.split(',').filter((topic) => topic !== ''))])
    .pipe(
      z
        .array(z.string().regex(/^[\w.]{1,64}(:[\w-]{1,64})?$/))
        .min(1)
        .max(50),
    ),
});

/**
 * `GET /live/stream?topics=a,b`: server-sent events. `data: {"t":topic,"d":data}` for each message; `event: resync` when
 * messages may have been missed; `event: access` when the user's rights changed; `event: end` with `{code}` before it closes for good.
 */
export function registerLiveStream(server: FastifyInstance, app: App): void {
  const streams = new Set<LiveStream>();
  const slots = new Slots(maxStreamsPerUser);
  const unsubscribe = [
    app.live.onResync(() => streams.forEach((stream) => stream.send('resync', {}))),
    app.live.subscribe(accessTopic, (data) => {
      const change = accessChange.safeParse(data);
      const ids = change.success ? change.data.userIds : undefined;
      for (const stream of streams) if (ids === undefined || ids.includes(stream.user.id)) void stream.accessChanged();
    }),
  ];
  const beat = setInterval(() => streams.forEach((stream) => stream.beat()), heartbeatEvery);
  const recheck = setInterval(() => streams.forEach((stream) => void stream.recheck()), recheckEvery);
  beat.unref();
  recheck.unref();
  let ended = false;
  const endAll = (): void => {
    ended = true;
    clearInterval(beat);
    clearInterval(recheck);
    for (const stop of unsubscribe) stop();
    for (const stream of streams) stream.goodbye();
  };
  onDrain(server, endAll);
  server.addHook('preClose', async () => endAll());

  server.get('/live/stream', { helmet: false }, async (request, reply) => {
    const user = await authenticate(app, request);
    request.caller = user;
    if (user.mustChangePwd) throw refuse(1003, 403);
    readInput(request.query);
    const { topics } = await parseInput(streamQuery, request.query, langOfRequest(request));
    const release = slots.take(user.id);
    if (release === undefined) throw refuse(1104, 429);
    if (reply.raw.closed) release();
    else reply.raw.once('close', release);
    if (!(await mayHear(app, user, topics))) throw refuse(1003, 403);
    if (reply.raw.closed) throw refuse(1015, 400);
    const stream = new LiveStream(app, user, topics, request, reply);
    streams.add(stream);
    reply.raw.once('close', () => {
      stream.stop();
      streams.delete(stream);
    });
    stream.start();
    // Asked for on a connection that was open already.
    if (ended) stream.goodbye();
    return reply;
  });
}

/** A stream has no envelope to refuse in: its reader goes by the HTTP status. */
function refuse(code: ErrorCode, status: number): AppError {
  return new AppError(code, undefined, { status });
}

async function mayHear(app: App, user: SessionUser, topics: readonly string[]): Promise<boolean> {
  for (const topic of topics) {
    const [prefix = '', id = ''] = topic.split(':', 2);
    const kind = kinds.get(prefix);
    if (kind === undefined || !(await kind.authorize(user, id, app))) return false;
  }
  return true;
}

/** Places that are taken before anything is awaited, so that many at once get no more than one after the other. */
class Slots {
  readonly #most: number;
  readonly #taken = new Map<string, number>();

  constructor(most: number) {
    this.#most = most;
  }

  /** @returns what gives the place back; undefined when there is none */
  take(key: string): (() => void) | undefined {
    const taken = this.#taken.get(key) ?? 0;
    if (taken >= this.#most) return undefined;
    this.#taken.set(key, taken + 1);
    return () => {
      const left = (this.#taken.get(key) ?? 1) - 1;
      if (left === 0) this.#taken.delete(key);
      else this.#taken.set(key, left);
    };
  }
}

class LiveStream {
  user: SessionUser;
  readonly #app: App;
  readonly #topics: readonly string[];
  readonly #credentials: { token: string; customId: string | undefined };
  readonly #reply: FastifyReply;
  #unsubscribe: (() => void)[] = [];

  constructor(app: App, user: SessionUser, topics: readonly string[], request: FastifyRequest, reply: FastifyReply) {
    this.#app = app;
    this.user = user;
    this.#topics = topics;
    this.#credentials = credentialsOf(request);
    this.#reply = reply;
  }

  start(): void {
    this.#reply.hijack();
    this.#reply.raw.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
      'x-request-id': this.#reply.request.id,
    });
    this.#reply.raw.write(': open\n\n');
    this.#unsubscribe = this.#topics.map((topic) => this.#listen(topic));
  }

  #listen(topic: string): () => void {
    const push = (d: unknown): void => this.#write(`data: ${JSON.stringify({ t: topic, d })}\n\n`);
    const [prefix = '', id = ''] = topic.split(':', 2);
    const kind = kinds.get(prefix);
    if (kind?.open === undefined) return this.#app.live.subscribe(topic, push);
    const lang = langOfRequest(this.#reply.request);
    return kind.open({
      app: this.#app,
      id,
      lang,
      push,
      user: () => this.user,
      unread: () => this.#reply.raw.writableLength,
    });
  }

  send(event: string, data: unknown): void {
    this.#write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  }

  beat(): void {
    this.#write(': beat\n\n');
  }

  async accessChanged(): Promise<void> {
    if (await this.recheck()) this.send('access', {});
  }

  /** Ends the stream unless the user is still signed in and allowed. While the database is away the stream stays. */
  async recheck(): Promise<boolean> {
    try {
      this.user = await this.#app.sessions.authenticate(this.#credentials.token, this.#credentials.customId);
      if (await mayHear(this.#app, this.user, this.#topics)) return true;
      this.#finish(1003);
    } catch (error) {
      const refusal = refusalOf(error);
      if (refusal) this.#finish(refusal.code);
      else this.#app.log.warn({ err: error }, 'live session could not be checked');
    }
    return false;
  }

  stop(): void {
    for (const unsubscribe of this.#unsubscribe) unsubscribe();
    this.#unsubscribe = [];
  }

  /** The server stops: the reader reconnects after a random delay, so that not all reconnect at once. */
  goodbye(): void {
    this.#write(`retry: ${1_000 + randomInt(2_000)}\n\n`);
    this.close();
  }

  close(): void {
    this.stop();
    this.#reply.raw.end();
  }

  #finish(code: number): void {
    this.send('end', { code });
    this.close();
  }

  #write(text: string): void {
    const { raw } = this.#reply;
    if (raw.writableEnded || raw.destroyed) return;
    raw.write(text);
    if (raw.writableLength > maxUnread) raw.destroy();
  }
}
