import type { RefusalReason } from '@wheelhouse/contract/device/refusals';
import { maxPayloadBytes } from '@wheelhouse/contract/device/payloads';
import type { UplinkKind } from '@wheelhouse/contract/device/topics';
import type { App } from '../http/context.ts';
import { AppError } from '../http/errors.ts';
import { credentialTopic } from './credentials.ts';
import { decode } from './decode.ts';
import { Devices } from './devices.ts';
import { Batcher } from './batcher.ts';
import { gatewayMetrics, type GatewayMetrics } from './metrics.ts';
import { shanghaiDay, writeCounts } from './refusals.ts';
import { numberText } from './seen.ts';
import { Store } from './store.ts';
import { Traces } from './traces.ts';
import type { Device, Item } from './types.ts';

/** Outcome of a message sent over HTTP. In both cases the device does not send it again. */
export type Receipt = { readonly stored: true } | { readonly stored: false; readonly reason: RefusalReason };

/** Messages that wait for their commit; further ones get 503. */
const maxWaiting = 2_000;
const patienceMs = 10_000;

const busy = () => new AppError(1000, undefined, { status: 503 });

/** Takes the messages of devices that speak HTTP: the checks, the once-only bookkeeping and the batches are those of the broker. */
class HttpUplink {
  readonly #app: App;
  readonly #devices: Devices;
  readonly #metrics: GatewayMetrics;
  readonly #batcher: Batcher;
  readonly #traces: Traces;
  #waiting = 0;

  constructor(app: App) {
    const log = app.log.child({ part: 'http uplink' });
    this.#app = app;
    this.#metrics = gatewayMetrics(app.metrics);
    this.#devices = new Devices(app.pool);
    app.live.subscribe(credentialTopic, (data) => this.#devices.forget((data as { imei: string }).imei));
    app.live.onResync(() => this.#devices.forgetAll());
    const traces = new Traces(app.pool, app.live, log);
    this.#traces = traces;
    void traces.start().catch((error: unknown) => log.warn({ err: error }, 'watched devices not read'));
    const onRepeated = (items: readonly Item[]) => traces.repeated(items);
    const onRenumbered = (items: readonly Item[]) => {
      for (const item of items)
        this.#count(item.device, [['renumbered', numberText(item)]]).catch((error: unknown) =>
          log.warn({ err: error }, 'restart of a numbering not counted'),
        );
    };
    const store = new Store({ pool: app.pool, log, metrics: this.#metrics, onRepeated, onRenumbered }).sink();
    const batcher: Batcher = new Batcher({
      store: (items) => {
        // The process ends: waiting callers get the error.
        if (app.pool.ending) void batcher.stop();
        return store(items);
      },
      onPoison: (item, error) =>
        void this.#count(item.device, [['storage', error instanceof Error ? error.message : String(error)]]),
      log,
      metrics: this.#metrics,
    });
    this.#batcher = batcher;
  }

  async take(imei: string, kind: UplinkKind, body: object): Promise<Receipt> {
    const device = await this.#devices.find(imei);
    if (!device) return { stored: false, reason: 'unknownDevice' };
    const payload = Buffer.from(JSON.stringify(body));
    const refused: [RefusalReason, string][] = [];
    const refuse = (reason: RefusalReason, detail: string) => void refused.push([reason, detail]);
    const recv = Date.now();
    let item: Item | undefined;
    if (payload.length > maxPayloadBytes) refuse('oversize', kind);
    else item = decode(kind, { device, recv, uplink: { payload, done: () => undefined } }, refuse);
    if (refused.length > 0) await this.#count(device, refused);
    const isEmpty = item?.type === 'telemetry' && item.readings.length === 0;
    const toStore = item && !isEmpty ? { ...item } : undefined;
    if (toStore) await this.#store(toStore);
    const reasons = refused.map(([reason]) => reason);
    if (reasons.length > 0 || this.#traces.watches(device.vehicleId)) {
      const outcome = toStore ? this.#traces.outcomeOf(toStore, reasons) : 'refused';
      this.#traces.keep({ vehicleId: device.vehicleId, recv, kind, outcome, reasons }, payload);
    }
    return toStore ? { stored: true } : { stored: false, reason: reasons[0] ?? 'shape' };
  }

  async refuse(imei: string, reason: RefusalReason, detail: string): Promise<Receipt> {
    const device = await this.#devices.find(imei);
    if (device) await this.#count(device, [[reason, detail]]);
    return { stored: false, reason };
  }

  /** Resolves when the item has been committed. @throws AppError with status 503: it may be or become stored, so it may be sent again */
  #store(item: Item): Promise<void> {
    if (this.#waiting >= maxWaiting) throw busy();
    this.#waiting++;
    return new Promise<void>((resolve, reject) => {
      const late = setTimeout(() => reject(busy()), patienceMs);
      const done = (error?: Error) => {
        clearTimeout(late);
        this.#waiting--;
        if (error) reject(busy());
        else resolve();
      };
      // The item itself: `onRepeated` identifies it.
      this.#batcher.push(Object.assign(item, { done }));
    });
  }

  async #count({ deviceId, vehicleId }: Device, refused: readonly (readonly [RefusalReason, string])[]): Promise<void> {
    const now = Date.now();
    const first = new Map(refused.map(([reason, sample]) => [reason, sample]));
    for (const [reason] of refused) this.#metrics.refusals.inc({ reason });
    await writeCounts(
      this.#app.pool,
      [...first].map(([reason, sample]) => ({
        deviceId,
        vehicleId,
        reason,
        day: shanghaiDay(now),
        first: now,
        last: now,
        count: refused.filter((one) => one[0] === reason).length,
        sample: sample.slice(0, 200),
      })),
    );
  }
}

const instances = new WeakMap<App, HttpUplink>();

function httpUplinkOf(app: App): HttpUplink {
  const known = instances.get(app) ?? new HttpUplink(app);
  instances.set(app, known);
  return known;
}

/**
 * Stores a message of a device that came by HTTP, once however often it comes; resolves when it is committed.
 * @param body as the device would send it to `v1/{deviceId}/up/{kind}`
 * @throws AppError with status 503: send again later
 */
export const takeUplink = (app: App, imei: string, kind: UplinkKind, body: object): Promise<Receipt> =>
  httpUplinkOf(app).take(imei, kind, body);

/** Counts a message that the caller has refused. */
export const refuseUplink = (app: App, imei: string, reason: RefusalReason, detail: string): Promise<Receipt> =>
  httpUplinkOf(app).refuse(imei, reason, detail);
