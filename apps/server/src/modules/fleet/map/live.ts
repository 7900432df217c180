import type { FleetPush, FleetVehicle } from '@wheelhouse/contract/fleet';
import { formatInstant } from '@wheelhouse/contract/time';
import { notifyLive } from '../../../db/live.ts';
import type { Admitted } from '../../../entity/admit.ts';
import { holds } from '../../../entity/read.ts';
import type { App } from '../../../http/context.ts';
import type { TopicKind, TopicStream } from '../../../http/live-stream.ts';
import { fleetOf, type Fleet } from './snapshot.ts';
import { vehicleAt, viewOf, type Viewport } from './view.ts';
import { visible } from './visible.ts';

/** Where a page's moving view is. */
export interface NamedView extends Viewport {
  readonly conditions: Admitted;
  /** Given by the page, sent back with every message: those of an earlier place are let go. */
  readonly seq: number;
}

const viewTopic = 'fleet.view';
const everyMs = 1_000;
/** Largest share of processor time for a view: expensive views are sent less often. */
const share = 0.02;
/** What conditions ask of other tables, tags of owners for instance, changes without a notice: views are computed again after this time in any case. */
const quietMs = 5_000;
const mostUnread = 64 * 1024;
const mostViews = 5_000;

/** One open map. */
class Watch {
  readonly stream: TopicStream;
  nextAt = 0;
  #turn = -1;
  #view: NamedView | undefined;
  #sent = new Map<string, string>();
  #clusters = '';
  #lookedAt = 0;

  constructor(stream: TopicStream) {
    this.stream = stream;
  }

  async update(fleet: Fleet, view: NamedView, now: number): Promise<void> {
    const moved = view !== this.#view;
    if (!moved && fleet.turn === this.#turn && now - this.#lookedAt < quietMs) return;
    const { app, lang } = this.stream;
    const user = this.stream.user();
    const mask = await visible(app, fleet, user, lang, view.conditions);
    const begun = performance.now();
    const { columns } = fleet;
    const masked = !holds(user, 'privacy.viewLocation');
    const parts = viewOf(columns, mask, view, masked);
    const push = this.#difference(parts, (slot) => [String(columns.changed[slot]), vehicleAt(columns, slot, now)], now);
    // The call that moved the view has just answered its content.
    if (!moved && push) this.stream.push({ seq: view.seq, ...push });
    [this.#view, this.#turn, this.#lookedAt] = [view, fleet.turn, now];
    this.nextAt = now + Math.max(everyMs, (performance.now() - begun) / share) - everyMs / 10;
  }

  #difference(
    parts: ReturnType<typeof viewOf>,
    read: (slot: number) => [string, FleetVehicle],
    now: number,
  ): FleetPush | undefined {
    const moved: FleetVehicle[] = [];
    const seen = new Map<string, string>();
    for (const slot of parts.slots) {
      const [changed, vehicle] = read(slot);
      const mark = `${changed}.${vehicle.state}`;
      seen.set(vehicle.id, mark);
      if (this.#sent.get(vehicle.id) !== mark) moved.push(vehicle);
    }
    const gone = [...this.#sent.keys()].filter((id) => !seen.has(id));
    const clusters = JSON.stringify([parts.clusters, parts.states]);
    const same = clusters === this.#clusters;
    [this.#sent, this.#clusters] = [seen, clusters];
    if (moved.length === 0 && gone.length === 0 && same) return undefined;
    return {
      moved,
      gone,
      ...(!same && { clusters: parts.clusters }),
      total: parts.total,
      states: parts.states,
      asOf: formatInstant(new Date(now)),
    };
  }
}

/** Sends to every open map what moved in it, all of them from one reading of the fleet a second. */
class FleetLive {
  readonly #app: App;
  readonly #views = new Map<string, NamedView>();
  readonly #watches = new Set<Watch>();
  #timer: NodeJS.Timeout | undefined;

  constructor(app: App) {
    this.#app = app;
    // One process takes the call that moves the view; another may hold the stream.
    app.live.subscribe(viewTopic, (data) => {
      const { name, view } = data as { name: string; view: NamedView };
      this.#views.delete(name);
      this.#views.set(name, view);
      for (const oldest of this.#views.keys()) {
        if (this.#views.size <= mostViews) break;
        this.#views.delete(oldest);
      }
    });
  }

  open(stream: TopicStream): () => void {
    const watch = new Watch(stream);
    this.#watches.add(watch);
    if (!this.#views.has(stream.id)) stream.push({ need: 'view' });
    if (this.#timer === undefined) this.#timer = setTimeout(() => void this.#tick(), everyMs).unref();
    return () => {
      this.#watches.delete(watch);
    };
  }

  async #tick(): Promise<void> {
    if (this.#watches.size === 0) {
      this.#timer = undefined;
      return;
    }
    const begun = Date.now();
    try {
      const fleet = fleetOf(this.#app);
      await fleet.refresh(everyMs / 2);
      for (const watch of this.#watches) await this.#update(watch, fleet);
    } catch (error) {
      this.#app.log.warn({ err: error }, 'live fleet could not be read');
    }
    this.#timer = setTimeout(() => void this.#tick(), Math.max(50, begun + everyMs - Date.now())).unref();
  }

  async #update(watch: Watch, fleet: Fleet): Promise<void> {
    const view = this.#views.get(watch.stream.id);
    const now = Date.now();
    if (!view || now < watch.nextAt || watch.stream.unread() > mostUnread) return;
    await watch
      .update(fleet, view, now)
      .catch((error: unknown) => this.#app.log.warn({ err: error }, 'live view could not be made'));
  }
}

const lives = new WeakMap<App, FleetLive>();
function liveOf(app: App): FleetLive {
  const live = lives.get(app) ?? new FleetLive(app);
  lives.set(app, live);
  return live;
}

/** Moves a named view, in every process. A view with too many filter values for a notice stays where it was. */
export async function moveView(app: App, name: string, view: NamedView): Promise<void> {
  liveOf(app);
  try {
    await notifyLive(app.db, viewTopic, { name, view });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
  }
}

/**
 * Topic `fleet:<view>`: what changed in a view, at most once a second, as `FleetPush` with the view's `seq`. The view is named by its
 * page (`<user id>-<random>`) and moved by `POST /veh/crm/vehicle/fleet` with `view`; `{need:'view'}` asks for that call.
 */
export const fleetTopic: TopicKind = {
  authorize: async (user, id) => holds(user, 'vehicleManage.query') && id.startsWith(`${user.id}-`),
  open: (stream) => liveOf(stream.app).open(stream),
};
