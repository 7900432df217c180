import { downTopic, type DownlinkKind } from '@wheelhouse/contract/device/topics';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { Consumer, endSession } from './consumer.ts';
import type { Ingest } from './ingest.ts';
import { Slots } from './slots.ts';

/** Sessions are looked for this often; one that nobody has used for as long is taken over. */
const adoptEveryMs = 5_000;
/** One process holds it beside its slot. */
const missedSlot = -1;
const missedClientId = 'wheelhouse-guard';

interface Options {
  readonly url: string;
  /** For a broker that forgets shared subscriptions when it starts again (see docs/operations.md). */
  readonly catchesMissed: boolean;
  readonly database: Pool;
  readonly ingest: Ingest;
  readonly log: Logger;
  /** Connected (again): downlinks can go out. */
  readonly onReady: () => void;
}

/**
 * The platform as a client of an existing broker. Uplinks come through a shared subscription, so any number of processes divide them;
 * each is acknowledged when its rows are committed. Sessions stay at the broker when a process dies: it finds its own again when it
 * starts anew, or another process takes what is in it.
 */
export class OutsideBroker {
  readonly #options: Options;
  readonly #slots: Slots;
  readonly #stop = new AbortController();
  readonly #adoptions = new Set<Promise<void>>();
  #own: Consumer | undefined;
  #missed: Consumer | undefined;
  #timer: NodeJS.Timeout | undefined;
  #adopting = false;

  constructor(options: Options) {
    const { database, log } = options;
    this.#options = options;
    this.#slots = new Slots({ database, log, onMoved: (slot) => void this.#use(slot) });
  }

  /** When the connection was last (re)established, ms since epoch; 0 while it is down. */
  get connectedSince(): number {
    return this.#own?.connectedSince ?? 0;
  }

  async start(): Promise<void> {
    const slot = await this.#slots.take();
    await this.#use(slot);
    if (this.#options.catchesMissed) await this.#watch();
    // Left over from when there was one, its session would fill for nobody.
    else if (slot === 0)
      void endSession({ url: this.#options.url, clientId: missedClientId }, 4).catch(() => undefined);
    this.#timer = setInterval(() => void this.#adopt(), adoptEveryMs);
  }

  #consumer(slot: number, drains?: true): Consumer {
    const { url, ingest, log, onReady } = this.#options;
    const clientId = `wheelhouse-${slot}`;
    return new Consumer({
      url,
      clientId,
      ingest,
      log,
      onReady: drains ? () => undefined : onReady,
      ...(drains && { drains }),
    });
  }

  async #use(slot: number): Promise<void> {
    const before = this.#own;
    this.#own = this.#consumer(slot);
    await before?.stop();
  }

  /** One process listens for missed messages; when it is gone, another does. */
  async #watch(): Promise<void> {
    const { url, ingest, log } = this.#options;
    const mine = await this.#slots.hold(missedSlot);
    if (mine === undefined || mine === (this.#missed !== undefined)) return;
    const before = this.#missed;
    this.#missed = mine
      ? new Consumer({ url, clientId: missedClientId, catchesMissed: true, ingest, log, onReady: () => undefined })
      : undefined;
    await before?.stop();
  }

  /** Empties the sessions of processes that are gone. */
  async #adopt(): Promise<void> {
    if (this.#adopting || this.connectedSince === 0) return;
    this.#adopting = true;
    try {
      if (this.#options.catchesMissed) await this.#watch();
      for (const slot of await this.#slots.orphans(adoptEveryMs)) {
        this.#options.log.info({ slot }, 'takes over the broker session of a process that is gone');
        const draining = this.#consumer(slot, true)
          .drained(this.#stop.signal)
          .then(() => (this.#stop.signal.aborted ? undefined : this.#slots.forget(slot)))
          .catch(async (error: unknown) => {
            this.#options.log.warn({ err: error, slot }, 'broker session not taken over');
            await this.#slots.release(slot).catch(() => undefined);
          })
          .finally(() => this.#adoptions.delete(draining));
        this.#adoptions.add(draining);
      }
    } catch (error) {
      this.#options.log.warn({ err: error }, 'broker sessions not looked at');
    }
    this.#adopting = false;
  }

  reaches(): boolean {
    return this.#own?.client.connected ?? false;
  }

  /** Publishes a downlink. @throws Error when the broker does not take it */
  async send(deviceId: string, kind: DownlinkKind, payload: string): Promise<void> {
    const client = this.#own?.client;
    if (!client?.connected) throw new Error('MQTT broker not connected');
    await client.publishAsync(downTopic(deviceId, kind), payload, { qos: 1 });
  }

  /** Takes no more messages; acknowledgements still go out. */
  async refuseNew(): Promise<void> {
    clearInterval(this.#timer);
    await this.#own?.refuseNew();
  }

  async stop(): Promise<void> {
    this.#stop.abort();
    await Promise.all(this.#adoptions);
    await this.#missed?.stop();
    await this.#own?.stop();
    await this.#slots.stop();
  }
}
