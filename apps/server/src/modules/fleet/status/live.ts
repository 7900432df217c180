import { entityNamed } from '@wheelhouse/entities/registry';
import { z } from 'zod';
import { holds, idsInScope } from '../../../entity/read.ts';
import type { App } from '../../../http/context.ts';
import type { TopicKind, TopicStream } from '../../../http/live-stream.ts';
import { readStatus, statusFor } from './status.ts';
import { idPattern } from '@wheelhouse/contract/text';

const vehicle = entityNamed('vehicle');
const notice = z.object({ ids: z.array(z.number()) });
/** Interval of readings, shared by all viewers; the first is immediate. A page is up to date within a second, however much the devices send. */
const everyMs = 900;
/** A reader with this many unread bytes is skipped until the next reading. */
const mostUnread = 64 * 1024;

/** Sends the live state of single vehicles to whoever looks at them. */
class VehicleWatch {
  readonly #app: App;
  readonly #watchers = new Map<string, Set<TopicStream>>();
  readonly #dirty = new Set<string>();
  #lastRead = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(app: App) {
    this.#app = app;
    app.live.subscribe('telemetry', (data) => this.#noticed(data));
    app.live.onResync(() => this.#watchers.forEach((_, id) => this.#mark(id)));
  }

  open(stream: TopicStream): () => void {
    const set = this.#watchers.get(stream.id) ?? new Set();
    this.#watchers.set(stream.id, set.add(stream));
    this.#mark(stream.id);
    return () => {
      set.delete(stream);
      if (set.size === 0) this.#watchers.delete(stream.id);
    };
  }

  #noticed(data: unknown): void {
    if (this.#watchers.size === 0) return;
    const parsed = notice.safeParse(data);
    for (const id of parsed.success ? parsed.data.ids : []) if (this.#watchers.has(String(id))) this.#mark(String(id));
  }

  #mark(id: string): void {
    this.#dirty.add(id);
    this.#schedule();
  }

  #schedule(): void {
    if (this.#timer !== undefined || this.#dirty.size === 0) return;
    this.#timer = setTimeout(() => void this.#send(), Math.max(10, this.#lastRead + everyMs - Date.now())).unref();
  }

  async #send(): Promise<void> {
    const ids = [...this.#dirty].filter((id) => this.#watchers.has(id));
    this.#dirty.clear();
    this.#lastRead = Date.now();
    try {
      for (const row of ids.length > 0 ? await readStatus(this.#app, ids) : []) this.#sendRow(row);
    } catch (error) {
      this.#app.log.warn({ err: error }, 'live states of vehicles could not be read');
      for (const id of ids) this.#dirty.add(id);
    }
    this.#timer = undefined;
    this.#schedule();
  }

  #sendRow(row: Awaited<ReturnType<typeof readStatus>>[number]): void {
    for (const stream of this.#watchers.get(row.id) ?? []) {
      if (stream.unread() > mostUnread) this.#dirty.add(row.id);
      else stream.push(statusFor(stream.user(), row, stream.lang));
    }
  }
}

const watches = new WeakMap<App, VehicleWatch>();

/** Topic `vehicle:<id>`: the vehicle's live state now, and again within a second of each message of its device. */
export const vehicleTopic: TopicKind = {
  async authorize(user, id, app) {
    if (!idPattern.test(id) || !holds(user, 'vehicleManage.query')) return false;
    return (await idsInScope(app.pool, vehicle, user, [id])).has(id);
  },
  open(stream) {
    const watch = watches.get(stream.app) ?? new VehicleWatch(stream.app);
    watches.set(stream.app, watch);
    return watch.open(stream);
  },
};
