import { type Consumer, jetstream, jetstreamManager } from '@nats-io/jetstream';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import type { DownlinkKind } from '@wheelhouse/contract/device/topics';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { NatsConfig } from '../../config-broker.ts';
import type { Ingest } from '../ingest.ts';
import { connectionOf } from './connection.ts';
import { Downlink } from './downlink.ts';
import type { NatsMetrics } from './metrics.ts';
import { consumer, levelOf, prepare, stream } from './stream.ts';
import { Uplinks } from './uplinks.ts';

const retryMs = 1_000;
const lookEveryMs = 5_000;
const flushMs = 2_000;
const logEveryMs = 60_000;
/** Share of the stream's limit from which operators are warned. */
const fullShare = 0.8;

interface Options {
  readonly config: NatsConfig;
  readonly ingest: Ingest;
  readonly log: Logger;
  readonly metrics: NatsMetrics;
  /** Connected (again): downlinks can go out. */
  readonly onReady: () => void;
  /** A device has come online. */
  readonly onOnline: (deviceId: string) => void;
}

/** One connection, and what hangs on it. */
interface Link {
  readonly nc: NatsConnection;
  readonly downlink: Downlink;
  uplinks?: Uplinks;
}

/**
 * A NATS cluster in the place of the broker. Devices speak MQTT to any of its nodes; their messages are acknowledged to them when the stream
 * holds them on its replicas. All processes share one durable consumer of that stream and acknowledge after their commit, so that what
 * a process leaves behind goes to the others, and a process has nothing of its own at the cluster.
 */
export class NatsBroker {
  readonly #options: Options;
  readonly #stop = new AbortController();
  #link: Link | undefined;
  #running: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #lastLog = 0;
  #refusing = false;
  /** Since when messages come as they are sent, ms since epoch; 0 while the connection is down. */
  connectedSince = 0;

  constructor(options: Options) {
    this.#options = options;
  }

  start(): void {
    this.#running = this.#run();
    this.#timer = setInterval(() => void this.#look(), lookEveryMs);
  }

  async #run(): Promise<void> {
    const { signal } = this.#stop;
    while (!signal.aborted) {
      try {
        const nc = await connect(connectionOf(this.#options.config));
        if (signal.aborted) await nc.close();
        else await this.#serve(nc);
      } catch (error) {
        this.#warn(error, 'NATS cluster not reached');
      }
      this.#isDown();
      await sleep(retryMs, undefined, { signal }).catch(() => undefined);
    }
  }

  /** Until the connection is closed for good. */
  async #serve(nc: NatsConnection): Promise<void> {
    const link: Link = (this.#link = { nc, downlink: new Downlink(nc) });
    void this.#follow(nc);
    const closed = nc.closed();
    if (await this.#prepared(nc)) {
      this.#isUp(nc);
      await this.#take(link, closed);
    }
    await closed;
    link.uplinks?.stop();
  }

  /** Stream and consumer; a cluster that has no leader yet is asked again. @returns false where it is closed before */
  async #prepared(nc: NatsConnection): Promise<boolean> {
    while (!nc.isClosed() && !this.#stop.signal.aborted)
      try {
        const jsm = await jetstreamManager(nc);
        if (await prepare(jsm, this.#options.config))
          this.#options.log.error(
            { stream, consumer },
            'there was no consumer: uplinks acknowledged meanwhile are lost',
          );
        return true;
      } catch (error) {
        this.#warn(error, 'stream of uplinks not ready');
        await sleep(retryMs, undefined, { signal: this.#stop.signal }).catch(() => undefined);
      }
    return false;
  }

  async #take(link: Link, closed: Promise<unknown>): Promise<void> {
    while (!link.nc.isClosed() && !this.#refusing) {
      try {
        const found = await jetstream(link.nc).consumers.get(stream, consumer);
        link.uplinks = this.#uplinksOf(found, link.nc);
        await link.uplinks.run();
      } catch (error) {
        this.#warn(error, 'uplinks not read');
      }
      link.uplinks?.stop();
      if (this.#refusing) return;
      await Promise.race([closed, sleep(retryMs)]);
      await this.#prepared(link.nc);
    }
  }

  #uplinksOf(found: Consumer, nc: NatsConnection): Uplinks {
    const { ingest, metrics, onOnline } = this.#options;
    return new Uplinks({
      consumer: found,
      ingest,
      flush: () => nc.flush(),
      onOnline,
      onAge: (ms, isLate) => {
        metrics.lag.set(Math.max(0, ms) / 1000);
        // Who has been silent is known when what has waited is taken.
        if (isLate && this.connectedSince !== 0) this.connectedSince = Date.now();
      },
    });
  }

  async #follow(nc: NatsConnection): Promise<void> {
    for await (const status of nc.status()) {
      if (status.type === 'disconnect') this.#isDown();
      else if (status.type === 'reconnect') this.#isUp(nc);
      else if (status.type === 'error') this.#warn(status.error, 'NATS cluster');
    }
  }

  #isUp(nc: NatsConnection): void {
    this.connectedSince = Date.now();
    this.#options.metrics.connected.set(1);
    this.#options.log.info({ node: nc.getServer() }, 'connected to the NATS cluster');
    this.#options.onReady();
  }

  #isDown(): void {
    if (this.connectedSince === 0) return;
    this.connectedSince = 0;
    this.#options.metrics.connected.set(0);
    if (!this.#stop.signal.aborted) this.#options.log.warn('NATS cluster connection lost');
  }

  /** Reads how full the stream is, and that there is still somebody for whom it keeps messages. */
  async #look(): Promise<void> {
    const { metrics } = this.#options;
    const link = this.#link;
    if (!link || !this.reaches()) return;
    try {
      const level = await levelOf(await jetstreamManager(link.nc, { checkAPI: false }));
      // Its end makes it anew.
      if (!level) return link.uplinks?.stop();
      metrics.set(level);
      if (level.bytes > fullShare * level.maxBytes)
        this.#warn(undefined, `the stream of uplinks holds ${level.bytes} of ${level.maxBytes} bytes`);
    } catch (error) {
      this.#warn(error, 'stream of uplinks not looked at');
    }
  }

  reaches(): boolean {
    return this.connectedSince !== 0;
  }

  /** Publishes a downlink. @throws DeviceAway; Error when the cluster is away */
  async send(deviceId: string, kind: DownlinkKind, payload: string): Promise<void> {
    // What is given to a connection that is being made again would go out late.
    if (!this.#link || !this.reaches()) throw new Error('NATS cluster not connected');
    await this.#link.downlink.send(deviceId, kind, payload);
  }

  /** Takes no more messages; acknowledgements still go out. */
  async refuseNew(): Promise<void> {
    this.#refusing = true;
    clearInterval(this.#timer);
    if (this.reaches())
      await Promise.race([this.#link?.uplinks?.refuseNew(), sleep(flushMs, undefined, { ref: false })]);
  }

  async stop(): Promise<void> {
    await this.refuseNew();
    this.#stop.abort();
    this.#link?.uplinks?.stop();
    const nc = this.#link?.nc;
    // The last acknowledgements.
    if (nc && this.reaches())
      await Promise.race([nc.flush(), sleep(flushMs, undefined, { ref: false })]).catch(() => undefined);
    await nc?.close();
    await this.#running;
  }

  /** A cluster that is away would fill the log. */
  #warn(error: unknown, message: string): void {
    if (this.#stop.signal.aborted || Date.now() - this.#lastLog < logEveryMs) return;
    this.#lastLog = Date.now();
    this.#options.log.warn({ err: error }, message);
  }
}
