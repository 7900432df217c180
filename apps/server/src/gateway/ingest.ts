import type { RefusalReason } from '@wheelhouse/contract/device/refusals';
import { maxPayloadBytes } from '@wheelhouse/contract/device/payloads';
import { parseUplink } from '@wheelhouse/contract/device/topics';
import { availableParallelism } from 'node:os';
import { decode } from './decode.ts';
import { LookupUnavailable, type Devices } from './devices.ts';
import { InFlightWindow } from './in-flight-window.ts';
import { Batcher } from './batcher.ts';
import type { GatewayMetrics } from './metrics.ts';
import type { Refusals } from './refusals.ts';
import type { Refuse } from './samples.ts';
import type { Store } from './store.ts';
import type { Traces } from './traces.ts';
import type { Device, Item, BatchItem, PresenceItem, Uplink } from './types.ts';
import type { Logger } from 'pino';

/** Messages and payload bytes received and not yet acknowledged, per process. */
const windowMessages = 16_000;
const windowBytes = 48 * 1024 * 1024;
const drainMs = 10_000;

interface Options {
  readonly store: Store;
  readonly devices: Devices;
  readonly refusals: Refusals;
  readonly traces: Traces;
  readonly log: Logger;
  readonly metrics: GatewayMetrics;
}

/** From a message of either broker to its stored rows: checks it, sends it to the batcher of its vehicle, acknowledges when that has committed. */
export class Ingest {
  readonly window = new InFlightWindow(windowMessages, windowBytes);
  readonly #options: Options;
  readonly #batchers: readonly Batcher[];
  #stopped = false;

  constructor(options: Options) {
    this.#options = options;
    const batcher = () =>
      new Batcher({
        store: options.store.sink(),
        onPoison: (item, error) => this.#poison(item, error),
        log: options.log,
        metrics: options.metrics,
      });
    // One batcher per two processors: PostgreSQL needs the other one.
    this.#batchers = Array.from({ length: Math.max(1, Math.min(4, availableParallelism() >> 1)) }, batcher);
  }

  /** Takes an uplink; `done` is called once, after the commit or the final refusal. */
  accept(uplink: Uplink): void {
    const bytes = uplink.payload.length;
    this.window.acquire(bytes);
    this.#options.metrics.inflight.set(this.window.messages);
    const done = (error?: Error) => {
      this.window.release(bytes);
      uplink.done(error);
    };
    const counted = { ...uplink, done };
    const deviceId = parseUplink(uplink.topic)?.deviceId ?? '';
    const known = uplink.session?.device ?? this.#options.devices.peek(deviceId);
    if (known) this.#take(counted, known);
    else this.#lookUp(counted, deviceId);
  }

  /** A change of presence the broker itself noticed. */
  presence(item: Omit<PresenceItem, 'type' | 'recv'>): void {
    this.#batcherOf(item.device).push({ type: 'presence', recv: Date.now(), ...item });
  }

  #lookUp(uplink: Uplink, deviceId: string): void {
    this.#options.devices.find(deviceId).then(
      (device) => {
        if (device) return this.#take(uplink, device);
        this.#options.refusals.count(deviceId, null, deviceId === '' ? 'publishTopic' : 'unknownDevice', uplink.topic);
        uplink.done();
      },
      (error: unknown) => {
        if (!(error instanceof LookupUnavailable)) this.#options.log.error({ err: error }, 'device lookup failed');
        // Without the database nothing is refused and nothing acknowledged.
        if (this.#stopped) return uplink.done(new Error('gateway stops'));
        setTimeout(() => this.#lookUp(uplink, deviceId), 1_000);
      },
    );
  }

  /** Refused or not, it goes through the vehicle's batcher: what is refused is acknowledged too (or it would come again for ever), in its turn. */
  #take(uplink: Uplink, device: Device): void {
    const recv = Date.now();
    const reasons: RefusalReason[] = [];
    const refuse: Refuse = (reason, detail) => {
      reasons.push(reason);
      this.#options.refusals.count(device.deviceId, device.vehicleId, reason, detail);
    };
    const item = this.#read(uplink, device, recv, refuse) ?? { type: 'refused', device, recv, done: uplink.done };
    this.#batcherOf(device).push(this.#traced(item, uplink, reasons));
  }

  /** Traces a message of a watched vehicle, or a refused one. Its outcome is added when it is committed. */
  #traced(item: BatchItem, { topic, payload }: Uplink, reasons: readonly RefusalReason[]): BatchItem {
    const { traces } = this.#options;
    const { vehicleId } = item.device;
    if (reasons.length === 0 && !traces.watches(vehicleId)) return item;
    const trace = { vehicleId, recv: item.recv, kind: kindOf(topic, item.device), reasons };
    if (item.type === 'refused') {
      traces.keep({ ...trace, outcome: 'refused' }, payload);
      return item;
    }
    const { done } = item;
    const traced: Item = {
      ...item,
      done: (error) => {
        if (!error) traces.keep({ ...trace, outcome: traces.outcomeOf(traced, reasons) }, payload);
        done?.(error);
      },
    };
    return traced;
  }

  #read(uplink: Uplink, device: Device, recv: number, refuse: Refuse): Item | undefined {
    const topic = parseUplink(uplink.topic);
    if (topic?.deviceId !== device.deviceId) {
      refuse('publishTopic', uplink.topic);
      return undefined;
    }
    if (uplink.oversize || uplink.payload.length > maxPayloadBytes) {
      refuse('oversize', uplink.topic);
      return undefined;
    }
    return decode(topic.kind, { device, recv, uplink }, refuse);
  }

  #batcherOf(device: Device): Batcher {
    const batcher = this.#batchers[device.vehicleId % this.#batchers.length];
    if (!batcher) throw new Error('no batcher');
    return batcher;
  }

  #poison(item: Item, error: unknown): void {
    this.#options.refusals.count(
      item.device.deviceId,
      item.device.vehicleId,
      'storage',
      error instanceof Error ? error.message : String(error),
    );
    this.#options.log.error(
      { err: error, vehicleId: item.device.vehicleId, type: item.type },
      'message cannot be stored',
    );
  }

  /** Resolves when everything accepted so far is stored, or after `ms`. */
  async drain(ms = drainMs): Promise<void> {
    const timeout = new Promise<void>((resolve) => setTimeout(resolve, ms).unref());
    await Promise.race([Promise.all(this.#batchers.map((batcher) => batcher.idle())), timeout]);
  }

  /** What is not stored by now is given back unacknowledged. */
  async stop(): Promise<void> {
    this.#stopped = true;
    this.window.close();
    await Promise.all(this.#batchers.map((batcher) => batcher.stop()));
  }
}

/** The last part of a device's own topic; of another the whole, shortened. */
function kindOf(topic: string, { deviceId }: Device): string {
  const parsed = parseUplink(topic);
  return parsed?.deviceId === deviceId ? parsed.kind : topic.slice(0, 100);
}
