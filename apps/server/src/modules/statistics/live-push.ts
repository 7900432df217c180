import type { App } from '../../http/context.ts';
import type { TopicKind, TopicStream } from '../../http/live-stream.ts';
import type { Who } from './scoped.ts';

const mostUnread = 64 * 1024;

interface Pushed<T> {
  /** Name of the topic, for the log. */
  readonly topic: string;
  /** Milliseconds between two readings, at least. */
  readonly everyMs: number;
  readonly read: (who: Who) => Promise<T>;
  /** What of a reading must differ for it to be sent. */
  readonly markOf: (reading: T) => unknown;
}

/** Sends a reading to whoever listens, when it changed; who shares a scope shares the reading through its cache. */
class Pushing<T> {
  readonly #app: App;
  readonly #kind: Pushed<T>;
  readonly #streams = new Map<TopicStream, string>();
  #timer: NodeJS.Timeout | undefined;

  constructor(app: App, kind: Pushed<T>) {
    this.#app = app;
    this.#kind = kind;
  }

  open(stream: TopicStream): () => void {
    this.#streams.set(stream, '');
    if (this.#timer === undefined) this.#timer = setTimeout(() => void this.#tick(), 50).unref();
    return () => this.#streams.delete(stream);
  }

  async #tick(): Promise<void> {
    const begun = Date.now();
    for (const [stream, last] of this.#streams) {
      if (stream.unread() > mostUnread) continue;
      try {
        const reading = await this.#kind.read({ app: this.#app, user: stream.user(), lang: stream.lang });
        const mark = JSON.stringify(this.#kind.markOf(reading));
        if (mark === last || !this.#streams.has(stream)) continue;
        stream.push(reading);
        this.#streams.set(stream, mark);
      } catch (error) {
        this.#app.log.warn({ err: error, topic: this.#kind.topic }, 'live numbers could not be read');
      }
    }
    this.#timer =
      this.#streams.size === 0
        ? undefined
        : setTimeout(() => void this.#tick(), Math.max(200, begun + this.#kind.everyMs - Date.now())).unref();
  }
}

/** A topic of numbers for any signed-in user, each in their own scope: now, and whenever they changed. */
export function pushedTopic<T>(kind: Pushed<T>): TopicKind {
  const byApp = new WeakMap<App, Pushing<T>>();
  return {
    authorize: async () => true,
    open(stream) {
      const pushing = byApp.get(stream.app) ?? new Pushing(stream.app, kind);
      byApp.set(stream.app, pushing);
      return pushing.open(stream);
    },
  };
}
