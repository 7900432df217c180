import mqtt, { type IPublishPacket, type MqttClient } from 'mqtt';
import { allUplinks, sharedUplinks } from '@wheelhouse/contract/device/topics';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Ingest } from './ingest.ts';

/** Messages the broker may send ahead of our acknowledgements (MQTT 5 receive maximum). */
const receiveMaximum = 4_000;
/** Session expiry at the broker: how long it keeps messages while this process is away. */
const sessionSeconds = 7 * 86_400;
const unacceptableVersion = new Set([1, 0x84]);
/**
 * Mosquitto (2.0.11, measured) forgets shared subscriptions when it starts again and drops what comes before they are made anew: be back
 * before the devices are. What comes even earlier reaches the listener for missed messages.
 */
const reconnectPeriod = 50;
/** Longer than the shared subscriptions need to be back after this listener. */
const missedMs = 30_000;
/** A session without a message for this long counts as empty. */
const emptyMs = 2_000;

interface Options {
  readonly url: string;
  /** Names the session at the broker. */
  readonly clientId: string;
  /** Takes what the session still has, and no new messages. */
  readonly drains?: true;
  /**
   * Listens beside the shared subscription, whose messages it only takes for a while after it has connected: plain subscriptions outlive a
   * restart of the broker, so it has what came while nobody shared. What the others have as well is stored once.
   */
  readonly catchesMissed?: true;
  readonly ingest: Ingest;
  readonly log: Logger;
  /** Connected (again). */
  readonly onReady: () => void;
}

/** One session at an outside broker: uplinks come through a shared subscription and are acknowledged when their rows are committed. */
export class Consumer {
  readonly #options: Options;
  #client: MqttClient;
  #version: 4 | 5 = 5;
  #inFlight = 0;
  #lastMessage = Date.now();
  /** When the connection was last (re)established, ms since epoch; 0 while it is down. */
  connectedSince = 0;

  constructor(options: Options) {
    this.#options = options;
    this.#client = this.#connect();
  }

  get #filter(): string {
    return this.#options.catchesMissed ? allUplinks : sharedUplinks;
  }

  get client(): MqttClient {
    return this.#client;
  }

  #connect(): MqttClient {
    const { url, log, clientId, drains } = this.#options;
    const client = mqtt.connect(url, {
      protocolVersion: this.#version,
      clientId,
      clean: false,
      resubscribe: false,
      reconnectPeriod,
      // A broker that starts or cannot look users up refuses at first.
      reconnectOnConnackError: true,
      connectTimeout: 10_000,
      keepalive: 30,
      ...(this.#version === 5 && { properties: { receiveMaximum, sessionExpiryInterval: sessionSeconds } }),
    });
    client.on('connect', () => {
      this.connectedSince = this.#lastMessage = Date.now();
      this.#inFlight = 0;
      const failed = (error?: Error | null) => {
        if (error) log.error({ err: error }, 'subscription refused by the broker');
      };
      if (drains) client.unsubscribe(sharedUplinks, failed);
      // Retained messages are old.
      else client.subscribe(this.#filter, { qos: 1, rh: 2 }, failed);
      log.info({ protocolVersion: this.#version, clientId }, 'connected to the MQTT broker');
      this.#options.onReady();
    });
    client.on('close', () => {
      if (this.connectedSince !== 0) log.warn('MQTT broker connection lost');
      this.connectedSince = 0;
    });
    client.on('error', (error) => this.#failed(client, error));
    client.on('packetreceive', (packet) => {
      if (packet.cmd === 'publish') this.#receive(client, packet);
    });
    return client;
  }

  /** A broker that supports MQTT 3.1.1 only: reconnect with that version. */
  #failed(client: MqttClient, error: Error): void {
    const code = 'code' in error ? Number(error.code) : undefined;
    if (this.#version === 5 && client === this.#client && code !== undefined && unacceptableVersion.has(code)) {
      this.#version = 4;
      client.end(true);
      this.#client = this.#connect();
      return;
    }
    this.#options.log.warn({ err: error }, 'MQTT broker');
  }

  /**
   * The client library acknowledges a message when its handler returns and handles one at a time, which would make every batch a batch of one.
   * Seen before its handler, as QoS 0 it passes without an acknowledgement; ours follows, on the connection that brought it.
   */
  #receive(client: MqttClient, packet: IPublishPacket): void {
    const { stream } = client;
    const { messageId, qos } = packet;
    packet.qos = 0;
    this.#inFlight++;
    this.#lastMessage = Date.now();
    const done = (error?: Error) => {
      // Not acknowledged on a later connection, where the number may mean another message: the broker sends it again.
      if (client.stream !== stream) return;
      this.#inFlight--;
      if (error || qos === 0 || messageId === undefined || !client.connected) return;
      stream.write(Buffer.from([qos === 2 ? 0x50 : 0x40, 2, messageId >> 8, messageId & 0xff]));
    };
    const late = Date.now() - this.connectedSince > missedMs;
    if (this.#options.catchesMissed && (late || packet.retain)) return done();
    const payload = typeof packet.payload === 'string' ? Buffer.from(packet.payload) : packet.payload;
    this.#options.ingest.accept({ topic: packet.topic, payload, done });
  }

  /** Takes no more messages; acknowledgements still go out. */
  async refuseNew(): Promise<void> {
    if (this.#client.connected) await this.#client.unsubscribeAsync(this.#filter).catch(() => undefined);
  }

  /** Resolves when the session has nothing left and is gone from the broker. Of a draining one. */
  async drained(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await sleep(250, undefined, { signal }).catch(() => undefined);
      const quiet = Date.now() - Math.max(this.#lastMessage, this.connectedSince);
      if (this.connectedSince !== 0 && this.#inFlight === 0 && quiet > emptyMs) break;
    }
    await this.stop();
    if (!signal.aborted) await endSession(this.#options, this.#version);
  }

  async stop(): Promise<void> {
    await this.#client.endAsync(!this.#client.connected).catch(() => undefined);
  }
}

/** Deletes a session and its messages from the broker. @throws Error when the broker is away */
export async function endSession(
  { url, clientId }: Pick<Options, 'url' | 'clientId'>,
  protocolVersion: 4 | 5,
): Promise<void> {
  const last = await mqtt.connectAsync(url, { clientId, clean: true, reconnectPeriod: 0, protocolVersion });
  await last.endAsync();
}
